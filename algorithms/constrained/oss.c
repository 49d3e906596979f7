/**
 * @file oss.c
 * @brief IQRC with OSS: inexact proximal point steps, each solved by an online method with virtual
 *        queues.
 *
 *     d = V zeta_F + sum Q_j zeta_Gj,   z_{t+1} = P_X(z_t - d / (2a)),
 *     Q_j <- [Q_j + G_kj(z_t) + <zeta_Gj, z_{t+1} - z_t>]_+,   all on the batches of step t
 *
 * Source:    Yu, Neely & Wei 2017, "Online convex optimization with stochastic constraints", for
 *            the inner update with V = sqrt(T), a = T; Ma, Lin & Yang 2020, "Quadratically
 *            regularized subgradient methods for weakly convex optimization with weakly convex
 *            constraints", for the outer loop. That they call exactly this update OSS, and that its
 *            answer is the plain mean of z_t, is from memory, not verified.
 * Deviation: several constraints have a queue each; the last x_k is judged by default (the paper
 *            draws one at random, output=random).
 * Cost:      a step is one inner step: b_f gradients of f (and N_f values with f_arg=full, if f is
 *            nonlinear in an expectation), b_g values and, for each of a component's constraints,
 *            b_g gradients of g, on one batch; with slopes along the step b_g values, b_g gradients
 *            and b_g of these slopes.
 * Memory:    7d doubles and what linearised.h says, at most 3 for each inner value and 3 for
 *            each constraint.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/common/objective.h"
#include "algorithms/common/sampling.h"
#include "algorithms/constrained/parts/conditioned.h"
#include "algorithms/constrained/parts/constraints.h"
#include "algorithms/constrained/parts/linearised.h"
#include "algorithms/constrained/parts/proximal.h"

enum { OSS_LAST, OSS_RANDOM };

typedef struct {
    size_t T;       /* inner steps of an outer one */
    double V, a;    /* weight of the objective; the step size is 1/(2a) */
    double rho_hat; /* the proximal terms are rho_hat/2 |z - x_k|^2 */
    int f_arg, linearise;
    size_t q, b_f, b_g;
    int output;
    lf_conditioned conditioned;
} oss_params;

typedef struct {
    oss_params p;
    lf_objective f;
    lf_linearised g;
    lf_proximal outer;
    lf_reservoir drawn;
    size_t steps;             /* inner ones, of the whole run */
    double *direction, *move; /* d each: d, z_{t+1} - z_t */
    double *z_last;           /* d: z_t, once z has moved on */
    double *queue, *moved;    /* m each: Q_j, <zeta_Gj, z_{t+1} - z_t> */
} oss_state;

/* V and a as in Yu, Neely & Wei; rho_hat must exceed the weak convexity, twice is our choice. */
static lf_status oss_settle(oss_params *p, const lf_oracle *o) {
    const lf_problem_info *info = lf_oracle_info(o);
    p->q = lf_sampling_period(o, p->q);
    if (p->T == 0) p->T = p->q;
    if (p->V == 0) p->V = sqrt((double)p->T);
    if (p->a == 0) p->a = (double)p->T;
    p->conditioned.wd *= p->V; /* d is V times a gradient */
    p->conditioned.clip *= p->V;
    if (p->rho_hat >= 0) return LF_OK;
    p->rho_hat = 2 * fmax(info->rho_f, info->rho_g);
    if (isnan(info->rho_f) || isnan(info->rho_g))
        return lf_fail(LF_BAD_ARGUMENT,
                       "the problem does not know its weak convexity: set rho_hat");
    return LF_OK;
}

static lf_status oss_init(void *state, const void *params, lf_oracle *o, const double *x0,
                          lf_arena *arena) {
    oss_state *s = state;
    oss_params *p = &s->p;
    *p = *(const oss_params *)params;
    LF_TRY(oss_settle(p, o));
    LF_TRY(lf_objective_init(&s->f, (lf_f_arg)p->f_arg, p->b_f, p->q, o, arena));
    LF_TRY(lf_linearised_init(&s->g, (lf_linearise)p->linearise, o, arena));
    LF_TRY(lf_proximal_init(&s->outer, p->rho_hat / 2, p->rho_hat / 2, p->T, o, x0, arena));
    LF_TRY(lf_reservoir_init(&s->drawn, o, arena));
    const size_t d = s->outer.d, m = s->g.g.m;
    LF_TRY(LF_VECTORS(arena, d, &s->direction, &s->move, &s->z_last));
    return LF_VECTORS(arena, m, &s->moved, &s->queue);
}

/* The proximal terms of G_kj: in its value, and in every zeta_Gj that is kept or, where slopes are
 * asked for along the step, in d, which is to hold sum Q_j zeta_Gj. */
static void oss_pull(oss_state *s) {
    const lf_proximal *k = &s->outer;
    const double square = lf_proximal_square(k);
    double sum = 0;
    for (size_t j = 0; j < s->g.g.m; j++) {
        s->g.value[j] += k->r_g * square;
        sum += s->queue[j];
        if (!s->g.along) lf_proximal_pull(k, k->r_g, s->g.row + j * k->d);
    }
    if (s->g.along) lf_proximal_pull(k, k->r_g * sum, s->direction);
}

