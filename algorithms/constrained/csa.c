/**
 * @file csa.c
 * @brief CSA: cooperative stochastic approximation, a switching subgradient method for constraints
 *        that are known from samples alone.
 *
 *     v = G(x_k; B_c);   v <= eta_k:  x_{k+1} = P_X(x_k - gamma_k zeta_f)      k joins B
 *                        else:        x_{k+1} = P_X(x_k - gamma_k zeta_g)
 *
 * The average is that of the paper: of x_k over k >= S in B, with weights gamma_k. Which side a
 * step is on depends on the noise of v, so the point that the steps settle at is off by about as
 * much: a larger B_c moves it closer, more steps do not.
 *
 * Source:    Lan & Zhou 2020, "Algorithms for stochastic optimization with function or expectation
 *            constraints", arXiv:1604.03887, Algorithm 1. The update and steps of 1/sqrt(k+1) are
 *            those of two public implementations; the weights of the average are from memory.
 * Deviation: of several constraints g is the largest. zeta_g has a batch of its own beside that
 *            of v, and its outer slope is the one at v's batch.
 * Cost:      a step asks b_c values of g; a near-feasible one b_f gradients of f (and N_f values
 *            with f_arg=full, if f is nonlinear in an expectation), another b_g gradients of g;
 *            deterministic: b_f = N_f, b_g = b_c = N_g.
 * Memory:    3d doubles, and at most 3 for each inner value.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/average.h"
#include "algorithms/common/objective.h"
#include "algorithms/common/sampling.h"
#include "algorithms/constrained/parts/constraints.h"
#include "algorithms/constrained/parts/step_rule.h"

enum { CSA_CONSTANT, CSA_DIMINISHING };

typedef struct {
    int mode;
    double gamma; /* step size, on f and on g */
    double eta;   /* what counts as feasible */
    int rule;     /* of gamma_k and eta_k */
    int f_arg;
    size_t q, b_f, b_g, b_c;
    size_t S; /* first step whose point joins the average */
} csa_params;

typedef struct {
    csa_params p;
    lf_step_rule rule;
    size_t d, k;
    lf_objective f;
    lf_constraints g;
    lf_average mean; /* over B */
    double *x;       /* d: x_k */
    double *zeta;    /* d */
} csa_state;

static lf_status csa_init(void *state, const void *params, lf_oracle *o, const double *x0,
                          lf_arena *arena) {
    csa_state *s = state;
    csa_params *p = &s->p;
    *p = *(const csa_params *)params;
    if (p->mode == LF_MODE_DETERMINISTIC) p->b_f = p->b_g = p->b_c = LF_SAMPLING_ALL;
    p->q = lf_sampling_period(o, p->q);
    s->rule = p->rule == CSA_CONSTANT ? LF_STEP_RULE_CONSTANT : LF_STEP_RULE_KQ1;
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_objective_init(&s->f, (lf_f_arg)p->f_arg, p->b_f, p->q, o, arena));
    LF_TRY(lf_constraints_init(&s->g, o, arena));
    LF_TRY(lf_average_init(&s->mean, o, arena));
    LF_TRY(LF_POINTS(arena, s->d, &s->zeta, &s->x));
    lf_vec_copy(s->d, x0, s->x);
    lf_oracle_project(o, s->x);
    return LF_OK;
}

static lf_status csa_step(void *state, lf_oracle *o) {
    csa_state *s = state;
    const csa_params *p = &s->p;
    const double gamma = lf_step_rule_size(s->rule, p->gamma, s->k, 1);
    const double eta = lf_step_rule_size(s->rule, p->eta, s->k, 1);
    size_t i; /* component of the largest constraint */
    lf_batch B;
    LF_TRY(lf_constraints_draw(&s->g, o, p->b_c, p->q)); /* B_c */
    LF_TRY(lf_constraints_inner(&s->g, o, s->x, s->g.z));
    const double v = lf_constraints_max(&s->g, o, s->g.z, &i);
    if (v <= eta) { /* k joins B */
        if (s->k >= p->S) lf_average_add(&s->mean, s->d, gamma, s->x);
        LF_TRY(lf_objective_draw(&s->f, o, lf_constraints_whole(&s->g), &B));
        LF_TRY(lf_objective_at(&s->f, o, &B, s->x, s->zeta)); /* zeta_f */
    } else {
        LF_TRY(lf_constraints_draw_again(&s->g, o, i, p->b_g, p->q, NULL, &B));
        LF_TRY(lf_constraints_slope(&s->g, o, &B, s->g.z, s->x, s->zeta)); /* zeta_g */
    }
    lf_vec_axpy(s->d, -gamma, s->zeta, s->x);
    lf_oracle_project(o, s->x);
    s->k++;
    return LF_OK;
}

LF_ITERATE(csa, (lf_point){.w = s->x});
LF_AVERAGE(csa, (lf_point){.w = s->mean.weight > 0 ? s->mean.mean : s->x});

static const lf_param csa_table[] = {
    LF_CHOICE(csa_params, mode, LF_MODE_STOCHASTIC, LF_MODE_CHOICES,
              "deterministic: all rows everywhere"),
    LF_REAL(csa_params, gamma, 0.1, 1e-300, 1e12, "step size [x^2/f; on g: x^2/g]"),
    LF_REAL(csa_params, eta, 0.1, 0, 1e12, "constraint value that counts as feasible [g]"),
    LF_CHOICE(csa_params, rule, CSA_DIMINISHING, "constant|diminishing",
              "diminishing: gamma and eta are divided by sqrt(k+1)"),
    LF_COUNT(csa_params, S, 0, 0, 1e12, "first step whose point joins the average [steps]"),
    /* ours */
    LF_CHOICE(csa_params, f_arg, LF_F_ARG_FULL, LF_F_ARG_CHOICES,
              "outer slope of f from all rows, or from the batch"),
    LF_COUNT(csa_params, q, 0, 0, 1e9, "batches that make a pass; 0: ceil(sqrt(n)) [1]"),
    LF_COUNT(csa_params, b_f, 0, 0, 1e9, "rows for zeta_f; 0: 1/q of all [rows]"),
    LF_COUNT(csa_params, b_g, 0, 0, 1e9, "rows for zeta_g; 0: 1/q of all [rows]"),
    LF_COUNT(csa_params, b_c, 0, 0, 1e9, "rows for v; 0: 1/q of all [rows]"),
    {0},
};

LF_ALGORITHM(
    csa, .doc = "cooperative stochastic approximation: switching by a sampled constraint",
    .source = "Lan & Zhou 2020, arXiv:1604.03887, Algorithm 1",
    .when =
        "g is only known from samples, and a step size and a tolerance are all that is to be tuned",
    .view = LF_VIEW_CONSTRAINED, .average = csa_average, .sparse = true);
