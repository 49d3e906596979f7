/**
 * @file f2sa.c
 * @brief F2SA and its momentum form: gradients alone, with a penalty lam on the lower level in
 *        place of second derivatives.
 *
 *     T times:  z <- z - tau tau_t gg(x, z; J)
 *               y <- y - (tau tau_t / lam_t) (gy(x, y; K) + lam_t gg(x, y; J'))
 *     x <- Pi_X[x - gamma eta_t (gx(x, y; K') + lam_t (dg/dx(x, y; J'') - dg/dx(x, z; J'')))]
 *     lam_t = lam0 ((t + c0) / (1 + c0))^(a-c),   eta_t = (t + c0)^-a,   tau_t = (t + c0)^-c
 *
 * z follows argmin g(x, .) and is what is judged; y that of f + lam g, a distance O(1/lam) away. x
 * descends on L_lam(x) = min_y (f + lam g) - lam min_z g, whose gradient is that of F to O(1/lam).
 * momentum=storm keeps an estimate of each of the gradients, E <- new + (1 - be_t) (E - old), be_t
 * = min(1, beta tau_t^2), from one batch at this point and the one where it was asked last. Then
 * a = 3/5 and c = 2/5, else 5/7 and 4/7.
 *
 * Source:    Kwon, Kwon, Wright & Nowak 2023, arXiv:2301.10945; the exponents are derived from its
 *            stated rates.
 * Deviation: both dg/dx are of one batch, as two would add lam^2 times their variance: pair=fresh.
 *            Samples are drawn with replacement, unless a batch reaches all of them.
 *            sched=printed and native are the same; swapped holds lam at lam0.
 * Cost:      a step asks each level for T b_f samples of role upper and as many gradients (b_f more
 *            of both if f depends on x itself); of role lower (2T + 1) b_g samples, b_g more with
 *            pair=fresh, and (2T + 2) b_g gradients. momentum=storm: twice the gradients from the
 *            second step on. The start asks nothing.
 * Memory:    9d doubles, 7n over all y_i, and 7 times the longest y_i.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include <levelfield/math.h>

#include "algorithms/bilevel/parts/lower_levels.h"
#include "algorithms/bilevel/parts/storm.h"
#include "algorithms/bilevel/parts/two_scale.h"

/** The choices of a parameter `momentum`, in this order; and of `pair`. */
typedef enum { F2SA_NONE, F2SA_STORM } f2sa_momentum;
typedef enum { F2SA_SAME, F2SA_FRESH } f2sa_pair;

typedef struct {
    lf_lower_levels_params at;
    lf_two_scale_params scale;
    double lam0, beta;
    size_t T;
    int momentum, pair;
} f2sa_params;

/* One of the two points that the same batches are asked at, and what they say there. */
typedef struct {
    double *x, *y, *z;    /* d, n, n */
    double *g_z, *g_y;    /* longest: gg(x, z) and gg(x, y) of one level */
    double *f_y;          /* longest: gy(x, y) of one level */
    double *f_x, *across; /* d: gx and dg/dx(x, y) - dg/dx(x, z), summed over levels */
} f2sa_place;

typedef struct {
    f2sa_params p;
    lf_lower_levels at; /* its y is z */
    lf_two_scale scale;
    f2sa_place place[2];     /* (x, y, z), and where the same was asked last */
    double *g_z, *g_y, *f_y; /* n: estimates of these */
    double *f_x, *across;    /* d */
    double lam, be;          /* of this step */
    size_t t, places;        /* steps begun; points to ask at */
} f2sa_state;

