/**
 * @file storm_penalty.c
 * @brief A quadratic penalty of growing weight, minimised by STORM steps in a single loop.
 *
 *     D(x) = zeta_f(x) + rho_k sum_j [g_j(x; B')]_+ zeta_j(x; B),   B and B' independent
 *     v <- D(x_k) + (1 - a_k) (v - D(x_{k-1})),   both D on the batches of step k
 *     x_{k+1} = P_X(x_k - eta_k v)
 *     rho_k = rho0 (k+1)^{1/5},  eta_k = eta0 (k+1)^{-3/5},  a_k = min(1, a0 (k+1)^{-4/5})
 *
 * The violation falls only like 1/rho_k: compare with others at equal violation.
 *
 * Source:    Alacaoglu & Wright 2024, arXiv:2311.00678, for the form, from its abstract; the
 *            exponents are our own, chosen to meet the order eps^-5 that is attributed to it.
 * Deviation: inequalities, where the source has equalities. The outer slope in zeta_j, of a
 *            constraint that is a nonlinear function of means, is the one at the means of B'.
 * Cost:      a step asks 2 b_f gradients of f (and 2 N_f values with f_arg=full, if f is nonlinear
 *            in an expectation), 2 b_g values and 2 b_g gradients of g; the first one half of that.
 * Memory:    5d doubles, at most 9 for each inner value and one for each constraint.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include <levelfield/math.h>

#include "algorithms/common/objective.h"
#include "algorithms/common/sampling.h"
#include "algorithms/constrained/parts/constraints.h"

typedef struct {
    double eta0, rho0, a0;
    int f_arg;
    size_t q, b_f, b_g;
} storm_penalty_params;

typedef struct {
    storm_penalty_params p;
    size_t d, k;
    lf_objective f;
    lf_batch B_f;
    lf_constraints slopes, values; /* on B and on B' */
    double *x, *x_last, *v;        /* d each */
    double *D, *D_last;            /* d each: D at x_k and at x_{k-1} */
    double *over;                  /* m: rho_k [g_j]_+ */
} storm_penalty_state;

static lf_status storm_penalty_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                    lf_arena *arena) {
    storm_penalty_state *s = state;
    storm_penalty_params *p = &s->p;
    *p = *(const storm_penalty_params *)params;
    p->q = lf_sampling_period(o, p->q);
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_objective_init(&s->f, (lf_f_arg)p->f_arg, p->b_f, p->q, o, arena));
    LF_TRY(lf_constraints_init(&s->slopes, o, arena));
    LF_TRY(lf_constraints_init(&s->values, o, arena));
    LF_TRY(lf_arena_vector(arena, s->values.m, &s->over));
    LF_TRY(LF_POINTS(arena, s->d, &s->x, &s->x_last, &s->v, &s->D, &s->D_last));
    lf_vec_copy(s->d, x0, s->x);
    lf_oracle_project(o, s->x);
    return LF_OK;
}

/* D (d) <- D(x) on the batches at hand. */
static lf_status storm_penalty_ask(storm_penalty_state *s, lf_oracle *o, double rho,
                                   const double *x, double *D) {
    LF_TRY(lf_objective_at(&s->f, o, &s->B_f, x, D)); /* zeta_f */
    LF_TRY(lf_constraints_values(&s->values, o, x, s->values.z, s->over));
    for (size_t j = 0; j < s->values.m; j++)
        s->over[j] = s->over[j] < 0 ? 0 : rho * s->over[j]; /* a NaN stays one */
    return lf_constraints_add(&s->slopes, o, x, s->values.z, s->over, D);
}

static lf_status storm_penalty_step(void *state, lf_oracle *o) {
    storm_penalty_state *s = state;
    const storm_penalty_params *p = &s->p;
    const double t = (double)s->k + 1, rho = p->rho0 * lf_pow(t, 0.2),
                 eta = p->eta0 * lf_pow(t, -0.6);
    const double kept = 1 - fmin(1, p->a0 * lf_pow(t, -0.8));         /* 1 - a_k, at first of 0 */
    LF_TRY(lf_constraints_draw_some(&s->slopes, o, 0, p->b_g, p->q)); /* B */
    LF_TRY(lf_constraints_draw_some(&s->values, o, 0, p->b_g, p->q)); /* B' */
    LF_TRY(lf_objective_draw(&s->f, o, s->slopes.batch, &s->B_f));
    LF_TRY(storm_penalty_ask(s, o, rho, s->x, s->D));
    if (s->k > 0) LF_TRY(storm_penalty_ask(s, o, rho, s->x_last, s->D_last));
    lf_vec_axpy(s->d, -1, s->D_last, s->v); /* nothing is asked from here on: the step is whole */
    lf_vec_axpby(s->d, 1, s->D, kept, s->v);
    lf_vec_copy(s->d, s->x, s->x_last);
    lf_vec_axpy(s->d, -eta, s->v, s->x);
    lf_oracle_project(o, s->x);
    s->k++;
    return LF_OK;
}

LF_ITERATE(storm_penalty, (lf_point){.w = s->x});

static const lf_param storm_penalty_table[] = {
    LF_REAL(storm_penalty_params, eta0, 0.1, 1e-300, 1e12, "step size at first [x^2/f]"),
    LF_REAL(storm_penalty_params, rho0, 1, 0, 1e12, "weight of the penalty at first [f/g^2]"),
    LF_REAL(storm_penalty_params, a0, 1, 0, 1e12, "weight of the news at first [1]"),
    LF_COUNT(storm_penalty_params, q, 0, 0, 1e9, "batches that make a pass; 0: ceil(sqrt(n)) [1]"),
    LF_COUNT(storm_penalty_params, b_f, 0, 0, 1e9, "rows for zeta_f; 0: 1/q of all [rows]"),
    LF_COUNT(storm_penalty_params, b_g, 0, 0, 1e9, "rows of B and of B'; 0: 1/q of all [rows]"),
    /* ours */
    LF_CHOICE(storm_penalty_params, f_arg, LF_F_ARG_FULL, LF_F_ARG_CHOICES,
              "outer slope of f from all rows, or from the batch"),
    {0},
};

LF_ALGORITHM(storm_penalty, .doc = "quadratic penalty of growing weight, STORM steps, one loop",
             .source = "Alacaoglu & Wright 2024, arXiv:2311.00678, exponents derived here",
             .when = "f and g are smooth and a violation that shrinks slowly will do; shows what a "
                     "quadratic penalty can",
             .view = LF_VIEW_CONSTRAINED, .sparse = true);
