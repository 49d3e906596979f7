/**
 * @file 3secon.c
 * @brief 3S-Econ: subgradient steps on a smoothed exact penalty, the constraint tracked by SPIDER.
 *
 *     F(x) = f(x) + beta h(g(x)),   h = Moreau envelope with parameter nu of the hinge [.]_+
 *
 * Source:    Liu & Xu 2025, arXiv:2501.19214v1, Algorithm 1.
 * Deviation: x is projected on X (the paper's update (1) is not, though its first problem has a
 *            ball); alpha_k = alpha / sqrt(k/q) is infinite at k = 0, see alpha_rule; SPIDER runs
 *            on the inner map where g is a nonlinear function of an expectation (`value` is the
 *            literal reading, biased); zeta_g has a batch other than B, else the steps with
 *            k mod q = 0 would be full-batch: its own, or that of zeta_f where f and g share rows
 *            and b_f = b_g; no zeta_g is asked for when its weight is 0. Of several constraints g
 *            is the largest, and zeta_g is of its component alone. The last iterate is judged, as
 *            in the tables; the theory has a random one. Samples are drawn with replacement, unless
 *            a batch reaches all. clip, wd and milestones are ours.
 * Cost:      a step asks b_f gradients of f (and N_f values with f_arg=full, if f is nonlinear in
 *            an expectation), b_g gradients of g unless lambda = 0, and for u S1 values (0: N_g)
 *            when k mod q = 0, else 2 S2, of each component; deterministic: N_f, N_g or 0, N_g.
 * Memory:    4d doubles, and at most 5 for each inner value.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/objective.h"
#include "algorithms/common/sampling.h"
#include "algorithms/constrained/parts/conditioned.h"
#include "algorithms/constrained/parts/constraints.h"
#include "algorithms/constrained/parts/step_rule.h"

enum { ECON_MAP, ECON_VALUE };

typedef struct {
    int mode;
    double beta;    /* weight of the penalty */
    double nu;      /* smoothing of the hinge */
    double alpha;   /* step size */
    int alpha_rule; /* 0: auto, else 1 + lf_step_rule */
    size_t q;       /* steps of an epoch */
    size_t S1, S2;  /* rows for u at the start of an epoch, and after that */
    size_t b_f, b_g;
    int spider_on, f_arg;
    lf_conditioned conditioned;
} econ_params;

typedef struct {
    econ_params p; /* with the choices that depend on the mode made */
    lf_step_rule rule;
    size_t d, k;
    lf_objective f;
    lf_constraints g;
    size_t n;       /* numbers that V_g has: see econ_values() */
    double *u;      /* n: the estimate of V_g(x_k) */
    double *v;      /* n: V_g of a batch */
    double *x;      /* d: x_k */
    double *x_last; /* d: x_{k-1} */
    double *zeta;   /* d: zeta_f, then the whole direction */
    double *zeta_g; /* d */
} econ_state;

/* The deterministic method is the case q = 1 with all rows everywhere. */
static void econ_settle(econ_state *s, const lf_oracle *o) {
    econ_params *p = &s->p;
    const bool whole = p->mode == LF_MODE_DETERMINISTIC;
    if (whole) {
        p->q = 1;
        p->S1 = p->S2 = p->b_f = p->b_g = LF_SAMPLING_ALL;
    }
    p->q = lf_sampling_period(o, p->q);
    if (p->S1 == 0) p->S1 = LF_SAMPLING_ALL;
    s->rule = whole ? LF_STEP_RULE_CONSTANT : LF_STEP_RULE_EPOCH;
    if (p->alpha_rule > 0) s->rule = (lf_step_rule)(p->alpha_rule - 1);
}

static lf_status econ_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    econ_state *s = state;
    s->p = *(const econ_params *)params;
    econ_settle(s, o);
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_objective_init(&s->f, (lf_f_arg)s->p.f_arg, s->p.b_f, s->p.q, o, arena));
    LF_TRY(lf_constraints_init(&s->g, o, arena));
    s->n = s->p.spider_on == ECON_MAP ? s->g.p : s->g.components;
    LF_TRY(LF_VECTORS(arena, s->n, &s->u, &s->v));
    LF_TRY(LF_POINTS(arena, s->d, &s->x, &s->x_last, &s->zeta, &s->zeta_g));
    lf_vec_copy(s->d, x0, s->x);
    lf_oracle_project(o, s->x);
    return LF_OK;
}

/* v (n) <- V_g(x; B) on the tickets at hand: the inner values or, one for each component, the
 * largest constraint of its batch. */
static lf_status econ_values(econ_state *s, lf_oracle *o, const double *x, double *v) {
    if (s->p.spider_on == ECON_MAP) return lf_constraints_inner(&s->g, o, x, v);
    const double *z = s->g.z;
    LF_TRY(lf_constraints_inner(&s->g, o, x, s->g.z));
    for (size_t i = 0; i < s->n; i++) {
        v[i] = lf_oracle_outer_value(o, LF_ROLE_CONSTRAINT, i, z);
        z += lf_oracle_component(o, LF_ROLE_CONSTRAINT, i)->outputs;
    }
    return LF_OK;
}

/* max_j g_j by the estimate u; *i <- its component. */
static double econ_largest(const econ_state *s, lf_oracle *o, size_t *i) {
    if (s->p.spider_on == ECON_MAP) return lf_constraints_max(&s->g, o, s->u, i);
    *i = 0;
    for (size_t k = 1; k < s->n; k++)
        if (s->u[k] > s->u[*i]) *i = k;
    return s->u[*i];
}

