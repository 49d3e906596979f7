/**
 * @file constrained_metrics.c
 * @brief The table of metrics. Each makes its workspace anew: they are far between.
 */
#include "problems/constrained/parts/constrained_metrics.h"

#include <stdio.h>

#include "problems/common/constrained_view.h"
#include "problems/common/eps_stationary.h"
#include "problems/common/penalty.h"
#include "problems/common/prox_certificate.h"
#include "problems/constrained/parts/kkt.h"
#include "problems/constrained/parts/stationarity.h"

void lf_constrained_describe(lf_constrained_common *common, size_t svio_steps, size_t N_f,
                             lf_problem_info *info) {
    common->svio_steps = svio_steps;
    snprintf(common->dp_f, sizeof common->dp_f, "gradient.objective / %zu", N_f);
    common->measures[0] =
        (lf_measure){"dp.f", common->dp_f, "data passes for subgradients of f [passes]"};
    common->measures[1] = (lf_measure){"dp.g", "passes.constraint",
                                       "data passes for g and its subgradients [passes]"};
    common->measures[2] = (lf_measure){"ofc", "value.objective", "values of f [samples]"};
    common->measures[3] = (lf_measure){0};
    info->measures = common->measures;
    info->metrics = LF_CONSTRAINED_METRICS;
}

static lf_status metrics_FV(const lf_problem *problem, const lf_point *at, double *value) {
    lf_constrained view;
    lf_status status = lf_constrained_create(problem, &view);
    if (status == LF_OK) status = lf_constrained_objective(&view, at->w, value, NULL);
    lf_constrained_free(&view);
    return status;
}

static lf_status metrics_G(const lf_problem *problem, const lf_point *at, double *value) {
    lf_constrained view;
    size_t which;
    lf_status status = lf_constrained_create(problem, &view);
    if (status == LF_OK) status = lf_constrained_value(&view, at->w, value, &which);
    lf_constrained_free(&view);
    return status;
}

/* The pass over the data that G made at the same point is not made again: the scores are kept. */
static lf_status metrics_CVio(const lf_problem *problem, const lf_point *at, double *value) {
    LF_TRY(metrics_G(problem, at, value));
    if (*value < 0) *value = 0; /* so written, a NaN stays one */
    return LF_OK;
}

static lf_status metrics_SVio(const lf_problem *problem, const lf_point *at, double *value) {
    const lf_constrained_common *common = problem->state;
    return lf_stationarity(problem, at->w, common->svio_steps, value);
}

static lf_status metrics_KKT(const lf_problem *problem, const lf_point *at, double *value) {
    double largest;
    return lf_kkt(problem, at->w, value, &largest);
}

static lf_status metrics_mu(const lf_problem *problem, const lf_point *at, double *value) {
    double residual;
    return lf_kkt(problem, at->w, &residual, value);
}

static lf_status metrics_F(const lf_problem *problem, const lf_point *at, double *value) {
    lf_constrained view;
    lf_status status = lf_constrained_create(problem, &view);
    if (status == LF_OK) status = lf_penalised_objective(&view, at->w, value);
    lf_constrained_free(&view);
    return status;
}

const lf_metric lf_constrained_metrics[] = {
    LF_METRIC(metrics, FV, "objective: f(x), regulariser included"),
    LF_METRIC(metrics, CVio, "violation: [max_i g_i(x)]_+"),
    LF_METRIC(metrics, G, "largest constraint: max_i g_i(x), signed"),
    LF_METRIC(
        metrics, SVio,
        "stationarity violation: |xhat - x|, xhat = argmin f(z) + rho_f |z - x|^2 s.t. g(z) + "
        "rho_g |z - x|^2 <= 0; 1 for rho_f where f is convex",
        .expensive = true),
    LF_METRIC(metrics, KKT,
              "KKT residual: gradient of the Lagrangian, violation, complementarity; the largest",
              .expensive = true),
    LF_METRIC(metrics, mu, "largest multiplier: max_j mu_j, those of least KKT residual",
              .expensive = true),
    LF_METRIC(metrics, F,
              "penalised objective: f(x) + (1/m) sum_i P(g_i(x)), if penalty is not none"),
    LF_EPS_METRICS,
    LF_PROX_METRIC,
    {0},
};
