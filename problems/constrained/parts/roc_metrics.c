/**
 * @file roc_metrics.c
 * @brief A look at a point, and the table of what is read off it.
 */
#include "problems/constrained/parts/roc_metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "problems/common/eps_stationary.h"
#include "problems/common/ranked_auc.h"

static lf_status metrics_remember(lf_roc_common *common) {
    const size_t d = common->of->task.model.dim, rates = lf_smooth_roc_rates(&common->roc);
    for (size_t k = 0; k < LF_ROC_SEEN; k++) {
        lf_roc_seen *seen = &common->seen[k];
        seen->w = malloc((d + 2 * rates) * sizeof *seen->w);
        if (!seen->w) return lf_fail(LF_NO_MEMORY, "no memory to judge points of %zu", d);
        seen->rate = seen->w + d;
        seen->rate_test = seen->rate + rates;
    }
    return LF_OK;
}

lf_status lf_roc_common_create(lf_roc_common *common, const lf_roc_task *of, size_t thresholds,
                               double range, double kap) {
    const size_t most = of->train.n > of->test.n ? of->train.n : of->test.n;
    *common = (lf_roc_common){.of = of, .kap = kap};
    lf_standard *standard = &common->standard;
    standard->model = &of->task.model;
    standard->row = of->train.row;
    standard->weights = LF_STANDARD_DATA;
    memcpy(standard->stratum, of->train.stratum, sizeof of->train.stratum);
    LF_TRY(lf_standard_init(standard));
    LF_TRY(lf_smooth_roc_init(&common->roc, thresholds, range, of->train.stratum, most));
    common->score = malloc((most + 1) * sizeof *common->score);
    common->sorted = malloc((most + 1) * sizeof *common->sorted);
    if (!common->score || !common->sorted)
        return lf_fail(LF_NO_MEMORY, "no memory for %zu scores", most);
    return metrics_remember(common);
}

void lf_roc_common_free(lf_roc_common *common) {
    for (size_t k = 0; k < LF_ROC_SEEN; k++)
        free(common->seen[k].w);
    free(common->score);
    free(common->sorted);
    lf_smooth_roc_release(&common->roc);
    lf_standard_release(&common->standard);
    *common = (lf_roc_common){0};
}

/* *auc <- of these rows, NAN where a class is missing */
static lf_status metrics_auc(lf_roc_common *common, const lf_roc_rows *rows, const double *s,
                             double *auc) {
    const size_t n_1 = rows->stratum[0] + rows->stratum[2], n_0 = rows->n - n_1;
    double *positive = common->sorted, *negative = common->sorted + n_1;
    *auc = NAN;
    if (n_1 == 0 || n_0 == 0) return LF_OK;
    for (size_t a = 0; a < LF_ROC_STRATA; a++) {
        double **to = a % 2 ? &negative : &positive;
        lf_vec_copy(rows->stratum[a], s + rows->first[a], *to);
        *to += rows->stratum[a];
    }
    return lf_ranked_auc(n_1, common->sorted, n_0, common->sorted + n_1, auc);
}

/* rate <- of these rows, NAN where a stratum is missing */
static void metrics_rates(lf_roc_common *common, const lf_roc_rows *rows, const double *s,
                          double *rate) {
    lf_smooth_roc_take(&common->roc, rows->first, s);
    lf_smooth_roc_values(&common->roc, rows->first, rate);
    for (size_t a = 0; a < LF_ROC_STRATA; a++)
        for (size_t k = 0; rows->stratum[a] == 0 && k < common->roc.thresholds; k++)
            rate[lf_smooth_roc_output(k, a)] = NAN;
}

static lf_status metrics_train(lf_roc_common *common, const double *w) {
    const lf_samples all = {.n = common->of->train.n, .per_stratum = common->of->train.stratum};
    return lf_standard_forward(&common->standard, &all, w);
}

static lf_status metrics_judge(lf_roc_common *common, lf_roc_seen *seen) {
    const lf_roc_task *of = common->of;
    const lf_standard *standard = &common->standard;
    LF_TRY(metrics_train(common, seen->w));
    LF_TRY(metrics_auc(common, &of->train, standard->s, &seen->auc));
    metrics_rates(common, &of->train, standard->s, seen->rate);
    const lf_rows rows = {.n = of->test.n, .row = of->test.row};
    LF_TRY(of->task.model.is->scores(&of->task.model, &rows, seen->w, common->score));
    for (size_t i = 0; i < of->test.n; i++)
        common->score[i] = standard->r * (common->score[i] - standard->mu);
    LF_TRY(metrics_auc(common, &of->test, common->score, &seen->auc_test));
    metrics_rates(common, &of->test, common->score, seen->rate_test);
    return LF_OK;
}

/* *found <- what is known at w: remembered, if it is the very same point, or looked at now. */
static lf_status metrics_look(lf_roc_common *common, const double *w, lf_roc_seen **found) {
    const size_t d = common->of->task.model.dim;
    for (size_t k = 0; k < LF_ROC_SEEN; k++) {
        *found = &common->seen[k];
        if ((*found)->known && memcmp((*found)->w, w, d * sizeof *w) == 0) return LF_OK;
    }
    lf_roc_seen *seen = &common->seen[common->oldest];
    common->oldest = (common->oldest + 1) % LF_ROC_SEEN;
    seen->known = seen->objective_known = false;
    lf_vec_copy(d, w, seen->w);
    LF_TRY(metrics_judge(common, seen));
    seen->known = true;
    *found = seen;
    return LF_OK;
}

/* |rate_0 - rate_1| - kap; gap j is TPR (j even) or FPR at threshold j / 2 */
static double metrics_gap(const lf_roc_common *common, const double *rate, size_t j) {
    return fabs(rate[2 * j] - rate[2 * j + 1]) - common->kap;
}

