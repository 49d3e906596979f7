/**
 * @file srba.c
 * @brief SRBA and SPABA: SARAH's recursion on the three directions, begun anew now and then.
 *
 *     begun anew:  E <- D at (x, y, v) on init_f and init_g samples, as a rule all
 *     else:        E <- E + D(new) - D(old),  both from one K and one J
 *     x <- Pi_X[x - gamma E_x],   y <- y - tau E_y,   v <- v - tau_v tau E_v,  then |v| <= C_v
 *
 * reset=period (SRBA) begins anew in every q-th step, q = period_frac (N_f + N_g) / b; reset=coin
 * (SPABA) with a probability p in each. The first step always does.
 *
 * Source:    Dagreou, Moreau, Vaiter & Ablin 2023, arXiv:2302.08766 (period), checked against its
 *            authors' code; Chu, Xu, Yao & Zhang 2024, arXiv:2405.18777 (coin), from memory.
 * Deviation: samples are drawn with replacement, unless a batch reaches all of them; v is projected
 *            only if C_v is set.
 * Cost:      a step asks each level for b_f samples of role upper, 2 b_f gradients (4 b_f if f
 *            depends on x itself), b_g samples of role lower, 2 b_g each of gradients, hvp and jvp;
 *            one that begins anew for init_f and init_g samples in place of b_f and b_g, at one
 *            point. The start asks nothing.
 * Memory:    6d doubles, 10n over all y_i, and the longest y_i.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/bilevel/parts/directions.h"

/** The choices of a parameter `reset`, in this order. */
typedef enum { SRBA_PERIOD, SRBA_COIN } srba_reset;

typedef struct {
    lf_lower_levels_params at;
    lf_directions_params three;
    double gamma, tau, period_frac, p;
    int reset;
} srba_params;

typedef struct {
    srba_params p;
    lf_lower_levels at;
    double *v, *v_old;  /* n: estimates of -Hyy^-1 gy */
    lf_directions E, D; /* the estimate, and what it is to be after the step */
    lf_directions old;
    size_t t;
} srba_state;

/* Samples of one level's two functions, and b of them a step. */
static double srba_passes(const srba_state *s, const lf_oracle *o) {
    const size_t upper = lf_oracle_component(o, LF_ROLE_UPPER, 0)->samples;
    const size_t lower = lf_oracle_component(o, LF_ROLE_LOWER, 0)->samples;
    return (double)(upper + lower) / (double)s->at.p.b;
}

static lf_status srba_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    srba_state *s = state;
    s->p = *(const srba_params *)params;
    LF_TRY(lf_lower_levels_init(&s->at, &s->p.at, true, o, x0, arena));
    if (s->p.p == 0) s->p.p = 1 / (srba_passes(s, o) + 1);
    LF_TRY(LF_VECTORS(arena, s->at.n, &s->v, &s->v_old));
    LF_TRY(lf_directions_take(&s->E, 1, &s->at, arena));
    LF_TRY(lf_directions_take(&s->D, 1, &s->at, arena));
    return lf_directions_take(&s->old, 1, &s->at, arena);
}

/* Does step t = 1, 2, ... begin anew? */
static bool srba_resets(const srba_state *s, lf_oracle *o) {
    if (s->p.reset == SRBA_COIN) return lf_oracle_uniform(o) < s->p.p || s->t == 1;
    const double q = fmax(1, floor(s->p.period_frac * srba_passes(s, o)));
    return fmod((double)(s->t - 1), q) == 0;
}

/* D += the three directions of J's level at (x, y_i, v_i); y and v (n) are of all levels. */
static lf_status srba_ask(const lf_lower_levels *at, lf_oracle *o, const lf_batch *K,
                          const lf_batch *J, const double *x, const double *y, const double *v,
                          lf_directions *D) {
    const size_t from = at->start[J->component];
    LF_TRY(lf_oracle_upper_gradient(o, K, x, y + from, at->direct ? D->x : NULL, D->v + from));
    LF_TRY(lf_oracle_lower_gradient(o, J, x, y + from, D->y + from));
    LF_TRY(lf_oracle_lower_hvp(o, J, x, y + from, v + from, D->v + from));
    return lf_oracle_lower_jvp(o, J, x, y + from, v + from, D->x);
}

static lf_status srba_step(void *state, lf_oracle *o) {
    srba_state *s = state;
    lf_lower_levels *at = &s->at;
    s->t++;
    const bool anew = srba_resets(s, o);
    lf_directions_zero(at, &s->D);
    lf_directions_zero(at, &s->old);
    for (size_t i = 0; i < at->m; i++) {
        lf_batch K, J;
        LF_TRY(anew ? lf_lower_levels_draw_anew(at, o, i, &K, &J)
                    : lf_lower_levels_draw_pair(at, o, i, &K, &J));
        LF_TRY(srba_ask(at, o, &K, &J, at->x, at->y, s->v, &s->D));
        if (anew) continue;
        LF_TRY(srba_ask(at, o, &K, &J, at->x_old, at->y_old, s->v_old, &s->old));
    }
    lf_lower_levels_remember(at, o); /* nothing is asked from here on: the step is whole */
    lf_vec_copy(at->n, s->v, s->v_old);
    const double share = 1 / (double)at->m, keep = anew ? 0 : 1;
    lf_vec_axpby(at->d, share, s->D.x, keep, s->E.x); /* E <- E + D(new) - D(old) */
    lf_vec_axpby(at->n, 1, s->D.y, keep, s->E.y);
    lf_vec_axpby(at->n, 1, s->D.v, keep, s->E.v);
    lf_vec_axpy(at->d, -share, s->old.x, s->E.x);
    lf_vec_axpy(at->n, -1, s->old.y, s->E.y);
    lf_vec_axpy(at->n, -1, s->old.v, s->E.v);
    lf_vec_copy(at->d, s->E.x, at->z);
    lf_lower_levels_step_x(at, o, s->p.gamma);
    lf_lower_levels_step_y(at, o, s->p.tau, s->E.y);
    lf_directions_move_v(at, &s->p.three, s->p.tau, s->E.v, s->v);
    return LF_OK;
}

LF_ITERATE(srba, lf_lower_levels_point(&s->at));

static const lf_param srba_table[] = {
    LF_REAL(srba_params, gamma, 0.1, 0, 1e12, "x step [x^2/f]"),
    LF_REAL(srba_params, tau, 0.1, 0, 1e12, "y step [y^2/g]"),
    LF_DIRECTIONS_PARAMS(srba_params, three),
    LF_CHOICE(srba_params, reset, SRBA_PERIOD, "period|coin",
              "when the estimates begin anew: in every q-th step, or with probability p"),
    LF_REAL(srba_params, period_frac, 0.5, 0, 1e12, "period: q over the steps of a pass [1]"),
    LF_REAL(srba_params, p, 0, 0, 1, "coin: its probability; 0: b / (N_f + N_g + b) [1]"),
    LF_LOWER_LEVELS_PARAMS(srba_params, at),
    LF_LOWER_LEVELS_ANEW(srba_params, at),
    {0},
};

LF_ALGORITHM(srba, .doc = "bilevel: SARAH on the three directions, begun anew now and then",
             .source = "Dagreou, Moreau, Vaiter & Ablin 2023, arXiv:2302.08766",
             .when = "the data are finite and high accuracy is wanted: begins anew now and then "
                     "with a full pass",
             .view = LF_VIEW_BILEVEL, .whole = true);
