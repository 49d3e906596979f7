/**
 * @file icppac.c
 * @brief Inexact constrained proximal point method with constraint extrapolation (ConEx) inside:
 *        IPP-ConEx (deterministic) and ICPPAC (stochastic).
 *
 *     min F_k(z) s.t. G_kj(z) <= 0, j = 1..m; eta_t and tau_t divide
 *     s_j = (1 + theta_t) l_j - theta_t l_prev_j,   y_j <- [y_j + s_j / tau_t]_+
 *     z_{t+1} = argmin_X <zeta_f + sum y_j zeta_j, z> + R |z - x_k|^2 + eta_t/2 |z - z_t|^2
 *     l_j <- g_j(z_t) + <zeta_j, z_{t+1} - z_t> + r_g |z_{t+1} - x_k|^2,   R = r_f + r_g sum y_j
 *
 * Source:    Boob, Deng & Lan 2023, ConEx and Algorithm 4; as the baseline of Liu & Xu 2025
 *            (schedule=conex) and of the FCCO paper that names it ICPPAC (schedule=constant).
 *            That the quadratic terms stay exact (prox=implicit) is from memory, not verified.
 * Deviation: the multipliers are kept from one outer step to the next, which the sources leave
 *            open; each constraint has its own y_j and l_j. l_j and zeta_j of a step are of one
 *            batch; a batch that is asked about at z_{t-1} and z_t would cost another value.
 *            extrapolate=none, s_j = G_kj(z_t) itself, is what the code released with the FCCO
 *            paper does, whose previous model is the current one; theta = 0 still has l_j in s_j.
 *            output=inner judges z_t, as that code's curves do; the theory speaks of x_k.
 * Cost:      a step is one inner step: b_f gradients of f (and N_f values with f_arg=full, if f is
 *            nonlinear in an expectation), b_g values and, for each of a component's constraints,
 *            b_g gradients of g, on one batch; with slopes along the step b_g values, b_g gradients
 *            and b_g of these slopes (extrapolate=none: no slopes); deterministic: b_f = N_f, b_g =
 *            N_g.
 * Memory:    5d doubles and what linearised.h says, at most 3 for each inner value and 4 for
 *            each constraint.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/objective.h"
#include "algorithms/common/sampling.h"
#include "algorithms/constrained/parts/conditioned.h"
#include "algorithms/constrained/parts/constraints.h"
#include "algorithms/constrained/parts/linearised.h"
#include "algorithms/constrained/parts/proximal.h"

enum { ICPPAC_AUTO, ICPPAC_CONEX, ICPPAC_CONSTANT };
enum { ICPPAC_IMPLICIT, ICPPAC_EXPLICIT };
enum { ICPPAC_LINEAR, ICPPAC_NONE };
enum { ICPPAC_WEIGHTED, ICPPAC_PLAIN, ICPPAC_LAST };
enum { ICPPAC_CENTRE, ICPPAC_INNER };

typedef struct {
    int mode, schedule;
    double c1, c2, theta;
    size_t T_in;     /* inner steps of an outer one */
    double r_f, r_g; /* proximal weights */
    int prox, extrapolate, average, output, f_arg, linearise;
    size_t q, b_f, b_g;
    lf_conditioned conditioned;
} icppac_params;

typedef struct {
    icppac_params p;
    lf_objective f;
    lf_linearised g;
    lf_proximal outer;
    size_t steps;           /* inner ones, of the whole run */
    double *z_next;         /* d */
    double *zeta;           /* d: zeta_f + sum y_j zeta_j; then z_{t+1} - z_t */
    double *y, *l, *l_prev; /* m each: multipliers, linearised constraints */
} icppac_state;

/* What depends on the mode and was left open: the two papers' own schedules. */
static void icppac_settle(icppac_params *p, const lf_oracle *o) {
    const bool whole = p->mode == LF_MODE_DETERMINISTIC;
    if (whole) p->b_f = p->b_g = LF_SAMPLING_ALL;
    p->q = lf_sampling_period(o, p->q);
    if (p->T_in == 0) p->T_in = whole ? 50 : p->q;
    if (p->schedule == ICPPAC_AUTO) p->schedule = whole ? ICPPAC_CONEX : ICPPAC_CONSTANT;
    if (p->c1 == 0) p->c1 = p->schedule == ICPPAC_CONEX ? 20 : 10;
    if (p->c2 == 0) p->c2 = p->schedule == ICPPAC_CONEX ? 0.01 : 10;
}

