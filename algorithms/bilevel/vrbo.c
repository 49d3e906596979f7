/**
 * @file vrbo.c
 * @brief VRBO: SARAH on the gradient of the lower level and on a whole hypergradient, T lower steps
 *        to each x step, begun anew now and then.
 *
 *     every q-th step: w = gg(x, y; J), d = h(x, y) on init_f and init_g samples, as a rule all
 *     x <- Pi_X[x - gamma d]
 *     T times: w <- w + gg(x, y; J) - gg(old; J),   d <- d + h(x, y) - h(old),
 *              old = (x, y),   y <- y - tau w
 *     h(x, y) = gx(x, y; K) - Jxy(x, y; J) q,   r_0 = gy(x, y; K),
 *       r_j = r_{j-1} - eta_n Hyy(x, y; B_j) r_{j-1},   q = eta_n (r_0 + ... + r_Q)
 *
 * old is where w and d were brought up to date last, so the moves of x and of y before it are part
 * of the first of the T differences. K, J and B_1, ..., B_Q are drawn once for both of its points.
 * On several levels y and w are each level's own, and h is the mean. A finite Q leaves a bias.
 *
 * Source:    Yang, Ji & Liang 2021, arXiv:2106.04692, checked against its authors' code.
 * Deviation: samples are drawn with replacement, unless a batch reaches all of them; where it
 *            begins anew the series has the Hessian of J. As in that code w and d are not brought
 *            up to date after the last y step, so that x moves by the d of the point before it; the
 *            paper's listing, from memory, brings them up to date there too.
 * Cost:      a step asks each level for T b_f samples of role upper, 2T b_f gradients (4T b_f if f
 *            depends on x itself); of role lower T (1 + Q) b_g samples, 2T b_g gradients, 2 T Q b_g
 *            hvp and 2T b_g jvp. One that begins anew asks for init_f and init_g samples more, with
 *            a gradient each (2 init_f), Q init_g hvp and init_g jvp. The start asks nothing.
 * Memory:    6d doubles, 3n over all y_i, and 6 times the longest y_i; Q batches.
 */
#include <levelfield/algorithm.h>

#include "algorithms/bilevel/parts/lower_levels.h"
#include "algorithms/bilevel/parts/storm.h"

typedef struct {
    lf_lower_levels_params at;
    double gamma, tau, eta_n;
    size_t T, q, Q;
} vrbo_params;

/* One of the two points that the same batches are asked at. */
typedef struct {
    double *x, *y;  /* of all levels */
    double *h, *gg; /* d: summed over levels; longest d_i */
} vrbo_place;

typedef struct {
    vrbo_params p;
    lf_lower_levels at;
    double *w, *d;        /* n, d: the estimates of gg and h */
    double *r, *sum, *Hr; /* longest d_i */
    vrbo_place place[2];  /* (x, y), and where w and d were brought up to date last */
    lf_batch K, J, *B;    /* of one level; Q */
    size_t t;
} vrbo_state;

static lf_status vrbo_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    vrbo_state *s = state;
    const double L_y = lf_oracle_info(o)->L_y;
    s->p = *(const vrbo_params *)params;
    if (s->p.eta_n == 0 && L_y <= 0)
        return lf_fail(LF_BAD_ARGUMENT, "eta_n: the problem does not state how smooth its lower "
                                        "level is; set the step of the Neumann series");
    if (s->p.eta_n == 0) s->p.eta_n = 1 / L_y;
    LF_TRY(lf_lower_levels_init(&s->at, &s->p.at, false, o, x0, arena));
    vrbo_place *now = s->place, *old = s->place + 1;
    now->x = s->at.x;
    now->y = s->at.y;
    LF_TRY(LF_VECTORS(arena, s->at.d, &s->d, &old->x, &now->h, &old->h));
    LF_TRY(LF_VECTORS(arena, s->at.n, &s->w, &old->y));
    LF_TRY(LF_VECTORS(arena, s->at.longest, &s->r, &s->sum, &s->Hr, &now->gg, &old->gg));
    return lf_arena_array(arena, s->p.Q, sizeof *s->B, &s->B);
}

static lf_status vrbo_draw(vrbo_state *s, lf_oracle *o, size_t i, bool anew) {
    const lf_lower_levels *at = &s->at;
    LF_TRY(anew ? lf_lower_levels_draw_anew(at, o, i, &s->K, &s->J)
                : lf_lower_levels_draw_pair(at, o, i, &s->K, &s->J));
    for (size_t j = 0; j < s->p.Q; j++) {
        s->B[j] = s->J;
        if (!anew) LF_TRY(lf_lower_levels_draw_g(at, o, i, &s->B[j]));
    }
    return LF_OK;
}

