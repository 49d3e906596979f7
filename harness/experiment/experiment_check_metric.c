/**
 * @file experiment_check_metric.c
 * @brief Metrics that an experiment names: a problem's own, and METRIC.avg where a method keeps an
 * average.
 *
 * Metrics and averages are part of constant tables: known without building anything.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "harness/experiment/experiment_parts.h"
#include "harness/experiment/tuning_grid.h"
#include "harness/registry/registry.h"

enum { CHECK_METRICS = 64, CHECK_METRIC_BYTES = 64 };

/* Does any method that runs keep an average? */
static bool check_averages(const lf_experiment *experiment) {
    for (size_t i = 0; i < experiment->methods_count; i++) {
        const lf_algorithm *is;
        if (!lf_experiment_uses_method(experiment, i)) continue;
        if (lf_spec_algorithm(experiment->methods[i].algorithm, &is) == LF_OK && is->average)
            return true;
    }
    return false;
}

/* nearest <- the name that was meant: "FV.averge" is nearer to FV.avg than to FV. "" if none is. */
static void check_nearest(const lf_names *metrics, bool averages, const char *metric,
                          char nearest[CHECK_METRIC_BYTES]) {
    char name[2 * CHECK_METRICS][CHECK_METRIC_BYTES];
    const char *all[2 * CHECK_METRICS];
    const lf_metric *list = metrics->list;
    size_t n = 0;
    for (size_t i = 0; i < metrics->n && i < CHECK_METRICS; i++)
        for (size_t k = 0; k < (averages ? 2 : 1); k++, n++) {
            snprintf(name[n], sizeof name[n], "%s%s", list[i].name, k ? LF_METRIC_AVERAGE : "");
            all[n] = name[n];
        }
    const char *found = lf_suggest_among(metric, n, all);
    snprintf(nearest, CHECK_METRIC_BYTES, "%s", found ? found : "");
}

static lf_status check_metric(const lf_experiment_problem *problem, const char *metric,
                              bool averages) {
    const lf_problem_class *is;
    LF_TRY(lf_spec_problem(problem->problem, &is));
    size_t n = 0;
    while (is->metrics && is->metrics[n].name)
        n++;
    const lf_names metrics = {"metric", is->metrics, n, sizeof(lf_metric)};
    char stem[128], nearest[CHECK_METRIC_BYTES];
    snprintf(stem, sizeof stem, "%.*s", (int)lf_metric_stem(metric), metric);
    if (lf_names_find(&metrics, stem) != SIZE_MAX) {
        if (averages || strcmp(stem, metric) == 0) return LF_OK;
        return lf_fail(LF_BAD_INPUT,
                       "problem '%s': no metric '%s', because no method here keeps an average; "
                       "there is '%s'",
                       problem->id, metric, stem);
    }
    check_nearest(&metrics, averages, metric, nearest);
    if (nearest[0])
        return lf_fail(LF_BAD_INPUT, "problem '%s': no metric '%s'; did you mean '%s'?",
                       problem->id, metric, nearest);
    return lf_fail_within(lf_names_check(&metrics, metric), "problem '%s': ", problem->id);
}

lf_status lf_experiment_check_metric(const lf_experiment *experiment, size_t problem,
                                     const char *metric) {
    const bool averages = check_averages(experiment);
    for (size_t i = 0; metric && i < experiment->problems_count; i++)
        if (problem == SIZE_MAX ? lf_experiment_uses_problem(experiment, i)
                                : lf_experiment_under(experiment, i, problem))
            LF_TRY(check_metric(&experiment->problems[i], metric, averages));
    return LF_OK;
}

/* Does any method try points of a grid on it? */
static bool check_tunes(const lf_experiment *experiment, size_t problem) {
    for (size_t k = 0; k < experiment->methods_count; k++)
        if (lf_experiment_runs(experiment, problem, k) &&
            lf_experiment_tuned_on(experiment, problem) == problem &&
            lf_tuning_grid(experiment, problem, k))
            return true;
    return false;
}

lf_status lf_experiment_check_tuned(const lf_experiment *experiment, const char *metric) {
    const bool averages = check_averages(experiment);
    for (size_t i = 0; metric && i < experiment->problems_count; i++)
        if (check_tunes(experiment, i))
            LF_TRY(check_metric(&experiment->problems[i], metric, averages));
    return LF_OK;
}

bool lf_experiment_is_objective(const lf_experiment *experiment, size_t problem,
                                const char *metric) {
    const lf_problem_class *is;
    if (lf_spec_problem(experiment->problems[problem].problem, &is) != LF_OK || !is->metrics)
        return false;
    const char *head = is->metrics[0].name; /* NULL: it has none */
    const size_t stem = lf_metric_stem(metric);
    return is->views >> LF_VIEW_CONSTRAINED & 1 && head && strlen(head) == stem &&
           strncmp(head, metric, stem) == 0;
}
