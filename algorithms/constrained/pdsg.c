/**
 * @file pdsg.c
 * @brief Stochastic gradient descent on x and ascent on the multipliers of the Lagrangian, with a
 *        proportional and integral controller (nuPI) for the multipliers.
 *
 *     v = g(x_k; B),   xi <- nu xi + (1 - nu) v
 *     y_j <- [y_j + eta_y (Ki v_j + Kp (xi_j - the xi_j before))]_+,   sum y_j <= radius
 *     x <- P_X(step(x, zeta_f + sum_j y_j zeta_j)),   zeta_j of the same B
 *
 * Kp = 0, Ki = 1 is plain ascent; Kp = Ki = 1, nu = 0 is optimistic ascent. Where f or g is not
 * convex, x and y may circle for ever; a Kp > 0 damps that.
 *
 * Source:    Cotter et al. 2019, arXiv:1809.04198 (ascent, radius); Sohrabi, Ramirez, Zhang,
 *            Lacoste-Julien & Gallego-Posada 2024 (nuPI); both checked against public code.
 * Deviation: C < m asks some of the components: their multipliers alone move, and the slopes are
 *            raised by m/C; the radius is kept by projection. Rates in y beside losses in x ("proxy
 *            constraints") are left out. The average is over steps from S on, with weights eta_k.
 * Cost:      a step asks b_f gradients of f (and N_f values with f_arg=full, if f is nonlinear in
 *            an expectation), and b_g values and b_g gradients of each component asked.
 * Memory:    3d doubles and what update.h says, at most 4 for each inner value and 4 for each
 *            constraint.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/average.h"
#include "algorithms/common/objective.h"
#include "algorithms/common/sampling.h"
#include "algorithms/common/update.h"
#include "algorithms/constrained/parts/constraints.h"
#include "algorithms/constrained/parts/step_rule.h"

enum { PDSG_CONSTANT, PDSG_DIMINISHING };
enum { PDSG_DUAL, PDSG_JOINT };
enum { PDSG_SGD, PDSG_ZEROS };

typedef struct {
    double eta, eta_y;
    double Kp, Ki, nu;
    double radius; /* 0: none */
    int order, start, rule;
    lf_update_params update;
    int f_arg;
    size_t q, b_f, b_g, C;
    size_t S; /* first step whose point joins the average */
} pdsg_params;

typedef struct {
    pdsg_params p;
    lf_step_rule rule;
    size_t d, k;
    lf_objective f;
    lf_constraints g;
    lf_update update;
    lf_average mean;
    double *x, *zeta;            /* d each */
    double *y, *y_next, *xi, *v; /* m each: multipliers, those after the step, g smoothed, g */
    bool *seen;                  /* m: xi_j has begun */
} pdsg_state;

static lf_status pdsg_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    pdsg_state *s = state;
    pdsg_params *p = &s->p;
    *p = *(const pdsg_params *)params;
    p->q = lf_sampling_period(o, p->q);
    s->rule = p->rule == PDSG_CONSTANT ? LF_STEP_RULE_CONSTANT : LF_STEP_RULE_KQ1;
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_objective_init(&s->f, (lf_f_arg)p->f_arg, p->b_f, p->q, o, arena));
    LF_TRY(lf_constraints_init(&s->g, o, arena));
    LF_TRY(lf_update_init(&s->update, &p->update, s->d, arena));
    LF_TRY(lf_average_init(&s->mean, o, arena));
    LF_TRY(LF_VECTORS(arena, s->g.m, &s->y, &s->y_next, &s->xi, &s->v));
    LF_TRY(lf_arena_array(arena, s->g.m, sizeof *s->seen, &s->seen));
    LF_TRY(LF_POINTS(arena, s->d, &s->zeta, &s->x));
    lf_vec_copy(s->d, x0, s->x);
    lf_oracle_project(o, s->x);
    return LF_OK;
}

/* y_next, until now y, after a step of the multipliers whose constraints were asked; xi moves with
 * them. */
static void pdsg_ascend(pdsg_state *s, double eta_y) {
    const pdsg_params *p = &s->p;
    double sum = 0;
    for (size_t n = 0; n < s->g.drawn; n++)
        for (size_t j = s->g.first[s->g.id[n]]; j < s->g.first[s->g.id[n] + 1]; j++) {
            const double v = s->v[j], before = s->seen[j] || p->start == PDSG_ZEROS ? s->xi[j] : v;
            s->xi[j] = p->nu * before + (1 - p->nu) * v;
            s->seen[j] = true;
            const double y = s->y[j] + eta_y * (p->Ki * v + p->Kp * (s->xi[j] - before));
            s->y_next[j] = y < 0 ? 0 : y; /* a NaN stays one */
        }
    for (size_t j = 0; j < s->g.m; j++)
        sum += s->y_next[j];
    if (p->radius == 0 || !(sum > p->radius)) return;
    const lf_domain simplex = {.kind = LF_DOMAIN_SIMPLEX, .n = s->g.m, .upper = 1};
    lf_vec_scale(s->g.m, 1 / p->radius, s->y_next);
    lf_domain_project(&simplex, s->y_next);
    lf_vec_scale(s->g.m, p->radius, s->y_next);
}