/* The largest gap; NAN if one is not known. */
static double metrics_worst_of(const lf_roc_common *common, const double *rate) {
    double most = -INFINITY;
    for (size_t j = 0; j < 2 * common->roc.thresholds; j++) {
        const double h = metrics_gap(common, rate, j);
        if (isnan(h)) return NAN;
        if (h > most) most = h;
    }
    return most;
}

/* One function for each metric that is read off a look. */
#define METRICS_FUNCTION(name, read)                                                               \
    static lf_status metrics_##name(const lf_problem *problem, const lf_point *at,                 \
                                    double *value) {                                               \
        lf_roc_seen *seen;                                                                         \
        LF_TRY(metrics_look(problem->state, at->w, &seen));                                        \
        *value = read;                                                                             \
        return LF_OK;                                                                              \
    }
METRICS_FUNCTION(area, seen->auc)
METRICS_FUNCTION(area_test, seen->auc_test)
METRICS_FUNCTION(worst, metrics_worst_of(problem->state, seen->rate))
METRICS_FUNCTION(worst_test, metrics_worst_of(problem->state, seen->rate_test))
#undef METRICS_FUNCTION

static lf_status metrics_violation(const lf_problem *problem, const lf_point *at, double *value) {
    LF_TRY(metrics_worst(problem, at, value));
    if (*value < 0) *value = 0; /* so written, a NaN stays one */
    return LF_OK;
}

/* All pairs of training rows, when somebody asks. */
static lf_status metrics_objective(const lf_problem *problem, const lf_point *at, double *value) {
    lf_roc_common *common = problem->state;
    lf_roc_seen *seen;
    LF_TRY(metrics_look(common, at->w, &seen));
    if (!seen->objective_known) {
        const size_t *first = common->of->train.first;
        LF_TRY(metrics_train(common, seen->w));
        lf_smooth_roc_take(&common->roc, first, common->standard.s);
        seen->objective = lf_smooth_auc(&common->roc, first, 0, NULL);
        seen->objective_known = true;
    }
    *value = seen->objective;
    return LF_OK;
}

/* The outer functions of the one inner component are the penalties on the gaps, then F's. */
static lf_status metrics_F(const lf_problem *problem, const lf_point *at, double *value) {
    const lf_components *inner = &problem->info.role[LF_ROLE_INNER];
    lf_roc_seen *seen;
    if (inner->count == 0)
        return lf_fail(LF_UNSUPPORTED,
                       "problem %s was built without a penalty, so it has no F; set "
                       "penalty=hinge, penalty=squared or penalty=smoothed",
                       problem->is->name);
    LF_TRY(metrics_objective(problem, at, value));
    LF_TRY(metrics_look(problem->state, at->w, &seen));
    for (size_t k = 0; k + 1 < inner->component->outers; k++)
        *value += lf_outer_value(&inner->component->outer[k], seen->rate + 2 * k);
    return LF_OK;
}

/* ---- curves: one metric for each threshold and kind of rate ---- */

static lf_status metrics_curve(const lf_problem *problem, const lf_point *at, size_t threshold,
                               bool negative, double *value) {
    const lf_roc_common *common = problem->state;
    lf_roc_seen *seen;
    *value = NAN;
    if (threshold > common->roc.thresholds) return LF_OK;
    LF_TRY(metrics_look(problem->state, at->w, &seen));
    *value = metrics_gap(common, seen->rate, 2 * (threshold - 1) + negative);
    return LF_OK;
}

#define METRICS_CURVES(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7)

#define METRICS_CURVE_FUNCTIONS(k)                                                                 \
    static lf_status metrics_tpr_##k(const lf_problem *problem, const lf_point *at,                \
                                     double *value) {                                              \
        return metrics_curve(problem, at, k, false, value);                                        \
    }                                                                                              \
    static lf_status metrics_fpr_##k(const lf_problem *problem, const lf_point *at,                \
                                     double *value) {                                              \
        return metrics_curve(problem, at, k, true, value);                                         \
    }
METRICS_CURVES(METRICS_CURVE_FUNCTIONS)

#define METRICS_TPR(k)                                                                             \
    {.name = "h_tpr_" #k,                                                                          \
     .doc = "gap of TPR at threshold " #k ": |TPR_0 - TPR_1| - kap, training rows",                \
     .measure = metrics_tpr_##k},
#define METRICS_FPR(k)                                                                             \
    {.name = "h_fpr_" #k,                                                                          \
     .doc = "gap of FPR at threshold " #k ": |FPR_0 - FPR_1| - kap, training rows",                \
     .measure = metrics_fpr_##k},

const lf_metric lf_roc_metrics[] = {
    {.name = "auc",
     .doc = "area under the ROC curve on training rows: exact",
     .higher_is_better = true,
     .measure = metrics_area},
    LF_METRIC(metrics, worst,
              "largest constraint: max_t |rate_0(t) - rate_1(t)| - kap, signed, training rows"),
    {.name = "auc_test",
     .doc = "area under the ROC curve on test rows: exact",
     .higher_is_better = true,
     .measure = metrics_area_test},
    LF_METRIC(metrics, worst_test, "largest constraint on test rows: signed"),
    LF_METRIC(metrics, violation, "violation: [worst]_+"),
    METRICS_CURVES(METRICS_TPR) METRICS_CURVES(METRICS_FPR) LF_METRIC(
        metrics, objective,
        "surrogate objective: F(w) = -mean sigma(s_i - s_j) over all pairs of training rows",
        .expensive = true),
    LF_METRIC(metrics, F,
              "penalised objective: F(w) + (1/m) sum_k P(h_k(w)), if penalty is not none",
              .expensive = true),
    LF_EPS_METRICS,
    {0},
};
