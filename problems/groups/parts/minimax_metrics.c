/**
 * @file minimax_metrics.c
 * @brief Each metric is a fold over the groups' risks at a point that is looked at once.
 */
#include "problems/groups/parts/minimax_metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

lf_status lf_minimax_create(lf_minimax_common *common) {
    const size_t d = common->of.risk->model->dim, m = common->of.risk->m;
    for (size_t k = 0; k < LF_MINIMAX_SEEN; k++) {
        lf_minimax_seen *seen = &common->seen[k];
        seen->w = malloc((d + 4 * m + 1) * sizeof *seen->w);
        if (!seen->w) return lf_fail(LF_NO_MEMORY, "no memory to judge points of %zu", d);
        seen->risk = seen->w + d;
        seen->accuracy = seen->risk + m;
        seen->risk_test = seen->accuracy + m;
        seen->accuracy_test = seen->risk_test + m;
    }
    return LF_OK;
}

void lf_minimax_free(lf_minimax_common *common) {
    for (size_t k = 0; k < LF_MINIMAX_SEEN; k++)
        free(common->seen[k].w);
    free(common->least);
    *common = (lf_minimax_common){0};
}

lf_status lf_minimax_look(lf_minimax_common *common, const double *w,
                          const lf_minimax_seen **found) {
    const size_t d = common->of.risk->model->dim;
    for (size_t k = 0; k < LF_MINIMAX_SEEN; k++) {
        *found = &common->seen[k];
        if ((*found)->known && memcmp((*found)->w, w, d * sizeof *w) == 0) return LF_OK;
    }
    lf_minimax_seen *seen = &common->seen[common->oldest];
    common->oldest = (common->oldest + 1) % LF_MINIMAX_SEEN;
    seen->known = false;
    lf_vec_copy(d, w, seen->w);
    LF_TRY(lf_group_risk_judge(common->of.risk, w, seen->risk, seen->accuracy));
    LF_TRY(lf_group_risk_judge(common->test, w, seen->risk_test, seen->accuracy_test));
    seen->known = true;
    *found = seen;
    return LF_OK;
}

/* max_i sign x_i - shift_i over the groups with samples, times sign; NAN if there are none, or one
 * is lost. */
static double metrics_extreme(const lf_group_risk *risk, const double *x, double sign,
                              const double *shift) {
    double most = NAN;
    for (size_t i = 0; i < risk->m; i++) {
        if (risk->start[i + 1] == risk->start[i]) continue;
        const double value = sign * x[i] - (shift ? shift[i] : 0);
        if (isnan(value)) return NAN;
        if (isnan(most) || value > most) most = value;
    }
    return sign * most;
}

/* sum_i n_i R_i / N; NAN if there are no samples */
static double metrics_mean(const lf_group_risk *risk, const double *r) {
    double sum = 0;
    for (size_t i = 0; i < risk->m; i++) {
        const double n = (double)(risk->start[i + 1] - risk->start[i]);
        if (n > 0) sum += n * r[i];
    }
    return sum / (double)risk->start[risk->m];
}

/* One function for each cheap metric: a fold of what is seen at the point. */
#define METRICS_FUNCTION(name, fold)                                                               \
    static lf_status metrics_##name(const lf_problem *problem, const lf_point *at,                 \
                                    double *value) {                                               \
        lf_minimax_common *common = problem->state;                                                \
        const lf_minimax_seen *seen;                                                               \
        LF_TRY(lf_minimax_look(common, at->w, &seen));                                             \
        *value = fold;                                                                             \
        return LF_OK;                                                                              \
    }
METRICS_FUNCTION(max_risk, metrics_extreme(common->of.risk, seen->risk, 1, NULL))
METRICS_FUNCTION(max_risk_test, metrics_extreme(common->test, seen->risk_test, 1, NULL))
METRICS_FUNCTION(mean_risk, metrics_mean(common->of.risk, seen->risk))
METRICS_FUNCTION(mean_risk_test, metrics_mean(common->test, seen->risk_test))
METRICS_FUNCTION(worst, metrics_extreme(common->of.risk, seen->accuracy, -1, NULL))
METRICS_FUNCTION(worst_test, metrics_extreme(common->test, seen->accuracy_test, -1, NULL))
#undef METRICS_FUNCTION

/* *shift <- R_i*, or NULL where risks are judged as they are. Computed at the first question: who
 * only describes a problem does not wait for it. */
static lf_status metrics_shift(lf_minimax_common *common, const double **shift) {
    *shift = common->least;
    if (!common->excess || common->least) return LF_OK;
    double *least = malloc((common->of.risk->m + 1) * sizeof *least);
    if (!least) return lf_fail(LF_NO_MEMORY, "no memory for %zu groups", common->of.risk->m);
    const lf_status status = lf_group_reference_least(&common->of, common->gap_tol / 10, least);
    if (status == LF_OK)
        *shift = common->least = least;
    else
        free(least);
    return status;
}