static lf_status pdsg_step(void *state, lf_oracle *o) {
    pdsg_state *s = state;
    const pdsg_params *p = &s->p;
    const double eta = lf_step_rule_size(s->rule, p->eta, s->k, 1);
    const double eta_y = lf_step_rule_size(s->rule, p->eta_y, s->k, 1);
    lf_batch B_f;
    LF_TRY(lf_constraints_draw_some(&s->g, o, p->C, p->b_g, p->q)); /* B */
    LF_TRY(lf_objective_draw(&s->f, o, &s->g.batch[*s->g.id], &B_f));
    LF_TRY(lf_constraints_values(&s->g, o, s->x, s->g.z, s->v));
    LF_TRY(lf_objective_at(&s->f, o, &B_f, s->x, s->zeta)); /* zeta_f */
    pdsg_ascend(s, eta_y);
    const double *y = p->order == PDSG_DUAL ? s->y_next : s->y;
    LF_TRY(lf_constraints_add(&s->g, o, s->x, s->g.z, y, s->zeta)); /* sum_j y_j zeta_j */
    if (s->k >= p->S) lf_average_add(&s->mean, s->d, eta, s->x);
    lf_vec_copy(s->g.m, s->y_next, s->y);
    lf_update_step(&s->update, eta, s->zeta, s->x);
    lf_oracle_project(o, s->x);
    s->k++;
    return LF_OK;
}

LF_ITERATE(pdsg, (lf_point){.w = s->x});
LF_AVERAGE(pdsg, (lf_point){.w = s->mean.weight > 0 ? s->mean.mean : s->x});

static const lf_param pdsg_table[] = {
    LF_REAL(pdsg_params, eta, 0.1, 1e-300, 1e12, "step size of x [x^2/f; Adam: x]"),
    LF_REAL(pdsg_params, eta_y, 0.03, 0, 1e12, "step size of the multipliers [f/g^2]"),
    LF_REAL(pdsg_params, Kp, 0, 0, 1e12, "weight of the change of g; 0: plain ascent [1]"),
    LF_REAL(pdsg_params, Ki, 1, 0, 1e12, "weight of g itself [1]"),
    LF_REAL(pdsg_params, nu, 0, -1, 1, "share of the past in g as Kp sees it [1]"),
    LF_REAL(pdsg_params, radius, 0, 0, 1e12, "largest sum of multipliers; 0: any [f/g]"),
    LF_CHOICE(pdsg_params, order, PDSG_DUAL, "dual|joint",
              "x moves by the multipliers after their step, or before"),
    LF_CHOICE(pdsg_params, start, PDSG_SGD, "sgd|zeros",
              "what g was before the first step: the same, or 0"),
    LF_UPDATE_PARAMS(pdsg_params, update, 1),
    LF_UPDATE_BEFORE(pdsg_params, update),
    LF_COUNT(pdsg_params, S, 0, 0, 1e12, "first step whose point joins the average [steps]"),
    /* ours */
    LF_CHOICE(pdsg_params, rule, PDSG_CONSTANT, "constant|diminishing",
              "diminishing: eta and eta_y are divided by sqrt(k+1)"),
    LF_COUNT(pdsg_params, C, 0, 0, 1e9, "components of g asked in a step; 0: all [1]"),
    LF_CHOICE(pdsg_params, f_arg, LF_F_ARG_FULL, LF_F_ARG_CHOICES,
              "outer slope of f from all rows, or from the batch"),
    LF_COUNT(pdsg_params, q, 0, 0, 1e9, "batches that make a pass; 0: ceil(sqrt(n)) [1]"),
    LF_COUNT(pdsg_params, b_f, 0, 0, 1e9, "rows for zeta_f; 0: 1/q of all [rows]"),
    LF_COUNT(pdsg_params, b_g, 0, 0, 1e9, "rows for v and zeta_j; 0: 1/q of all [rows]"),
    {0},
};

LF_ALGORITHM(pdsg, .doc = "Lagrangian: descent on x, ascent (or nuPI control) on the multipliers",
             .source = "Cotter et al. 2019, arXiv:1809.04198; Sohrabi et al. 2024 (nuPI)",
             .when = "nothing is known of the problem yet: one step size each for x and the "
                     "multipliers, any number of constraints, a few of them a step (C); add Kp "
                     "where violation and objective swing",
             .view = LF_VIEW_CONSTRAINED, .average = pdsg_average, .sparse = true);
