/**
 * @file continual_metrics.c
 * @brief The table of metrics. A problem of m protected classes shows the first m errors.
 */
#include "problems/continual/parts/continual_metrics.h"

#include <stdlib.h>

double lf_continual_constraint(lf_continual *s, size_t k, const double *w) {
    double L;
    lf_prompts_loss(&s->towers, &s->pairs, s->pairs.n_kept[k], NULL, s->pairs.kept_row[k], w, 0, &L,
                    NULL);
    return L - s->penalty[k].shift;
}

/* *value <- the contrastive part of F; w_old and the penalties do not enter. */
static lf_status continual_contrast(lf_continual *s, const double *w, double *value) {
    const size_t n = s->pairs.n_target, components = n + s->pairs.m;
    double *u = malloc((2 * n + 1) * sizeof *u), sum = 0;
    if (!u) return lf_fail(LF_NO_MEMORY, "no memory for %zu inner values", 2 * n);
    lf_contrast_every(&s->towers, &s->pairs, s->n_negatives, s->negatives, w, u);
    for (size_t i = 0; i < 2 * n; i++)
        sum += lf_outer_value(&s->contrast[i % 2], &u[i]);
    free(u);
    *value = sum / (double)components;
    return LF_OK;
}

static lf_status metrics_objective(const lf_problem *problem, const lf_point *at, double *value) {
    return continual_contrast(problem->state, at->w, value);
}

static lf_status metrics_F(const lf_problem *problem, const lf_point *at, double *value) {
    lf_continual *s = problem->state;
    double sum = 0;
    for (size_t k = 0; k < s->pairs.m; k++) {
        const double L = lf_continual_constraint(s, k, at->w) + s->penalty[k].shift;
        sum += lf_outer_value(&s->penalty[k], &L);
    }
    LF_TRY(continual_contrast(s, at->w, value));
    *value += sum / (double)(s->pairs.n_target + s->pairs.m);
    return LF_OK;
}

static lf_status metrics_worst(const lf_problem *problem, const lf_point *at, double *value) {
    lf_continual *s = problem->state;
    for (size_t k = 0; k < s->pairs.m; k++) {
        const double h = lf_continual_constraint(s, k, at->w);
        if (k == 0 || h > *value) *value = h;
    }
    return LF_OK;
}

static lf_status metrics_violation(const lf_problem *problem, const lf_point *at, double *value) {
    LF_TRY(metrics_worst(problem, at, value));
    if (*value < 0) *value = 0; /* so written, a NaN stays one */
    return LF_OK;
}

/* Change against w_old of the share of class c that is told right; 0 if it has no test image. */
static double metrics_gain(lf_continual *s, size_t c, const double *w) {
    const lf_task *task = &s->pairs.task;
    size_t right[LF_PAIRS_CLASSES], all[LF_PAIRS_CLASSES];
    lf_prompts_count(&s->towers, &s->pairs, task->n_rest, task->rest, w, right, all);
    return all[c] ? ((double)right[c] - (double)s->right_old[c]) / (double)all[c] : 0;
}

static lf_status metrics_target_gain(const lf_problem *problem, const lf_point *at, double *value) {
    lf_continual *s = problem->state;
    *value = metrics_gain(s, s->pairs.target, at->w);
    return LF_OK;
}

static lf_status metrics_accuracy(const lf_problem *problem, const lf_point *at, double *value) {
    lf_continual *s = problem->state;
    *value = lf_prompts_accuracy(&s->towers, &s->pairs, at->w);
    return LF_OK;
}

/* Change of the 0/1 error of the k-th protected class, from 1. */
#define METRICS_ERROR(k)                                                                           \
    static lf_status metrics_err_##k(const lf_problem *problem, const lf_point *at,                \
                                     double *value) {                                              \
        lf_continual *s = problem->state;                                                          \
        *value = 0 - metrics_gain(s, s->pairs.kept[(k)-1], at->w);                                 \
        return LF_OK;                                                                              \
    }
METRICS_ERROR(1)
METRICS_ERROR(2)
METRICS_ERROR(3)
METRICS_ERROR(4)
METRICS_ERROR(5)
METRICS_ERROR(6)
METRICS_ERROR(7)
METRICS_ERROR(8)
METRICS_ERROR(9)

#define METRICS_ERROR_ROW(k)                                                                       \
    {                                                                                              \
        .name = "err_" #k, .doc = "change of test error of protected class " #k,                   \
        .measure = metrics_err_##k                                                                 \
    }

const lf_metric lf_continual_metrics[] = {
    LF_METRIC(metrics, F,
              "penalised objective: contrastive loss + (1/m) sum_k P(h_k), on the full data"),
    LF_METRIC(metrics, objective, "contrastive loss of the target class: two-way, global"),
    LF_METRIC(metrics, target_gain, "change of the target's test accuracy: against w_old",
              .higher_is_better = true),
    LF_METRIC(metrics, worst, "largest constraint: max_k h_k, h_k = L_k(w) - L_k(w_old), signed"),
    LF_METRIC(metrics, violation, "violation: [max_k h_k]_+"),
    LF_METRIC(metrics, accuracy, "share of all test images told right", .higher_is_better = true),
    METRICS_ERROR_ROW(1),
    METRICS_ERROR_ROW(2),
    METRICS_ERROR_ROW(3),
    METRICS_ERROR_ROW(4),
    METRICS_ERROR_ROW(5),
    METRICS_ERROR_ROW(6),
    METRICS_ERROR_ROW(7),
    METRICS_ERROR_ROW(8),
    METRICS_ERROR_ROW(9),
    {0},
};