/* gg of level i, and h += its hypergradient, from the batches at hand. */
static lf_status vrbo_ask(vrbo_state *s, lf_oracle *o, size_t i, const vrbo_place *at) {
    const size_t n = lf_lower_levels_length(&s->at, i);
    const double *y = at->y + s->at.start[i];
    lf_vec_zero(n, at->gg);
    lf_vec_zero(n, s->r);
    LF_TRY(lf_oracle_lower_gradient(o, &s->J, at->x, y, at->gg));
    LF_TRY(lf_oracle_upper_gradient(o, &s->K, at->x, y, s->at.direct ? at->h : NULL, s->r));
    lf_vec_copy(n, s->r, s->sum);
    for (size_t j = 0; j < s->p.Q; j++) {
        lf_vec_zero(n, s->Hr);
        LF_TRY(lf_oracle_lower_hvp(o, &s->B[j], at->x, y, s->r, s->Hr));
        lf_vec_axpy(n, -s->p.eta_n, s->Hr, s->r);
        lf_vec_axpy(n, 1, s->r, s->sum);
    }
    lf_vec_scale(n, -s->p.eta_n, s->sum);
    return lf_oracle_lower_jvp(o, &s->J, at->x, y, s->sum, at->h);
}

/* w and d are brought up to date at (x, y), or begin anew there. */
static lf_status vrbo_track(vrbo_state *s, lf_oracle *o, bool anew) {
    const lf_lower_levels *at = &s->at;
    const vrbo_place *now = s->place, *old = s->place + 1;
    const double be = anew ? 1 : 0;
    lf_vec_zero(at->d, now->h);
    lf_vec_zero(at->d, old->h);
    for (size_t i = 0; i < at->m; i++) {
        LF_TRY(vrbo_draw(s, o, i, anew));
        LF_TRY(vrbo_ask(s, o, i, now));
        if (!anew) LF_TRY(vrbo_ask(s, o, i, old));
        lf_storm_track(lf_lower_levels_length(at, i), be, 1, old->gg, now->gg,
                       lf_lower_levels_at(at, s->w, i));
    }
    lf_storm_track(at->d, be, 1 / (double)at->m, old->h, now->h, s->d);
    lf_vec_copy(at->d, now->x, old->x);
    lf_vec_copy(at->n, now->y, old->y);
    return LF_OK;
}

static lf_status vrbo_step(void *state, lf_oracle *o) {
    vrbo_state *s = state;
    lf_lower_levels *at = &s->at;
    lf_lower_levels_remember(at, o);
    if (s->t++ % s->p.q == 0) LF_TRY(vrbo_track(s, o, true));
    lf_vec_copy(at->d, s->d, at->z);
    lf_lower_levels_step_x(at, o, s->p.gamma);
    for (size_t k = 0; k < s->p.T; k++) { /* x and y are new before a later refusal */
        LF_TRY(vrbo_track(s, o, false));
        lf_lower_levels_step_y(at, o, s->p.tau, s->w);
    }
    return LF_OK;
}

LF_ITERATE(vrbo, lf_lower_levels_point(&s->at));

static const lf_param vrbo_table[] = {
    LF_REAL(vrbo_params, gamma, 0.1, 0, 1e12, "x step [x^2/f]"),
    LF_REAL(vrbo_params, tau, 0.1, 0, 1e12, "y step [y^2/g]"),
    LF_COUNT(vrbo_params, T, 10, 1, 1e6, "y steps after each x step [steps]"),
    LF_COUNT(vrbo_params, q, 3, 1, 1e9, "the estimates begin anew in every q-th step [steps]"),
    LF_COUNT(vrbo_params, Q, 10, 0, 1e6, "products of the series [1]"),
    LF_REAL(vrbo_params, eta_n, 0, 0, 1e12, "step of the series; 0: 1 / L_y [y^2/g]"),
    LF_LOWER_LEVELS_PARAMS(vrbo_params, at),
    LF_LOWER_LEVELS_ANEW(vrbo_params, at),
    {0},
};

LF_ALGORITHM(vrbo, .doc = "bilevel: SARAH on the hypergradient, T lower steps to each x step",
             .source = "Yang, Ji & Liang 2021, arXiv:2106.04692",
             .when = "a comparison needs the double loop beside MRBO: full passes and two points a "
                     "batch make it the dearest step of all",
             .view = LF_VIEW_BILEVEL);