/* zeta_g <- SG_g(x_k; B_g), its outer slope taken at u, or with spider_on=value at the batch. */
static lf_status econ_slope(econ_state *s, lf_oracle *o, const lf_batch *B_g) {
    if (s->p.spider_on == ECON_MAP)
        return lf_constraints_slope(&s->g, o, B_g, s->u, s->x, s->zeta_g);
    lf_vec_zero(s->d, s->zeta_g);
    return lf_oracle_subgradient(o, B_g, s->x, s->zeta_g);
}

static lf_status econ_step(void *state, lf_oracle *o) {
    static const lf_outer hinge = {LF_OUTER_HINGE, 1, 1, 0};
    econ_state *s = state;
    const econ_params *p = &s->p;
    const bool restart = s->k % p->q == 0;
    lf_batch B_f;
    LF_TRY(lf_constraints_draw(&s->g, o, restart ? p->S1 : p->S2, p->q)); /* B */
    if (restart) { /* lines 3-7: u = V_g(x_k; B), or u += V_g(x_k; B) - V_g(x_{k-1}; B) */
        LF_TRY(econ_values(s, o, s->x, s->u));
    } else {
        LF_TRY(econ_values(s, o, s->x_last, s->v));
        lf_vec_axpy(s->n, -1, s->v, s->u);
        LF_TRY(econ_values(s, o, s->x, s->v));
        lf_vec_axpy(s->n, 1, s->v, s->u);
    }
    lf_vec_copy(s->d, s->x, s->x_last);
    LF_TRY(lf_objective_draw(&s->f, o, lf_constraints_whole(&s->g), &B_f));
    LF_TRY(lf_objective_at(&s->f, o, &B_f, s->x, s->zeta)); /* line 8: zeta_f */
    size_t i;
    double value, lambda; /* h'(u) = clip(u / nu, 0, 1) */
    const double u = econ_largest(s, o, &i);
    LF_TRY(lf_outer_envelope(&hinge, p->nu, &u, &value, &lambda));
    if (lambda != 0) { /* line 8: zeta_g; zeta_f + beta lambda zeta_g */
        lf_batch B_g;
        LF_TRY(lf_constraints_draw_again(&s->g, o, i, p->b_g, p->q, &B_f, &B_g));
        LF_TRY(econ_slope(s, o, &B_g));
        lf_vec_axpy(s->d, p->beta * lambda, s->zeta_g, s->zeta);
    }
    /* zeta is cut and decayed here; share: the plan's factor */
    const double share = lf_conditioned_settle(&p->conditioned, s->k, s->d, s->x, s->zeta);
    const double alpha = share * lf_step_rule_size(s->rule, p->alpha, s->k, p->q);
    lf_vec_axpy(s->d, -alpha, s->zeta, s->x); /* (1) */
    lf_oracle_project(o, s->x);
    s->k++;
    return LF_OK;
}

LF_ITERATE(econ, (lf_point){.w = s->x});

static const lf_param econ_table[] = {
    LF_CHOICE(econ_params, mode, LF_MODE_STOCHASTIC, LF_MODE_CHOICES,
              "deterministic: q = 1 and all rows everywhere"),
    LF_REAL(econ_params, beta, 10, 0, 1e12, "weight of the penalty [f/g]"),
    LF_REAL(econ_params, nu, 1e-5, 1e-300, 1e12, "smoothing of the hinge [g]"),
    LF_REAL(econ_params, alpha, 0.01, 0, 1e12, "step size [x^2/f]"),
    /* ours: finite forms of alpha / sqrt(k/q) */
    LF_CHOICE(econ_params, alpha_rule, 0, "auto|constant|epoch|k1|kq1",
              "alpha times 1, 1/sqrt(floor(k/q)+1), 1/sqrt((k+1)/q) or 1/sqrt(k/q+1); auto: "
              "constant if deterministic, else epoch"),
    LF_COUNT(econ_params, q, 0, 0, 1e9, "steps of an epoch; 0: ceil(sqrt(n)) [steps]"),
    LF_COUNT(econ_params, S1, 0, 0, 1e9, "rows for u when an epoch starts; 0: all [rows]"),
    LF_COUNT(econ_params, S2, 0, 0, 1e9, "rows for u after that; 0: 1/q of all [rows]"),
    LF_COUNT(econ_params, b_f, 0, 0, 1e9, "rows for zeta_f; 0: 1/q of all [rows]"),
    LF_COUNT(econ_params, b_g, 0, 0, 1e9, "rows for zeta_g; 0: 1/q of all [rows]"),
    /* ours */
    LF_CONDITIONED_PARAMS(econ_params, conditioned),
    LF_CHOICE(econ_params, spider_on, ECON_MAP, "map|value",
              "what u tracks: the inner map, or the (biased) value of each batch"),
    LF_CHOICE(econ_params, f_arg, LF_F_ARG_FULL, LF_F_ARG_CHOICES,
              "outer slope of f from all rows, or from the batch"),
    {0},
};

const lf_algorithm lf_algorithm_3secon = {
    .abi = LF_ABI,
    .name = "3secon",
    .doc = "smoothed exact penalty, subgradient steps, SPIDER on the constraint",
    .source = "Liu & Xu 2025, arXiv:2501.19214v1, Algorithm 1",
    .when = "f or g is non-smooth and g is dear: its value is tracked, so that a step "
            "reads few rows",
    .view = LF_VIEW_CONSTRAINED,
    .params = econ_table,
    .params_size = sizeof(econ_params),
    .state_size = sizeof(econ_state),
    .init = econ_init,
    .step = econ_step,
    .iterate = econ_iterate,
    .sparse = true,
};
