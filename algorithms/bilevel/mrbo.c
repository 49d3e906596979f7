/**
 * @file mrbo.c
 * @brief MRBO and SUSTAIN: STORM on the gradient of the lower level and on a whole hypergradient,
 *        whose inverse is a Neumann series of fresh batches.
 *
 *     K, J and B_1, ..., B_Q are drawn once and asked at (x, y) and at the point before:
 *       h(x, y) = gx(x, y; K) - Jxy(x, y; J) q,   r_0 = gy(x, y; K),
 *         r_j = r_{j-1} - eta_n Hyy(x, y; B_j) r_{j-1},   q = eta_n (r_0 + ... + r_Q)
 *     w <- gg(x, y; J) + (1 - be_y) (w - gg(old; J)),   be_y = min(1, beta_y eta_t^2)
 *     d <- h(x, y) + (1 - be_x) (d - h(old)),           be_x = min(1, beta eta_t^2)
 *     x <- Pi_X[x - gamma eta_t d],   y <- y - tau tau_t w
 *
 * series=random (SUSTAIN) has q = Q eta_n r_p, p uniform in 0 .. Q-1, which needs p batches. On
 * several levels y and w are each level's own, and h is the mean. A finite Q leaves a bias.
 *
 * Source:    Yang, Ji & Liang 2021, arXiv:2106.04692 (terms); Khanduri, Zeng, Hong, Wai, Wang &
 *            Yang 2021, arXiv:2102.07367 (random); both checked against public code.
 * Deviation: samples are drawn with replacement, unless a batch reaches all of them; the estimates
 *            start from the first step's batch, at (x_0, y_0).
 * Cost:      a step asks each level for b_f samples of role upper, 2 b_f gradients (4 b_f if f
 *            depends on x itself); of role lower (1 + Q) b_g samples, 2 b_g gradients, 2 Q b_g hvp
 *            and 2 b_g jvp, with p for Q where series=random. The first step asks at one point.
 *            The start asks nothing.
 * Memory:    6d doubles, 3n over all y_i, and 8 times the longest y_i.
 */
#include <levelfield/algorithm.h>

#include "algorithms/bilevel/parts/lower_levels.h"
#include "algorithms/bilevel/parts/storm.h"
#include "algorithms/bilevel/parts/two_scale.h"

/** The choices of a parameter `series`, in this order. */
typedef enum { MRBO_TERMS, MRBO_RANDOM } mrbo_series;

typedef struct {
    lf_lower_levels_params at;
    lf_two_scale_params scale;
    double beta, beta_y, eta_n;
    size_t Q;
    int series;
} mrbo_params;

/* One of the two points that the same batches are asked at. */
typedef struct {
    const double *x, *y; /* of all levels */
    double *h;           /* d: summed over levels */
    double *gg, *r, *q;  /* longest d_i */
} mrbo_place;

typedef struct {
    mrbo_params p;
    lf_lower_levels at;
    lf_two_scale scale;
    double *w, *d, *product; /* n: estimates of gg; d; longest */
    mrbo_place place[2];     /* (x, y), and the point before */
    size_t t;
} mrbo_state;

static lf_status mrbo_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    mrbo_state *s = state;
    const lf_exponents third = {1. / 3, 1. / 3};
    const double L_y = lf_oracle_info(o)->L_y;
    s->p = *(const mrbo_params *)params;
    if (s->p.eta_n == 0 && L_y <= 0)
        return lf_fail(LF_BAD_ARGUMENT, "eta_n: the problem does not state how smooth its lower "
                                        "level is; set the step of the Neumann series");
    if (s->p.eta_n == 0) s->p.eta_n = 1 / L_y;
    if (s->p.series == MRBO_RANDOM && s->p.Q == 0)
        return lf_fail(LF_BAD_ARGUMENT,
                       "Q: a term drawn from none; series=random needs at least 1");
    LF_TRY(lf_two_scale_init(&s->scale, &s->p.scale, third, third));
    LF_TRY(lf_lower_levels_init(&s->at, &s->p.at, true, o, x0, arena));
    LF_TRY(lf_arena_vector(arena, s->at.n, &s->w));
    LF_TRY(lf_arena_vector(arena, s->at.d, &s->d));
    LF_TRY(lf_arena_vector(arena, s->at.longest, &s->product));
    s->place[0] = (mrbo_place){.x = s->at.x, .y = s->at.y};
    s->place[1] = (mrbo_place){.x = s->at.x_old, .y = s->at.y_old};
    for (mrbo_place *at = s->place; at < s->place + 2; at++) {
        LF_TRY(lf_arena_vector(arena, s->at.d, &at->h));
        LF_TRY(LF_VECTORS(arena, s->at.longest, &at->gg, &at->r, &at->q));
    }
    return LF_OK;
}

