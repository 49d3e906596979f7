/**
 * @file ipp_ssg.c
 * @brief IPP-SSG: inexact proximal point steps, each solved by switching subgradient steps.
 *
 * Source:    Huang & Lin 2023 and Jia & Grimmer 2022, arXiv:2212.00927, Corollary 3.3, for step=jg;
 *            as the baseline of Liu & Xu 2025. With step=jg and L=0 the step is the one that Ma,
 *            Lin & Yang 2020 use, 2/(mu (t+2)) (from memory, not verified).
 * Deviation: the proximal weights default to rho_f and rho_g, for f and g apart (Jia & Grimmer:
 *            one weight above both). With step=constant a constraint step is Polyak's.
 * Cost:      a step is one inner step: N_g values of g, and N_f gradients of f where G_k <= eps,
 *            else N_g gradients of g.
 * Memory:    4d doubles, and at most 2 for each inner value.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/sampling.h"
#include "algorithms/constrained/parts/proximal.h"
#include "algorithms/constrained/parts/switching.h"

enum { IPP_CONSTANT, IPP_JG };

typedef struct {
    int step;
    double alpha;    /* constant step size */
    double L;        /* step=jg: bound on subgradients of F_k and G_k */
    double eps;      /* what counts as feasible in an inner step */
    size_t T_in;     /* inner steps of an outer one */
    double r_f, r_g; /* proximal weights */
} ipp_params;

typedef struct {
    ipp_params p;
    double mu; /* strong convexity of F_k */
    lf_proximal outer;
    lf_switching inner;
} ipp_state;

static lf_status ipp_ssg_init(void *state, const void *params, lf_oracle *o, const double *x0,
                              lf_arena *arena) {
    ipp_state *s = state;
    const ipp_params *p = &s->p;
    s->p = *(const ipp_params *)params;
    LF_TRY(lf_proximal_init(&s->outer, p->r_f, p->r_g, p->T_in, o, x0, arena));
    s->mu = 2 * s->outer.r_f - lf_oracle_info(o)->rho_f;
    if (p->step == IPP_JG && !(s->mu > 0))
        return lf_fail(LF_BAD_ARGUMENT,
                       "step=jg needs 2 r_f > rho_f, but r_f = %g, rho_f = %g; set r_f, or "
                       "step=constant",
                       s->outer.r_f, lf_oracle_info(o)->rho_f);
    LF_TRY(lf_objective_init(&s->inner.f, LF_F_ARG_FULL, LF_SAMPLING_ALL, 1, o, arena));
    return lf_switching_init(&s->inner, LF_SAMPLING_ALL, LF_SAMPLING_ALL, 1, o, arena);
}

/* alpha_t = 2 / (mu (t+2) + L^2 / (mu (t+1))) for both kinds of step (Corollary 3.3). */
static double ipp_ssg_size(const ipp_state *s) {
    if (s->p.step == IPP_CONSTANT) return s->p.alpha;
    const double t = (double)s->outer.t;
    return 2 / (s->mu * (t + 2) + s->p.L * s->p.L / (s->mu * (t + 1)));
}

/* One switching step on F_k, G_k; feasible z_t enter the answer with weight t + 1. */
static lf_status ipp_ssg_step(void *state, lf_oracle *o) {
    ipp_state *s = state;
    double *z = s->outer.z;
    const double alpha = ipp_ssg_size(s);
    double v;
    LF_TRY(lf_switching_look(&s->inner, o, &s->outer, z, &v)); /* v = G_k(z_t) */
    if (v <= s->p.eps) {
        lf_average_add(&s->outer.mean, s->outer.d, (double)s->outer.t + 1, z);
        LF_TRY(lf_switching_descend(&s->inner, o, &s->outer, alpha, z));
    } else {
        const double size = s->p.step == IPP_CONSTANT ? 0 : alpha;
        LF_TRY(lf_switching_restore(&s->inner, o, &s->outer, size, v, z));
    }
    lf_proximal_next(&s->outer);
    return LF_OK;
}

static lf_point ipp_ssg_iterate(const void *state) {
    return (lf_point){.w = ((const ipp_state *)state)->outer.x};
}

static const lf_param ipp_ssg_table[] = {
    LF_CHOICE(ipp_params, step, IPP_CONSTANT, "constant|jg",
              "alpha with Polyak's step on the constraint, or Jia & Grimmer's rule for both"),
    LF_REAL(ipp_params, alpha, 1e-3, 1e-300, 1e12, "step size, step=constant [x/g]"),
    LF_REAL(ipp_params, L, 1, 0, 1e12, "bound on the subgradients, step=jg [g/x]"),
    LF_REAL(ipp_params, eps, 1e-4, 0, 1e12, "constraint value that counts as feasible [g]"),
    LF_COUNT(ipp_params, T_in, 50, 1, 1e9, "inner steps of an outer one [steps]"),
    LF_REAL(ipp_params, r_f, -1, -1, 1e12, "proximal weight of f; -1: the problem's rho_f"),
    LF_REAL(ipp_params, r_g, -1, -1, 1e12, "proximal weight of g; -1: the problem's rho_g"),
    {0},
};

const lf_algorithm lf_algorithm_ipp_ssg = {
    .abi = LF_ABI,
    .name = "ipp_ssg",
    .doc = "inexact proximal point method with switching subgradient steps inside",
    .source = "Huang & Lin 2023; Jia & Grimmer 2022, Corollary 3.3",
    .view = LF_VIEW_CONSTRAINED,
    .params = ipp_ssg_table,
    .params_size = sizeof(ipp_params),
    .state_size = sizeof(ipp_state),
    .init = ipp_ssg_init,
    .step = ipp_ssg_step,
    .iterate = ipp_ssg_iterate,
};