static lf_status icppac_init(void *state, const void *params, lf_oracle *o, const double *x0,
                             lf_arena *arena) {
    icppac_state *s = state;
    icppac_params *p = &s->p;
    *p = *(const icppac_params *)params;
    icppac_settle(p, o);
    LF_TRY(lf_objective_init(&s->f, (lf_f_arg)p->f_arg, p->b_f, p->q, o, arena));
    LF_TRY(lf_linearised_init(&s->g, (lf_linearise)p->linearise, o, arena));
    LF_TRY(lf_proximal_init(&s->outer, p->r_f, p->r_g, p->T_in, o, x0, arena));
    const size_t d = s->outer.d;
    LF_TRY(LF_VECTORS(arena, d, &s->z_next, &s->zeta));
    LF_TRY(LF_VECTORS(arena, s->g.g.m, &s->y, &s->l, &s->l_prev));
    return LF_OK;
}

/* eta_t, tau_t and theta_t. */
static void icppac_schedule(const icppac_params *p, double t, double *eta, double *tau,
                            double *theta) {
    const bool constant = p->schedule == ICPPAC_CONSTANT;
    *eta = constant ? p->c1 : p->c1 * (t + 1);
    *tau = constant ? p->c2 : p->c2 / (t + 1);
    *theta = constant ? p->theta : t / (t + 1);
}

/* Where the linear models begin, l_j = l_prev_j = g_j(z_0); extrapolate=none has none and takes
 * G_kj(z_t) in each step. */
static void icppac_begin(icppac_state *s) {
    const bool none = s->p.extrapolate == ICPPAC_NONE;
    if (!none && s->outer.t > 0) return;
    const double added = none ? s->outer.r_g * lf_proximal_square(&s->outer) : 0;
    for (size_t j = 0; j < s->g.g.m; j++)
        s->l[j] = s->l_prev[j] = s->g.value[j] + added;
}

/* y_j <- [y_j + s_j / tau_t]_+, s_j = (1 + theta_t) l_j - theta_t l_prev_j; returns sum y_j. */
static double icppac_dual(icppac_state *s, double theta, double tau) {
    double sum = 0;
    for (size_t j = 0; j < s->g.g.m; j++) {
        const double extrapolated = (1 + theta) * s->l[j] - theta * s->l_prev[j];
        const double y = s->y[j] + extrapolated / tau;
        s->y[j] = y < 0 ? 0 : y; /* a NaN stays one */
        sum += s->y[j];
    }
    return sum;
}

/* z_next <- z_{t+1}, not projected: the proximal term with weight R is minimised exactly, or
 * followed down its gradient. */
static void icppac_primal(icppac_state *s, double eta, double R) {
    const lf_proximal *k = &s->outer;
    lf_vec_copy(k->d, k->z, s->z_next);
    if (s->p.prox == ICPPAC_IMPLICIT) {
        /* (eta z_t + 2 R x_k - zeta) / (eta + 2 R) */
        lf_vec_axpby(k->d, 2 * R / (eta + 2 * R), k->x, eta / (eta + 2 * R), s->z_next);
        lf_vec_axpy(k->d, -1 / (eta + 2 * R), s->zeta, s->z_next);
    } else {
        lf_proximal_pull(k, R, s->zeta);
        lf_vec_axpy(k->d, -1 / eta, s->zeta, s->z_next);
    }
}

/* l_j <- g_j(z_t) + <zeta_j, move>, which l_j holds, + r_g |z_{t+1} - x_k|^2, z having moved on. */
static void icppac_linearise(icppac_state *s, const double *move) {
    const lf_proximal *k = &s->outer;
    double square = lf_proximal_square(k);
    /* prox=explicit: its linearisation |z_t - x_k|^2 + 2 <z_t - x_k, move> */
    if (s->p.prox == ICPPAC_EXPLICIT) square -= lf_vec_dot(k->d, move, move);
    for (size_t j = 0; j < s->g.g.m; j++)
        s->l[j] = s->g.value[j] + s->l[j] + k->r_g * square;
}