/* q <- -(the series for Hyy^-1 gy) at the first `places` points; r holds gy. */
static lf_status mrbo_invert(mrbo_state *s, lf_oracle *o, size_t i, size_t places) {
    const bool random = s->p.series == MRBO_RANDOM;
    const size_t n = lf_lower_levels_length(&s->at, i), from = s->at.start[i];
    const size_t Q = random ? (size_t)(lf_oracle_uniform(o) * (double)s->p.Q) : s->p.Q;
    for (size_t k = 0; k < places; k++)
        lf_vec_copy(n, s->place[k].r, s->place[k].q);
    for (size_t j = 0; j < Q; j++) {
        lf_batch B;
        LF_TRY(lf_lower_levels_draw_g(&s->at, o, i, &B));
        for (const mrbo_place *at = s->place; at < s->place + places; at++) {
            lf_vec_zero(n, s->product);
            LF_TRY(lf_oracle_lower_hvp(o, &B, at->x, at->y + from, at->r, s->product));
            lf_vec_axpy(n, -s->p.eta_n, s->product, at->r);
            lf_vec_axpby(n, 1, at->r, random ? 0 : 1, at->q);
        }
    }
    for (size_t k = 0; k < places; k++)
        lf_vec_scale(n, -s->p.eta_n * (random ? (double)s->p.Q : 1), s->place[k].q);
    return LF_OK;
}

/* gg of level i, and h += its hypergradient, at the first `places` points. */
static lf_status mrbo_ask(mrbo_state *s, lf_oracle *o, size_t i, size_t places) {
    const size_t n = lf_lower_levels_length(&s->at, i), from = s->at.start[i];
    lf_batch K, J;
    LF_TRY(lf_lower_levels_draw_pair(&s->at, o, i, &K, &J));
    for (const mrbo_place *at = s->place; at < s->place + places; at++) {
        double *gx = s->at.direct ? at->h : NULL;
        lf_vec_zero(n, at->r);
        lf_vec_zero(n, at->gg);
        LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, at->y + from, gx, at->r));
        LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, at->y + from, at->gg));
    }
    LF_TRY(mrbo_invert(s, o, i, places));
    for (const mrbo_place *at = s->place; at < s->place + places; at++)
        LF_TRY(lf_oracle_lower_jvp(o, &J, at->x, at->y + from, at->q, at->h));
    return LF_OK;
}

static lf_status mrbo_step(void *state, lf_oracle *o) {
    mrbo_state *s = state;
    lf_lower_levels *at = &s->at;
    const lf_two_steps now = lf_two_scale_at(&s->scale, ++s->t);
    const bool first = s->t == 1; /* with nothing before: the estimates are what its batch says */
    const double scale = now.eta * now.eta, be_x = lf_storm_weight(s->p.beta, scale);
    const double beta_y = s->p.beta_y > 0 ? s->p.beta_y : s->p.beta;
    const double be_y = lf_storm_weight(beta_y, scale), share = 1 / (double)at->m;
    for (size_t k = 0; k < 2; k++)
        lf_vec_zero(at->d, s->place[k].h);
    for (size_t i = 0; i < at->m; i++) {
        LF_TRY(mrbo_ask(s, o, i, first ? 1 : 2));
        lf_storm_track(lf_lower_levels_length(at, i), be_y, 1, s->place[1].gg, s->place[0].gg,
                       lf_lower_levels_at(at, s->w, i));
    }
    lf_lower_levels_remember(at, o); /* nothing is asked from here on: the step is whole */
    lf_storm_track(at->d, be_x, share, s->place[1].h, s->place[0].h, s->d);
    lf_vec_copy(at->d, s->d, at->z);
    lf_lower_levels_step_x(at, o, now.x);
    lf_lower_levels_step_y(at, o, now.y, s->w);
    return LF_OK;
}

LF_ITERATE(mrbo, lf_lower_levels_point(&s->at));

static const lf_param mrbo_table[] = {
    LF_TWO_SCALE_PARAMS(mrbo_params, scale),
    LF_REAL(mrbo_params, beta, 1, 0, 1e12, "momentum weight: min(1, beta eta_t^2) [1]"),
    LF_REAL(mrbo_params, beta_y, 0, 0, 1e12, "of the lower level's estimate; 0: beta [1]"),
    LF_CHOICE(mrbo_params, series, MRBO_TERMS, "terms|random",
              "the inverse: a whole series, or one term of it by chance"),
    LF_COUNT(mrbo_params, Q, 10, 0, 1e6, "products of the series; random: up to Q - 1 [1]"),
    LF_REAL(mrbo_params, eta_n, 0, 0, 1e12, "step of the series; 0: 1 / L_y [y^2/g]"),
    LF_LOWER_LEVELS_PARAMS(mrbo_params, at),
    /* ours */
    LF_TWO_SCALE_FIRST_Y(mrbo_params, scale),
    {0},
};

LF_ALGORITHM(mrbo, .doc = "bilevel: STORM on the hypergradient of a whole Neumann series",
             .source = "Yang, Ji & Liang 2021, arXiv:2106.04692; Khanduri et al. 2021, 2102.07367",
             .when = "the lower level is well conditioned, so that a short Neumann series is "
                     "accurate, and samples are dear",
             .view = LF_VIEW_BILEVEL, .whole = true);
