/**
 * @file experiment_check_frontiers.c
 * @brief A frontier has lines of points, and names what there is and what runs.
 */
#include <math.h>
#include <string.h>

#include "harness/experiment/experiment_parts.h"

/* The method runs on the problem itself: another form of its task is another point. */
static lf_status check_point(const lf_experiment *experiment, const lf_experiment_frontier *is,
                             size_t method, size_t problem) {
    double value;
    const lf_experiment_problem *at = &experiment->problems[problem];
    if (!lf_experiment_allows(experiment, problem, method))
        return lf_fail(LF_BAD_INPUT,
                       "method '%s' does not run on problem '%s', whose methods are others",
                       experiment->methods[method].id, at->id);
    LF_TRY(lf_experiment_check_metric(experiment, problem, is->x));
    LF_TRY(lf_experiment_check_metric(experiment, problem, is->y));
    return is->label ? lf_experiment_constant(at, is->label, &value) : LF_OK;
}

static lf_status check_line(const lf_experiment *experiment, const lf_experiment_frontier *is,
                            const lf_experiment_line *line) {
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    const lf_names own = LF_NAMES("problem", line->problems, line->problems_count);
    LF_TRY(lf_names_check(&methods, line->method));
    LF_TRY(lf_names_check_all(&problems, line->problems_count, line->problems));
    LF_TRY(lf_names_distinct(&own));
    if (line->problems_count == 0) return lf_fail(LF_BAD_INPUT, "there are no problems");
    for (size_t i = 0; i < line->problems_count; i++)
        LF_TRY(check_point(experiment, is, lf_names_find(&methods, line->method),
                           lf_names_find(&problems, line->problems[i])));
    return LF_OK;
}

/* Claims name lines by their methods, so each method has one. */
static lf_status check_frontier(const lf_experiment *experiment, const lf_experiment_frontier *is) {
    if (is->lines_count == 0) return lf_fail(LF_BAD_INPUT, "there are no lines");
    for (size_t i = 0; i < is->at_count; i++)
        if (!isfinite(is->at[i])) return lf_fail(LF_BAD_INPUT, "at: expected finite numbers");
    for (size_t i = 0; i < is->lines_count; i++) {
        lf_status status = check_line(experiment, is, &is->lines[i]);
        for (size_t k = 0; k < i && status == LF_OK; k++)
            if (strcmp(is->lines[k].method, is->lines[i].method) == 0)
                status =
                    lf_fail(LF_BAD_INPUT, "method '%s' has a line already", is->lines[i].method);
        if (status != LF_OK) return lf_fail_within(status, "lines[%zu]: ", i + 1);
    }
    return LF_OK;
}

lf_status lf_experiment_check_frontiers(const lf_experiment *experiment) {
    const lf_names frontiers =
        LF_NAMES("frontier", experiment->frontiers, experiment->frontiers_count);
    LF_TRY(lf_names_distinct(&frontiers));
    for (size_t i = 0; i < experiment->frontiers_count; i++) {
        const lf_status status = check_frontier(experiment, &experiment->frontiers[i]);
        if (status != LF_OK)
            return lf_fail_within(status, "frontier '%s': ", experiment->frontiers[i].id);
    }
    return LF_OK;
}