static lf_status icppac_step(void *state, lf_oracle *o) {
    icppac_state *s = state;
    lf_proximal *k = &s->outer;
    const bool linear = s->p.extrapolate == ICPPAC_LINEAR;
    const double t = (double)k->t;
    double eta, tau, theta;
    lf_batch B_f;
    icppac_schedule(&s->p, t, &eta, &tau, &theta);
    LF_TRY(lf_constraints_draw(&s->g.g, o, s->p.b_g, s->p.q));
    LF_TRY(lf_objective_draw(&s->f, o, s->g.g.batch, &B_f));
    LF_TRY(lf_linearised_ask(&s->g, o, k->z));              /* g_j(z_t) and zeta_j */
    LF_TRY(lf_objective_at(&s->f, o, &B_f, k->z, s->zeta)); /* zeta_f */
    icppac_begin(s);
    const double sum = icppac_dual(s, theta, tau);
    LF_TRY(lf_linearised_add(&s->g, o, k->z, s->y, s->zeta)); /* zeta_f + sum y_j zeta_j */
    eta /= lf_conditioned_settle(&s->p.conditioned, s->steps++, k->d, k->z, s->zeta);
    icppac_primal(s, eta, k->r_f + sum * k->r_g);
    lf_oracle_project(o, s->z_next);
    double *move = s->zeta; /* z_{t+1} - z_t; the direction is used up */
    lf_vec_copy(k->d, s->z_next, move);
    lf_vec_axpy(k->d, -1, k->z, move);
    lf_vec_copy(s->g.g.m, s->l, s->l_prev);
    if (linear) LF_TRY(lf_linearised_along(&s->g, o, k->z, move, s->l)); /* <zeta_j, move> */
    lf_vec_copy(k->d, s->z_next, k->z);
    if (linear) icppac_linearise(s, move);
    /* x_{k+1}: weights gamma_t = t + 1, so that theta_t = gamma_{t-1} / gamma_t */
    const double weight = s->p.average == ICPPAC_WEIGHTED ? t + 1 : 1;
    if (s->p.average != ICPPAC_LAST) lf_average_add(&k->mean, k->d, weight, k->z);
    lf_proximal_next(k);
    return LF_OK;
}

LF_ITERATE(icppac, (lf_point){.w = s->p.output == ICPPAC_INNER ? s->outer.z : s->outer.x});

static const lf_param icppac_table[] = {
    LF_CHOICE(icppac_params, mode, LF_MODE_STOCHASTIC, LF_MODE_CHOICES,
              "deterministic (IPP-ConEx): all rows everywhere; stochastic: ICPPAC"),
    LF_CHOICE(icppac_params, schedule, ICPPAC_AUTO, "auto|conex|constant",
              "eta_t = c1 (t+1), tau_t = c2/(t+1), theta_t = t/(t+1); or c1, c2, theta; auto: "
              "conex if deterministic, else constant"),
    LF_REAL(icppac_params, c1, 0, 0, 1e12, "divides the primal step; 0: 20, constant 10 [g/x]"),
    LF_REAL(icppac_params, c2, 0, 0, 1e12, "divides the dual step; 0: 0.01, constant 10 [g]"),
    LF_REAL(icppac_params, theta, 0.1, 0, 1, "extrapolation, schedule=constant [1]"),
    LF_COUNT(icppac_params, T_in, 0, 0, 1e9,
             "inner steps of an outer one; 0: 50, stochastic q [steps]"),
    LF_REAL_AUTO(icppac_params, r_f, -1, 0, 1e12, "proximal weight of f; -1: the problem's rho_f"),
    LF_REAL_AUTO(icppac_params, r_g, -1, 0, 1e12, "proximal weight of g; -1: the problem's rho_g"),
    LF_CHOICE(icppac_params, average, ICPPAC_WEIGHTED, "weighted|plain|last",
              "x_{k+1}: mean of z_{t+1} with weights t+1, with equal ones, or the last z"),
    LF_COUNT(icppac_params, q, 0, 0, 1e9, "batches that make a pass; 0: ceil(sqrt(n)) [1]"),
    LF_COUNT(icppac_params, b_f, 0, 0, 1e9, "rows for zeta_f; 0: 1/q of all [rows]"),
    LF_COUNT(icppac_params, b_g, 0, 0, 1e9, "rows for g and zeta_g; 0: 1/q of all [rows]"),
    /* ours */
    LF_CONDITIONED_PARAMS(icppac_params, conditioned),
    LF_CHOICE(icppac_params, prox, ICPPAC_IMPLICIT, "implicit|explicit",
              "proximal terms kept exact, or linearised like f and g"),
    LF_CHOICE(icppac_params, extrapolate, ICPPAC_LINEAR, "linear|none",
              "s_j from the linearised constraints, or the value of the constraint at z_t"),
    LF_CHOICE(icppac_params, linearise, LF_LINEARISE_AUTO, LF_LINEARISE_CHOICES, LF_LINEARISE_DOC),
    LF_CHOICE(icppac_params, output, ICPPAC_CENTRE, "centre|inner",
              "what is judged: the centre x_k, or the inner iterate z_t"),
    LF_CHOICE(icppac_params, f_arg, LF_F_ARG_FULL, LF_F_ARG_CHOICES,
              "outer slope of f from all rows, or from the batch"),
    {0},
};

LF_ALGORITHM(icppac,
             .doc = "inexact proximal point method with constraint extrapolation (ConEx) inside",
             .source = "Boob, Deng & Lan 2023, ConEx and Algorithm 4",
             .when = "f or g is weakly convex and a stationary point with a guarantee is wanted; "
                     "two loops, the inner one primal-dual",
             .view = LF_VIEW_CONSTRAINED);
