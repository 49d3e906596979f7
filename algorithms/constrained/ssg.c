/**
 * @file ssg.c
 * @brief SSG and SSG-S: the switching subgradient method, with full or sampled subgradients.
 *
 *     v = g(x_k), the largest constraint
 *     v <= eps_k:  x_{k+1} = P_X(x_k - eta_k zeta_f)      k joins I
 *     else:        x_{k+1} = P_X(x_k - s_k zeta_g),       s_k = v / |zeta_g|^2 (Polyak) or eta_c,k
 *
 * Source:    Huang & Lin 2023, "Oracle complexity of single-loop switching subgradient methods for
 *            non-smooth weakly convex functional constrained optimization"; Polyak's step on the
 *            constraint is their rule for weakly convex g. The static and diminishing rules (one
 *            step for both branches; S = T/2) are cited from memory, not verified.
 * Deviation: the last iterate is judged by default (the paper draws a near-feasible one, output =
 *            random). Stochastic: v is g(x_k) on all rows, or with value=batch on one batch while
 *            zeta_g has a second, independent one, but its outer slope from v's rows. clip, wd and
 *            milestones are ours, and leave Polyak's step alone: its length is that of v.
 * Cost:      a step asks N_g values of g (value=batch: b_g); a near-feasible one b_f gradients of f
 *            (and N_f values with f_arg=full, if f is nonlinear in an expectation), another b_g
 *            gradients of g; deterministic: b_f = N_f, b_g = N_g.
 * Memory:    3d doubles, and at most 3 for each inner value.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/average.h"
#include "algorithms/common/objective.h"
#include "algorithms/common/sampling.h"
#include "algorithms/constrained/parts/conditioned.h"
#include "algorithms/constrained/parts/constraints.h"
#include "algorithms/constrained/parts/step_rule.h"

enum { SSG_POLYAK, SSG_STATIC };
enum { SSG_CONSTANT, SSG_DIMINISHING };
enum { SSG_EXACT, SSG_BATCH };
enum { SSG_LAST, SSG_RANDOM };

typedef struct {
    int mode;
    double eta, eta_c;   /* step sizes on f and, if static, on g */
    double eps;          /* what counts as feasible */
    int constraint_step; /* s_k */
    int rule;            /* of eta_k and eps_k */
    int value;           /* v on all rows or on a batch */
    int f_arg;
    size_t q, b_f, b_g;
    int output;
    size_t S; /* first step whose iterate may be drawn */
    lf_conditioned conditioned;
} ssg_params;

typedef struct {
    ssg_params p;
    lf_step_rule rule;
    size_t d, k;
    lf_objective f;
    lf_constraints g;
    lf_reservoir drawn;
    double *x;    /* d: x_k */
    double *zeta; /* d */
} ssg_state;

/* What depends on the mode. The default eps are near the violations that the tables of Liu & Xu
 * 2025 show for SSG and SSG-S; with eps = 0 most steps go to the constraint. */
static void ssg_settle(ssg_state *s, const lf_oracle *o) {
    ssg_params *p = &s->p;
    const bool whole = p->mode == LF_MODE_DETERMINISTIC;
    if (whole) p->b_f = p->b_g = LF_SAMPLING_ALL;
    if (p->eps < 0) p->eps = whole ? 5e-5 : 5e-4;
    p->q = lf_sampling_period(o, p->q);
    s->rule = p->rule == SSG_CONSTANT ? LF_STEP_RULE_CONSTANT : LF_STEP_RULE_KQ1;
}

static lf_status ssg_init(void *state, const void *params, lf_oracle *o, const double *x0,
                          lf_arena *arena) {
    ssg_state *s = state;
    s->p = *(const ssg_params *)params;
    ssg_settle(s, o);
    const ssg_params *p = &s->p;
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_objective_init(&s->f, (lf_f_arg)p->f_arg, p->b_f, p->q, o, arena));
    LF_TRY(lf_constraints_init(&s->g, o, arena));
    LF_TRY(lf_reservoir_init(&s->drawn, o, arena));
    LF_TRY(LF_POINTS(arena, s->d, &s->zeta, &s->x));
    lf_vec_copy(s->d, x0, s->x);
    lf_oracle_project(o, s->x);
    return LF_OK;
}

/* eta_k or s_k, zeta being zeta_f or zeta_g. Polyak's step has its length from the whole of it. */
static double ssg_size(ssg_state *s, bool feasible, double v) {
    const ssg_params *p = &s->p;
    const double size = !feasible && p->eta_c > 0 ? p->eta_c : p->eta;
    if (!feasible && p->constraint_step == SSG_POLYAK) return lf_step_rule_polyak(v, s->d, s->zeta);
    return lf_step_rule_size(s->rule, size, s->k, 1) *
           lf_conditioned_settle(&p->conditioned, s->k, s->d, s->x, s->zeta);
}