/* max_i R_i, or max_i E_i: what the problem is about. */
static lf_status metrics_objective(const lf_problem *problem, const lf_point *at,
                                   const double **shift, double *value) {
    lf_minimax_common *common = problem->state;
    const lf_minimax_seen *seen;
    LF_TRY(metrics_shift(common, shift));
    LF_TRY(lf_minimax_look(common, at->w, &seen));
    *value = metrics_extreme(common->of.risk, seen->risk, 1, *shift);
    return LF_OK;
}

static lf_status metrics_max_excess(const lf_problem *problem, const lf_point *at, double *value) {
    const double *shift;
    return metrics_objective(problem, at, &shift, value);
}

/* A reference that cannot be had, or not to the tolerance, is no failure of the method's run. */
static lf_status metrics_reference(lf_status status, double *reference) {
    if (status != LF_UNSUPPORTED && status != LF_DIVERGED) return status;
    *reference = NAN;
    return LF_OK;
}

static lf_status metrics_suboptimality(const lf_problem *problem, const lf_point *at,
                                       double *value) {
    lf_minimax_common *common = problem->state;
    const double *shift;
    LF_TRY(metrics_objective(problem, at, &shift, value));
    if (!common->optimum_known) {
        const char *what = common->excess ? "optimum of excess risks" : "optimum of risks";
        LF_TRY(metrics_reference(
            lf_group_reference_optimum(&common->of, shift, what, common->gap_tol, &common->optimum),
            &common->optimum));
        common->optimum_known = true;
    }
    *value -= common->optimum;
    return LF_OK;
}

static lf_status metrics_gap(const lf_problem *problem, const lf_point *at, double *value) {
    const lf_minimax_common *common = problem->state;
    const size_t m = common->of.risk->m;
    const double *shift;
    double least = NAN;
    LF_TRY(metrics_objective(problem, at, &shift, value));
    double *q = malloc((m + 1) * sizeof *q);
    if (!q) return lf_fail(LF_NO_MEMORY, "no memory for %zu groups", m);
    for (size_t i = 0; i < m; i++)
        q[i] = at->y ? at->y[i] : 1 / (double)m;
    const lf_status status = metrics_reference(
        lf_group_reference_mixture(&common->of, shift, q, at->w, common->gap_tol, &least), &least);
    free(q);
    *value -= least;
    return status;
}

#define METRICS_RISKS                                                                              \
    LF_METRIC(metrics, mean_risk, "mean loss over all training samples, sum_i n_i R_i(w) / N"),    \
        LF_METRIC(metrics, max_risk_test, "largest group risk on the test rows"),                  \
        LF_METRIC(metrics, mean_risk_test, "mean loss over all test samples of the groups"),       \
        {.name = "worst_accuracy",                                                                 \
         .doc = "lowest group accuracy on the training rows",                                      \
         .higher_is_better = true,                                                                 \
         .measure = metrics_worst},                                                                \
    {                                                                                              \
        .name = "worst_accuracy_test", .doc = "lowest group accuracy on the test rows",            \
        .higher_is_better = true, .measure = metrics_worst_test                                    \
    }

const lf_metric lf_group_dro_metrics[] = {
    LF_METRIC(metrics, max_risk, "largest group risk: max_i R_i(w)"),
    METRICS_RISKS,
    LF_METRIC(metrics, suboptimality,
              "risk above the optimum: max_i R_i(w) - p*, at most gap_tol too large; "
              "none where p* cannot be certified",
              .expensive = true),
    LF_METRIC(metrics, gap,
              "duality gap: max_i R_i(w) - min_v sum_i q_i R_i(v), at most gap_tol too large; q = "
              "1/m if the "
              "method has none",
              .expensive = true),
    {0},
};

_Static_assert(sizeof lf_group_dro_metrics / sizeof *lf_group_dro_metrics == LF_GROUP_DRO_PLAIN + 3,
               "suboptimality and gap come last");

const lf_metric lf_mero_metrics[] = {
    LF_METRIC(metrics, max_excess,
              "largest excess risk: max_i R_i(w) - R_i*, at most gap_tol / 10 too large"),
    LF_METRIC(metrics, max_risk, "largest group risk: max_i R_i(w)"),
    METRICS_RISKS,
    LF_METRIC(metrics, suboptimality,
              "excess risk above the optimum: max_i E_i(w) - p*, E_i = R_i - R_i*, at most "
              "gap_tol too large; none where p* cannot "
              "be certified",
              .expensive = true),
    LF_METRIC(metrics, gap,
              "duality gap: max_i E_i(w) - min_v sum_i q_i E_i(v), at most gap_tol too large; q = "
              "1/m if the "
              "method has none",
              .expensive = true),
    {0},
};