static lf_status f2sa_take(f2sa_state *s, lf_arena *arena) {
    const size_t d = s->at.d, n = s->at.n, longest = s->at.longest;
    f2sa_place *now = s->place, *old = s->place + 1;
    LF_TRY(LF_VECTORS(arena, n, &now->y, &old->y, &old->z, &s->g_z, &s->g_y, &s->f_y));
    LF_TRY(LF_VECTORS(arena, d, &old->x, &s->f_x, &s->across));
    LF_TRY(LF_VECTORS(arena, d, &now->f_x, &now->across, &old->f_x, &old->across));
    LF_TRY(LF_VECTORS(arena, longest, &now->g_z, &now->g_y, &now->f_y));
    LF_TRY(LF_VECTORS(arena, longest, &old->g_z, &old->g_y, &old->f_y));
    now->x = s->at.x;
    now->z = s->at.y;
    lf_vec_copy(n, now->z, now->y);
    return LF_OK;
}

static lf_status f2sa_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    f2sa_state *s = state;
    s->p = *(const f2sa_params *)params;
    const bool storm = s->p.momentum == F2SA_STORM;
    const lf_exponents by = storm ? (lf_exponents){3. / 5, 2. / 5} : (lf_exponents){5. / 7, 4. / 7};
    if (storm && s->p.T != 1)
        return lf_fail(LF_BAD_ARGUMENT,
                       "T=%zu: momentum=storm has one y step before each x step; "
                       "set T=1, or momentum=none",
                       s->p.T);
    LF_TRY(lf_two_scale_init(&s->scale, &s->p.scale, by, by));
    LF_TRY(lf_lower_levels_init(&s->at, &s->p.at, false, o, x0, arena));
    return f2sa_take(s, arena);
}

/* What holds in step t = 1, 2, ... */
static void f2sa_begin(f2sa_state *s) {
    const double at = (double)++s->t + s->scale.c0, first = 1 + s->scale.c0;
    const bool storm = s->p.momentum == F2SA_STORM && s->t > 1; /* else there is nothing before */
    s->lam = s->p.lam0 * lf_pow(at / first, fmax(0, s->scale.by.x - s->scale.by.y));
    const double square = s->scale.scale * s->scale.scale * lf_pow(at, -2 * s->scale.by.y);
    s->be = storm ? lf_storm_weight(s->p.beta, square) : 1; /* square: tau_t^2 */
    s->places = storm ? 2 : 1;
}

/* z_i and y_i make a step. */
static lf_status f2sa_lower(f2sa_state *s, lf_oracle *o, size_t i, double step) {
    const size_t d_i = lf_lower_levels_length(&s->at, i), from = s->at.start[i];
    const f2sa_place *now = s->place, *old = s->place + 1;
    double *g_z = s->g_z + from, *g_y = s->g_y + from, *f_y = s->f_y + from;
    lf_batch J, K, J_y;
    LF_TRY(lf_lower_levels_draw_g(&s->at, o, i, &J));
    LF_TRY(lf_lower_levels_draw_f(&s->at, o, i, &K));
    LF_TRY(lf_lower_levels_draw_g(&s->at, o, i, &J_y));
    for (const f2sa_place *at = now; at < now + s->places; at++) {
        lf_vec_zero(d_i, at->g_z);
        lf_vec_zero(d_i, at->f_y);
        lf_vec_zero(d_i, at->g_y);
        LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, at->z + from, at->g_z));
        LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, at->y + from, NULL, at->f_y));
        LF_TRY(lf_oracle_lower_gradient(o, &J_y, at->x, at->y + from, at->g_y));
    }
    lf_storm_track(d_i, s->be, 1, old->g_z, now->g_z, g_z);
    lf_storm_track(d_i, s->be, 1, old->f_y, now->f_y, f_y);
    lf_storm_track(d_i, s->be, 1, old->g_y, now->g_y, g_y);
    lf_vec_copy(d_i, now->z + from, old->z + from);
    lf_vec_copy(d_i, now->y + from, old->y + from);
    lf_vec_axpy(d_i, -step, g_z, now->z + from);
    lf_vec_axpy(d_i, -step / s->lam, f_y, now->y + from);
    lf_vec_axpy(d_i, -step, g_y, now->y + from);
    return LF_OK;
}

