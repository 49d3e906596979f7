/**
 * @file tuning_points.c
 * @brief The points of a grid that are tried, and what a method would have had without tuning.
 *
 * A grid that leaves out what the paper prints, or the default, may end below it without anybody's
 * knowing. With `given: true` that point is one of those that are tried, in place of one that would
 * have been drawn: nobody gets more points than the others.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/experiment/experiment_parts.h"
#include "harness/experiment/tuning_grid.h"
#include "harness/registry/parameters.h"

/* *given <- the point of the untuned method, malloc'ed: its own parameters, settings and defaults,
 * in the space's order. What the grid fixes is fixed here, too. */
static lf_status points_given(const lf_space *space, const char *algorithm, char **given) {
    const char *rest = strchr(algorithm, ':');
    lf_text text = {0};
    lf_status status = LF_OK;
    for (size_t a = 0; a < space->axes && status == LF_OK; a++) {
        const lf_space_axis *axis = &space->axis[a];
        char *value = NULL;
        if (axis->values > 1)
            status = lf_assignment_find(rest ? rest + 1 : "", algorithm, axis->name, &value);
        lf_text_format(&text, "%s%s=%s", a ? "," : "", axis->name, value ? value : axis->value[0]);
        free(value);
    }
    *given = text.bytes;
    return status != LF_OK || text.bytes ? status : lf_fail(LF_NO_MEMORY, "no memory for a grid");
}

/* points (n) <- with the given one first, in place of one that was drawn, unless it is there. */
static lf_status points_add(const lf_space *space, const lf_experiment_tuning *tuning, char **given,
                            char ***points) {
    const size_t n = tuning->points;
    bool there = false;
    for (size_t i = 0; i < n && !there; i++)
        there = lf_assignments_same((*points)[i], *given);
    if (there) return LF_OK;
    char **fewer, **list = *points;
    LF_TRY(lf_space_points(space, n - 1, tuning->seed, &fewer));
    for (size_t i = 0; i < n; i++) {
        free(list[i]);
        list[i] = i == 0 ? *given : fewer[i - 1];
    }
    *given = NULL;
    free(fewer); /* what it held is in the list */
    return LF_OK;
}

lf_status lf_tuning_points(const lf_trial_list *plan, size_t problem, size_t method,
                           char ***points) {
    const lf_experiment_tuning *tuning = plan->experiment->tuning;
    lf_planned_run untuned = {.problem = problem, .method = method};
    lf_space space;
    char *given = NULL;
    *points = NULL;
    LF_TRY(lf_tuning_space(plan->experiment, problem, method, &space));
    lf_status status = lf_space_points(&space, tuning->points, tuning->seed, points);
    if (status == LF_OK && tuning->given) {
        status = lf_experiment_fill(plan->experiment, plan->scale, plan->seeds[0], NULL, false,
                                    &untuned);
        if (status == LF_OK) status = points_given(&space, untuned.spec.algorithm, &given);
        if (status == LF_OK) status = points_add(&space, tuning, &given, points);
    }
    if (status != LF_OK) lf_text_list_free(*points, tuning->points);
    free(given);
    lf_run_spec_clear(&untuned.spec);
    lf_space_free(&space);
    return status;
}