static lf_status ssg_step(void *state, lf_oracle *o) {
    ssg_state *s = state;
    const ssg_params *p = &s->p;
    const double eps = lf_step_rule_size(s->rule, p->eps, s->k, 1);
    size_t i; /* component of the largest constraint */
    lf_batch B;
    LF_TRY(lf_constraints_draw(&s->g, o, p->value == SSG_EXACT ? LF_SAMPLING_ALL : p->b_g, p->q));
    LF_TRY(lf_constraints_inner(&s->g, o, s->x, s->g.z));
    const double v = lf_constraints_max(&s->g, o, s->g.z, &i);
    if (v <= eps) { /* k joins I */
        LF_TRY(lf_objective_draw(&s->f, o, lf_constraints_whole(&s->g), &B));
        LF_TRY(lf_objective_at(&s->f, o, &B, s->x, s->zeta)); /* zeta_f */
    } else {
        LF_TRY(lf_constraints_draw_again(&s->g, o, i, p->b_g, p->q, NULL, &B));
        LF_TRY(lf_constraints_slope(&s->g, o, &B, s->g.z, s->x, s->zeta)); /* zeta_g */
    }
    const double size = ssg_size(s, v <= eps, v);
    if (v <= eps && p->output == SSG_RANDOM && s->k >= p->S)
        lf_reservoir_offer(&s->drawn, o, size, s->x);
    lf_vec_axpy(s->d, -size, s->zeta, s->x);
    lf_oracle_project(o, s->x);
    s->k++;
    return LF_OK;
}

LF_ITERATE(ssg, (lf_point){.w = s->drawn.weight > 0 ? s->drawn.x : s->x});

static const lf_param ssg_table[] = {
    LF_CHOICE(ssg_params, mode, LF_MODE_STOCHASTIC, LF_MODE_CHOICES,
              "deterministic (SSG): all rows everywhere; stochastic: SSG-S"),
    LF_REAL(ssg_params, eta, 1e-3, 1e-300, 1e12, "step size [x^2/f]"),
    LF_REAL_AUTO(ssg_params, eps, -1, 0, 1e12,
                 "constraint value that counts as feasible; -1: 5e-5, stochastic 5e-4 [g]"),
    LF_CHOICE(ssg_params, constraint_step, SSG_POLYAK, "polyak|static",
              "step on the constraint: v/|zeta_g|^2, or a step of its own"),
    LF_REAL(ssg_params, eta_c, 0, 0, 1e12, "constraint_step=static: its size; 0: eta [x^2/g]"),
    LF_CHOICE(ssg_params, rule, SSG_CONSTANT, "constant|diminishing",
              "diminishing: eta, eta_c and eps are divided by sqrt(k+1)"),
    LF_CHOICE(ssg_params, output, SSG_LAST, "last|random",
              "random: a near-feasible iterate, drawn in proportion to eta_k"),
    LF_COUNT(ssg_params, S, 0, 0, 1e12, "first step whose iterate may be drawn [steps]"),
    LF_COUNT(ssg_params, q, 0, 0, 1e9, "batches that make a pass; 0: ceil(sqrt(n)) [1]"),
    LF_COUNT(ssg_params, b_f, 0, 0, 1e9, "rows for zeta_f; 0: 1/q of all [rows]"),
    LF_COUNT(ssg_params, b_g, 0, 0, 1e9, "rows for zeta_g; 0: 1/q of all [rows]"),
    /* ours */
    LF_CONDITIONED_PARAMS(ssg_params, conditioned),
    LF_CHOICE(ssg_params, value, SSG_EXACT, "exact|batch",
              "v from all rows, or from a batch of b_g (stochastic only)"),
    LF_CHOICE(ssg_params, f_arg, LF_F_ARG_FULL, LF_F_ARG_CHOICES,
              "outer slope of f from all rows, or from the batch"),
    {0},
};

LF_ALGORITHM(ssg, .doc = "switching subgradient method: down f where nearly feasible, else down g",
             .source = "Huang & Lin 2023, single-loop switching subgradient method",
             .when =
                 "a full pass over g in each step is no burden (value=batch does without), and a "
                 "step size and a tolerance are all that is to be tuned",
             .view = LF_VIEW_CONSTRAINED, .sparse = true);
