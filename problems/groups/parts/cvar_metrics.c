/**
 * @file cvar_metrics.c
 * @brief Each cheap metric is a fold over ranked group losses at a point that is looked at once.
 */
#include "problems/groups/parts/cvar_metrics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "numeric/symmetric_eigen.h"
#include "problems/common/derived.h"
#include "problems/common/eps_stationary.h"
#include "problems/groups/parts/cvar.h"
#include "problems/groups/parts/cvar_optimum.h"

typedef enum { CVAR_TRAIN, CVAR_TEST, CVAR_WORST, CVAR_MEAN, CVAR_ACCURACY } cvar_kind;

/* (decay / 2) |theta|^2 */
static double cvar_decay(const lf_cvar *s, const double *w) {
    return s->decay / 2 * lf_vec_dot(s->base.table.task.model.dim, w, w);
}

/* CVaR of the groups that have test rows; NAN if there are none. `loss` and `ranked` (m) are
 * workspaces. */
static double cvar_test(const lf_cvar *s, const lf_minimax_seen *seen, double *loss,
                        lf_cvar_group *ranked) {
    const lf_group_risk *risk = &s->base.table.risk_test;
    size_t n = 0;
    for (size_t i = 0; i < risk->m; i++)
        if (risk->start[i + 1] > risk->start[i]) loss[n++] = seen->risk_test[i];
    lf_cvar_rank(n, loss, ranked);
    return n > 0 ? lf_cvar_value(n, ranked, s->r) : NAN;
}

/* Means over the k groups of the largest losses. */
static double cvar_worst(const lf_cvar *s, const lf_minimax_seen *seen, bool accuracy,
                         const lf_cvar_group *ranked) {
    const size_t k = lf_cvar_worst(s->base.table.risk.m, s->r);
    double sum = 0;
    for (size_t i = 0; i < k; i++)
        sum += accuracy ? seen->accuracy[ranked[i].group] : ranked[i].loss;
    return sum / (double)k;
}

/* sum_g n_g L_g / N */
static double cvar_mean(const lf_group_risk *risk, const double *loss) {
    double sum = 0;
    for (size_t i = 0; i < risk->m; i++)
        sum += (double)(risk->start[i + 1] - risk->start[i]) * loss[i];
    return sum / (double)risk->start[risk->m];
}

static lf_status cvar_fold(const lf_problem *problem, const lf_point *at, cvar_kind kind,
                           double *value) {
    lf_cvar *s = problem->state;
    const lf_group_risk *risk = &s->base.table.risk;
    const lf_minimax_seen *seen;
    LF_TRY(lf_minimax_look(&s->base.common, at->w, &seen));
    double *loss = malloc((risk->m + 1) * sizeof *loss);
    lf_cvar_group *ranked = malloc((risk->m + 1) * sizeof *ranked);
    lf_status status = LF_OK;
    if (loss && ranked) {
        lf_cvar_rank(risk->m, seen->risk, ranked);
        if (kind == CVAR_TRAIN) *value = lf_cvar_value(risk->m, ranked, s->r);
        if (kind == CVAR_WORST) *value = cvar_worst(s, seen, false, ranked);
        if (kind == CVAR_ACCURACY) *value = cvar_worst(s, seen, true, ranked);
        if (kind == CVAR_MEAN) *value = cvar_mean(risk, seen->risk);
        if (kind == CVAR_TEST) *value = cvar_test(s, seen, loss, ranked);
    } else {
        status = lf_fail(LF_NO_MEMORY, "no memory to rank %zu groups", risk->m);
    }
    free(loss);
    free(ranked);
    return status;
}

/* One function for each fold. */
#define METRICS_FUNCTION(name, kind)                                                               \
    static lf_status metrics_##name(const lf_problem *problem, const lf_point *at,                 \
                                    double *value) {                                               \
        return cvar_fold(problem, at, kind, value);                                                \
    }
METRICS_FUNCTION(cvar, CVAR_TRAIN)
METRICS_FUNCTION(cvar_test, CVAR_TEST)
METRICS_FUNCTION(worst_k, CVAR_WORST)
METRICS_FUNCTION(mean_loss, CVAR_MEAN)
METRICS_FUNCTION(worst_k_accuracy, CVAR_ACCURACY)
#undef METRICS_FUNCTION

/* Of all test rows alike: those of an unseen hospital are of no group. */
static lf_status metrics_accuracy_test(const lf_problem *problem, const lf_point *at,
                                       double *value) {
    const lf_cvar *s = problem->state;
    const lf_group_risk *rest = &s->base.table.risk_rest;
    double loss;
    *value = NAN;
    return rest->start[1] > 0 ? lf_group_risk_judge(rest, at->w, &loss, value) : LF_OK;
}

/* F at the method's own s, which the dual form does not have. */
static lf_status metrics_F(const lf_problem *problem, const lf_point *at, double *value) {
    lf_cvar *s = problem->state;
    const size_t m = s->base.table.risk.m, d = s->base.table.task.model.dim;
    const lf_minimax_seen *seen;
    *value = NAN;
    if (s->dual) return LF_OK;
    LF_TRY(lf_minimax_look(&s->base.common, at->w, &seen));
    const double threshold = at->w[d];
    double sum = 0;
    for (size_t i = 0; i < m; i++) {
        const double z = seen->risk[i] - threshold;
        sum += lf_outer_value(&s->hinge, &z);
    }
    *value = threshold + sum / (double)m + cvar_decay(s, at->w);
    return LF_OK;
}