/* f_x += gx and across += dg/dx(x, y) - dg/dx(x, z) of level i. */
static lf_status f2sa_upper(f2sa_state *s, lf_oracle *o, size_t i) {
    const size_t from = s->at.start[i];
    lf_batch K, J, J_z;
    if (s->at.direct) LF_TRY(lf_lower_levels_draw_f(&s->at, o, i, &K));
    LF_TRY(lf_lower_levels_draw_g(&s->at, o, i, &J));
    J_z = J;
    if (s->p.pair == F2SA_FRESH) LF_TRY(lf_lower_levels_draw_g(&s->at, o, i, &J_z));
    for (const f2sa_place *at = s->place; at < s->place + s->places; at++) {
        if (s->at.direct)
            LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, at->y + from, at->f_x, NULL));
        lf_vec_scale(s->at.d, -1, at->across);
        LF_TRY(lf_oracle_lower_gradient_x(o, &J_z, at->x, at->z + from, at->across));
        lf_vec_scale(s->at.d, -1, at->across);
        LF_TRY(lf_oracle_lower_gradient_x(o, &J, at->x, at->y + from, at->across));
    }
    return LF_OK;
}

static lf_status f2sa_step(void *state, lf_oracle *o) {
    f2sa_state *s = state;
    lf_lower_levels *at = &s->at;
    const f2sa_place *now = s->place, *old = s->place + 1;
    f2sa_begin(s);
    const lf_two_steps steps = lf_two_scale_at(&s->scale, s->t);
    const double share = 1 / (double)at->m;
    lf_lower_levels_remember(at, o);
    for (size_t k = 0; k < s->p.T; k++) { /* y and z are new before a later refusal */
        for (size_t i = 0; i < at->m; i++)
            LF_TRY(f2sa_lower(s, o, i, steps.y));
        lf_oracle_project_y(o, now->z);
        lf_oracle_project_y(o, now->y);
    }
    for (const f2sa_place *to = now; to < now + 2; to++) {
        lf_vec_zero(at->d, to->f_x);
        lf_vec_zero(at->d, to->across);
    }
    for (size_t i = 0; i < at->m; i++)
        LF_TRY(f2sa_upper(s, o, i));
    lf_storm_track(at->d, s->be, share, old->f_x, now->f_x, s->f_x);
    lf_storm_track(at->d, s->be, share, old->across, now->across, s->across);
    lf_vec_copy(at->d, at->x, old->x);
    lf_vec_copy(at->d, s->f_x, at->z);
    lf_vec_axpy(at->d, s->lam, s->across, at->z);
    lf_lower_levels_step_x(at, o, steps.x);
    return LF_OK;
}

LF_ITERATE(f2sa, lf_lower_levels_point(&s->at));

static const lf_param f2sa_table[] = {
    LF_TWO_SCALE_PARAMS(f2sa_params, scale),
    LF_REAL(f2sa_params, lam0, 1, 1e-12, 1e12, "the first penalty of the lower level [f/g]"),
    LF_COUNT(f2sa_params, T, 1, 1, 1e6, "y and z steps before each x step [steps]"),
    LF_CHOICE(f2sa_params, momentum, F2SA_NONE, "none|storm",
              "gradients as they are drawn, or STORM's estimates of each"),
    LF_REAL(f2sa_params, beta, 1, 0, 1e12, "storm: weight of the news, min(1, beta tau_t^2) [1]"),
    LF_CHOICE(f2sa_params, pair, F2SA_SAME, "same|fresh", "batches of the two dg/dx: one, or two"),
    LF_LOWER_LEVELS_PARAMS(f2sa_params, at),
    /* ours */
    LF_TWO_SCALE_FIRST_Y(f2sa_params, scale),
    {0},
};

LF_ALGORITHM(f2sa, .doc = "bilevel: gradients alone, a penalty in place of second derivatives",
             .source = "Kwon, Kwon, Wright & Nowak 2023, arXiv:2301.10945",
             .when = "second derivatives of the lower level are out of reach, as those of large "
                     "models are: it asks for gradients alone",
             .view = LF_VIEW_BILEVEL);
