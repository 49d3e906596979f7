/**
 * @file stationarity.c
 * @brief The proximal subproblem behind SVio, by switching subgradient steps.
 */
#include "problems/constrained/parts/stationarity.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/constrained_view.h"

/* Smallest squared length by which a Polyak step divides. */
static const double stationarity_tiny = 1e-12;

/*
 * Iterates with G(z) up to this count as feasible. With 0, as one would first write it, only z_0 =
 * x may ever count: Polyak's step approaches a curved boundary from outside without arriving, and
 * the average would say that x is its own solution. The multiplier turns the slack into an error of
 * xhat; it is far below the 1e-3 at which methods stop, and below any kappa in use.
 */
static const double stationarity_slack = 1e-6;

/* One subproblem: F(z) = f(z) + r_f |z - x|^2, G(z) = g(z) + r_g |z - x|^2, F mu-strongly convex.
 */
typedef struct {
    lf_constrained view;
    const double *x;
    double r_f, r_g, mu;
    double *z, *slope; /* d each */
    double *sum;       /* d: sum of (t + 1) z_t over the feasible iterates */
    double weight;     /* sum of their t + 1 */
} stationarity_task;

/* z <- P_X(z - step (slope + 2 r (z - x))); the sum is formed first in `slope`. A step below 0
 * stands for Polyak's, -step / |slope|^2. */
static void stationarity_move(stationarity_task *s, double r, double step) {
    const lf_problem_info *info = &s->view.problem->info;
    for (size_t i = 0; i < info->dim; i++)
        s->slope[i] += 2 * r * (s->z[i] - s->x[i]);
    if (step < 0) step = -step / fmax(lf_vec_dot(info->dim, s->slope, s->slope), stationarity_tiny);
    lf_vec_axpy(info->dim, -step, s->slope, s->z);
    lf_domain_project(&info->domain, s->z);
}

/* Near-feasible: count z_t, step 2 / (mu (t + 2)) along F. Else: Polyak's step G / |dG|^2 along G.
 */
static lf_status stationarity_step(stationarity_task *s, size_t t) {
    const size_t d = s->view.problem->info.dim;
    const double away = lf_vec_distance(d, s->z, s->x);
    double g, f;
    size_t which;
    LF_TRY(lf_constrained_value(&s->view, s->z, &g, &which));
    g += s->r_g * away * away;
    lf_vec_zero(d, s->slope);
    if (g <= stationarity_slack) {
        lf_vec_axpy(d, (double)(t + 1), s->z, s->sum);
        s->weight += (double)(t + 1);
        LF_TRY(lf_constrained_objective(&s->view, s->z, &f, s->slope));
        stationarity_move(s, s->r_f, 2 / (s->mu * (double)(t + 2)));
    } else {
        LF_TRY(lf_constrained_slope(&s->view, s->z, which, s->slope));
        stationarity_move(s, s->r_g, -g);
    }
    return LF_OK;
}

static lf_status stationarity_solve(stationarity_task *s, size_t steps, double *distance) {
    const size_t d = s->view.problem->info.dim;
    lf_vec_copy(d, s->x, s->z);
    for (size_t t = 0; t < steps; t++)
        LF_TRY(stationarity_step(s, t));
    if (s->weight > 0) { /* else the last iterate stands for xhat */
        lf_vec_copy(d, s->sum, s->z);
        lf_vec_scale(d, 1 / s->weight, s->z);
    }
    *distance = lf_vec_distance(d, s->z, s->x);
    /* Nothing was feasible, and no slope led away: of such an x nothing is known. */
    if (s->weight == 0 && *distance == 0) *distance = NAN;
    return LF_OK;
}

lf_status lf_stationarity(const lf_problem *problem, const double *x, size_t steps,
                          double *distance) {
    const lf_problem_info *info = &problem->info;
    if (isnan(info->rho_f) || isnan(info->rho_g))
        return lf_fail(LF_UNSUPPORTED, "SVio: %s does not state its weak-convexity constants",
                       problem->is->name);
    const double r_f = info->rho_f > 0 ? info->rho_f : 1;
    double *work = calloc(3 * info->dim + 1, sizeof *work);
    if (!work) return lf_fail(LF_NO_MEMORY, "no memory for SVio");
    stationarity_task s = {.x = x,
                           .r_f = r_f,
                           .r_g = info->rho_g,
                           .mu = 2 * r_f - info->rho_f, /* 2 r_f of the term, less rho_f of f */
                           .z = work,
                           .slope = work + info->dim,
                           .sum = work + 2 * info->dim};
    lf_status status = lf_constrained_create(problem, &s.view);
    if (status == LF_OK) status = stationarity_solve(&s, steps, distance);
    lf_constrained_free(&s.view);
    free(work);
    return status;
}