/* Q_j <- [Q_j + G_kj(z_t) + <zeta_Gj, z_{t+1} - z_t>]_+; `moved` lacks what oss_pull() gave to d
 * alone. */
static void oss_charge(oss_state *s) {
    const lf_proximal *k = &s->outer;
    double pull = 0;
    if (s->g.along)
        pull =
            2 * k->r_g * (lf_vec_dot(k->d, s->z_last, s->move) - lf_vec_dot(k->d, k->x, s->move));
    for (size_t j = 0; j < s->g.g.m; j++) {
        const double moved = s->g.along ? s->moved[j] + pull : s->moved[j];
        const double queue = s->queue[j] + s->g.value[j] + moved;
        s->queue[j] = queue < 0 ? 0 : queue; /* a NaN stays one */
    }
}

static lf_status oss_step(void *state, lf_oracle *o) {
    oss_state *s = state;
    lf_proximal *k = &s->outer;
    lf_batch B_f;
    if (k->t == 0) lf_vec_zero(s->g.g.m, s->queue); /* the inner method starts afresh */
    LF_TRY(lf_constraints_draw(&s->g.g, o, s->p.b_g, s->p.q));
    LF_TRY(lf_objective_draw(&s->f, o, s->g.g.batch, &B_f));
    LF_TRY(lf_linearised_ask(&s->g, o, k->z));                   /* g_j(z_t) and zeta_j */
    LF_TRY(lf_objective_at(&s->f, o, &B_f, k->z, s->direction)); /* zeta_f */
    lf_proximal_pull(k, k->r_f, s->direction);                   /* zeta_F */
    lf_vec_scale(k->d, s->p.V, s->direction);
    oss_pull(s);
    LF_TRY(lf_linearised_add(&s->g, o, k->z, s->queue, s->direction)); /* d */
    const double share =
        lf_conditioned_settle(&s->p.conditioned, s->steps++, k->d, k->z, s->direction);
    lf_average_add(&k->mean, k->d, 1, k->z);
    lf_vec_copy(k->d, k->z, s->z_last);
    lf_vec_copy(k->d, k->z, s->move);
    lf_vec_axpy(k->d, -share / (2 * s->p.a), s->direction, k->z);
    lf_oracle_project(o, k->z); /* z_{t+1} */
    lf_vec_axpby(k->d, 1, k->z, -1, s->move);
    LF_TRY(lf_linearised_along(&s->g, o, s->z_last, s->move, s->moved)); /* <zeta_j, move> */
    oss_charge(s);
    lf_proximal_next(k);
    if (k->t == 0 && s->p.output == OSS_RANDOM) lf_reservoir_offer(&s->drawn, o, 1, k->x);
    return LF_OK;
}

LF_ITERATE(oss, (lf_point){.w = s->drawn.weight > 0 ? s->drawn.x : s->outer.x});

static const lf_param oss_table[] = {
    LF_COUNT(oss_params, T, 0, 0, 1e9, "inner steps of an outer one; 0: q, one pass [steps]"),
    LF_REAL(oss_params, V, 0, 0, 1e12, "weight of the objective; 0: sqrt(T) [1]"),
    LF_REAL(oss_params, a, 0, 0, 1e12, "the step size is 1/(2a); 0: T [1]"),
    LF_REAL_AUTO(oss_params, rho_hat, -1, 0, 1e12,
                 "twice the proximal weight of f and g; -1: 2 max(rho_f, rho_g)"),
    LF_CHOICE(oss_params, output, OSS_LAST, "last|random", "which x_k is judged"),
    LF_COUNT(oss_params, q, 0, 0, 1e9, "batches that make a pass; 0: ceil(sqrt(n)) [1]"),
    LF_COUNT(oss_params, b_f, 0, 0, 1e9, "rows for zeta_f; 0: 1/q of all [rows]"),
    LF_COUNT(oss_params, b_g, 0, 0, 1e9, "rows for g and zeta_g; 0: 1/q of all [rows]"),
    /* ours */
    LF_CONDITIONED_PARAMS(oss_params, conditioned),
    LF_CHOICE(oss_params, linearise, LF_LINEARISE_AUTO, LF_LINEARISE_CHOICES, LF_LINEARISE_DOC),
    LF_CHOICE(oss_params, f_arg, LF_F_ARG_FULL, LF_F_ARG_CHOICES,
              "outer slope of f from all rows, or from the batch"),
    {0},
};

LF_ALGORITHM(
    oss, .doc = "quadratically regularised outer loop with an online inner method (virtual queues)",
    .source = "Ma, Lin & Yang 2020 (from memory); Yu, Neely & Wei 2017",
    .when = "constraints come one sample at a time and a guarantee is wanted: two loops, "
            "the inner one online",
    .view = LF_VIEW_CONSTRAINED);
