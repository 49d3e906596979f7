/**
 * @file ipp_ssg.c
 * @brief IPP-SSG: inexact proximal point steps, each solved by switching subgradient steps.
 *
 *     min F_k(z) s.t. G_k(z) <= 0, G_k the largest constraint; v = G_k(z_t)
 *     v <= eps:  z_{t+1} = P_X(z_t - alpha_t zeta_Fk),   z_t counts with weight t + 1
 *     else:      z_{t+1} = P_X(z_t - s_t zeta_Gk),       s_t = v / |zeta_Gk|^2 (Polyak) or alpha_t
 *
 * Source:    Huang & Lin 2023 and Jia & Grimmer 2022, arXiv:2212.00927, Corollary 3.3, for step=jg;
 *            as the baseline of Liu & Xu 2025. With step=jg and L=0 the step is the one that Ma,
 *            Lin & Yang 2020 use, 2/(mu (t+2)) (from memory, not verified).
 * Deviation: the proximal weights default to rho_f and rho_g, for f and g apart (Jia & Grimmer:
 *            one weight above both). With step=constant a constraint step is Polyak's.
 * Cost:      a step is one inner step: N_g values of g, and N_f gradients of f where G_k <= eps,
 *            else N_g gradients of g.
 * Memory:    4d doubles, and at most 3 for each inner value.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/objective.h"
#include "algorithms/common/sampling.h"
#include "algorithms/constrained/parts/constraints.h"
#include "algorithms/constrained/parts/proximal.h"
#include "algorithms/constrained/parts/step_rule.h"

enum { IPP_SSG_CONSTANT, IPP_SSG_JG };

typedef struct {
    int step;
    double alpha;    /* constant step size */
    double L;        /* step=jg: bound on subgradients of F_k and G_k */
    double eps;      /* what counts as feasible in an inner step */
    size_t T_in;     /* inner steps of an outer one */
    double r_f, r_g; /* proximal weights */
} ipp_ssg_params;

typedef struct {
    ipp_ssg_params p;
    double mu; /* strong convexity of F_k */
    lf_objective f;
    lf_constraints g;
    lf_proximal outer;
    double *zeta; /* d */
} ipp_ssg_state;

static lf_status ipp_ssg_init(void *state, const void *params, lf_oracle *o, const double *x0,
                              lf_arena *arena) {
    ipp_ssg_state *s = state;
    const ipp_ssg_params *p = &s->p;
    s->p = *(const ipp_ssg_params *)params;
    LF_TRY(lf_proximal_init(&s->outer, p->r_f, p->r_g, p->T_in, o, x0, arena));
    s->mu = 2 * s->outer.r_f - lf_oracle_info(o)->rho_f;
    if (p->step == IPP_SSG_JG && !(s->mu > 0))
        return lf_fail(LF_BAD_ARGUMENT,
                       "step=jg needs 2 r_f > rho_f, but r_f = %g, rho_f = %g; set r_f, or "
                       "step=constant",
                       s->outer.r_f, lf_oracle_info(o)->rho_f);
    LF_TRY(lf_objective_init(&s->f, LF_F_ARG_FULL, LF_SAMPLING_ALL, 1, o, arena));
    LF_TRY(lf_constraints_init(&s->g, o, arena));
    return lf_arena_point(arena, s->outer.d, &s->zeta);
}

/* alpha_t = 2 / (mu (t+2) + L^2 / (mu (t+1))) for both kinds of step (Corollary 3.3). */
static double ipp_ssg_size(const ipp_ssg_state *s) {
    if (s->p.step == IPP_SSG_CONSTANT) return s->p.alpha;
    const double t = (double)s->outer.t;
    return 2 / (s->mu * (t + 2) + s->p.L * s->p.L / (s->mu * (t + 1)));
}

static lf_status ipp_ssg_step(void *state, lf_oracle *o) {
    ipp_ssg_state *s = state;
    lf_proximal *k = &s->outer;
    double size = ipp_ssg_size(s); /* alpha_t */
    size_t i;                      /* component of the largest constraint */
    lf_batch B_f;
    LF_TRY(lf_constraints_draw(&s->g, o, LF_SAMPLING_ALL, 1));
    LF_TRY(lf_constraints_inner(&s->g, o, k->z, s->g.z));
    const double g = lf_constraints_max(&s->g, o, s->g.z, &i);
    const double v = g + k->r_g * lf_proximal_square(k); /* G_k(z_t) */
    if (v <= s->p.eps) {
        lf_average_add(&k->mean, k->d, (double)k->t + 1, k->z);
        LF_TRY(lf_objective_draw(&s->f, o, s->g.batch, &B_f));
        LF_TRY(lf_objective_at(&s->f, o, &B_f, k->z, s->zeta));
        lf_proximal_pull(k, k->r_f, s->zeta); /* zeta_Fk */
    } else {
        LF_TRY(lf_constraints_slope(&s->g, o, &s->g.batch[i], s->g.z, k->z, s->zeta));
        lf_proximal_pull(k, k->r_g, s->zeta); /* zeta_Gk */
        if (s->p.step == IPP_SSG_CONSTANT) size = lf_step_rule_polyak(v, k->d, s->zeta);
    }
    lf_vec_axpy(k->d, -size, s->zeta, k->z);
    lf_oracle_project(o, k->z);
    lf_proximal_next(k); /* after T_in steps x_{k+1} is the mean, or z if that has no point */
    return LF_OK;
}

LF_ITERATE(ipp_ssg, (lf_point){.w = s->outer.x});

static const lf_param ipp_ssg_table[] = {
    LF_CHOICE(ipp_ssg_params, step, IPP_SSG_CONSTANT, "constant|jg",
              "alpha with Polyak's step on the constraint, or Jia & Grimmer's rule for both"),
    LF_REAL(ipp_ssg_params, alpha, 1e-3, 1e-300, 1e12, "step size, step=constant [x^2/f]"),
    LF_REAL(ipp_ssg_params, L, 1, 0, 1e12, "bound on the subgradients, step=jg [g/x]"),
    LF_REAL(ipp_ssg_params, eps, 1e-4, 0, 1e12, "constraint value that counts as feasible [g]"),
    LF_COUNT(ipp_ssg_params, T_in, 50, 1, 1e9, "inner steps of an outer one [steps]"),
    LF_REAL_AUTO(ipp_ssg_params, r_f, -1, 0, 1e12, "proximal weight of f; -1: the problem's rho_f"),
    LF_REAL_AUTO(ipp_ssg_params, r_g, -1, 0, 1e12, "proximal weight of g; -1: the problem's rho_g"),
    {0},
};

LF_ALGORITHM(ipp_ssg,
             .doc = "inexact proximal point method with switching subgradient steps inside",
             .source = "Huang & Lin 2023; Jia & Grimmer 2022, Corollary 3.3",
             .when = "f or g is weakly convex and a stationary point with a guarantee is wanted; "
                     "two loops, the inner one without multipliers",
             .view = LF_VIEW_CONSTRAINED, .sparse = true);