/* s->least <- a lower bound on the optimum, at most gap_tol below it: kept in the cache. */
static lf_status cvar_least(lf_cvar *s) {
    char text[256];
    double value;
    lf_group_function f;
    const lf_minimax_common *common = &s->base.common;
    const bool cached = common->of.identity[0] != '\0';
    snprintf(text, sizeof text, "CVaR optimum\n%s\nr %.17g decay %.17g tolerance %.17g\n",
             common->of.identity, s->r, s->decay, common->gap_tol);
    if (cached && lf_derived_read(text, 1, &s->least)) return LF_OK;
    lf_group_risk_function(common->of.risk, common->of.radius, &f);
    double *w = calloc(f.d + 1, sizeof *w);
    if (!w) return lf_fail(LF_NO_MEMORY, "no memory for a point of %zu", f.d);
    const lf_status status =
        lf_cvar_optimum(&f, s->r, s->decay, common->gap_tol, w, &value, &s->least, NULL);
    free(w);
    if (status == LF_OK && cached) lf_derived_write(text, 1, &s->least);
    return status;
}

/* An optimum that cannot be had, or not to the tolerance, is no failure of the method's run. */
static lf_status metrics_gap(const lf_problem *problem, const lf_point *at, double *value) {
    lf_cvar *s = problem->state;
    if (!s->least_known) {
        const lf_status status = cvar_least(s);
        if (status != LF_OK && status != LF_UNSUPPORTED && status != LF_DIVERGED) return status;
        if (status != LF_OK) s->least = NAN;
        s->least_known = true;
    }
    LF_TRY(metrics_cvar(problem, at, value));
    *value += cvar_decay(s, at->w) - s->least;
    return LF_OK;
}

/* *value <- the smallest eigenvalue of G G' + plus 1 1'; G (m x d) <- the group gradients. */
static lf_status cvar_gram(const lf_group_function *f, const double *w, double plus, double *G,
                           double *value) {
    double *gram = G + f->m * f->d, *eigenvalue = gram + f->m * f->m;
    LF_TRY(f->gradients(f->context, w, G));
    for (size_t i = 0; i < f->m; i++)
        for (size_t j = 0; j < f->m; j++)
            gram[i * f->m + j] = plus + lf_vec_dot(f->d, G + i * f->d, G + j * f->d);
    LF_TRY(lf_symmetric_eigen(f->m, gram, eigenvalue));
    *value = fmax(0, eigenvalue[0]); /* it is no less; a negative one is rounding */
    return LF_OK;
}

/* More groups than coordinates: their gradients cannot be independent. */
static lf_status cvar_least_eigenvalue(const lf_problem *problem, const lf_point *at, bool with_s,
                                       double *value) {
    const lf_cvar *s = problem->state;
    lf_group_function f;
    lf_group_risk_function(s->base.common.of.risk, s->base.common.of.radius, &f);
    *value = 0;
    if (f.m > f.d + with_s) return LF_OK;
    double *work = malloc((f.m * f.d + f.m * f.m + f.m) * sizeof *work);
    if (!work) return lf_fail(LF_NO_MEMORY, "no memory for the gradients of %zu groups", f.m);
    const lf_status status = cvar_gram(&f, at->w, with_s, work, value);
    free(work);
    return status;
}

static lf_status metrics_gram(const lf_problem *problem, const lf_point *at, double *value) {
    return cvar_least_eigenvalue(problem, at, false, value);
}

/* L_g - s has the slope -1 in s, whatever g. */
static lf_status metrics_gram_s(const lf_problem *problem, const lf_point *at, double *value) {
    return cvar_least_eigenvalue(problem, at, true, value);
}

const lf_metric lf_cvar_metrics[] = {
    LF_METRIC(metrics, cvar,
              "mean of the worst share r of the group losses, the group at the edge in part"),
    LF_METRIC(metrics, cvar_test,
              "mean of the worst group losses on test rows: those of the share r"),
    LF_METRIC(metrics, F,
              "objective at the method's own s: s + (1/n) sum_g [L_g - s]_+ / r + (decay/2) "
              "|theta|^2; none in "
              "the dual form"),
    LF_METRIC(metrics, worst_k, "mean loss of the k worst groups: k = ceil(r n)"),
    LF_METRIC(metrics, mean_loss, "mean loss over all training samples, sum_g n_g L_g / N"),
    LF_METRIC(metrics, worst_k_accuracy, "mean training accuracy of the k worst groups",
              .higher_is_better = true),
    LF_METRIC(
        metrics, accuracy_test,
        "accuracy on test rows: share of all that are classified right, those of no group too",
        .higher_is_better = true),
    LF_METRIC(metrics, gram,
              "least eigenvalue of the gradients' products: of group losses, in theta; 0 with "
              "more groups than parameters",
              .expensive = true),
    LF_METRIC(metrics, gram_s, "the same with s: of the gradients of L_g - s in (theta, s)",
              .expensive = true),
    LF_EPS_METRICS,
    LF_METRIC(metrics, gap,
              "objective above the optimum: cvar + (decay/2) |theta|^2 - F*, at most gap_tol too "
              "large; none where F* cannot be "
              "certified, as without decay",
              .expensive = true),
    {0},
};

_Static_assert(sizeof lf_cvar_metrics / sizeof *lf_cvar_metrics == LF_CVAR_PLAIN + 2,
               "gap comes last");
