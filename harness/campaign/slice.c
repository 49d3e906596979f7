/**
 * @file slice.c
 * @brief Which pairs of a problem and a method a slice has, and which trials they need.
 */
#include "harness/campaign/slice.h"

#include <stdint.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"

static bool slice_names(size_t n, const char *const *ids, const char *id) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(ids[i], id) == 0) return true;
    return n == 0;
}

static bool slice_has(const lf_slice *slice, const lf_experiment *experiment, size_t problem,
                      size_t method) {
    const size_t task = lf_experiment_task(experiment, problem);
    return lf_experiment_runs(experiment, problem, method) &&
           slice_names(slice->methods, slice->method, experiment->methods[method].id) &&
           (slice_names(slice->problems, slice->problem, experiment->problems[problem].id) ||
            slice_names(slice->problems, slice->problem, experiment->problems[task].id));
}

/* Is something in the slice that has this problem's parameters? */
static bool slice_tunes(const lf_slice *slice, const lf_experiment *experiment, size_t problem,
                        size_t method) {
    for (size_t i = 0; i < experiment->problems_count; i++)
        if (lf_experiment_tuned_on(experiment, i) == problem &&
            slice_has(slice, experiment, i, method))
            return true;
    return false;
}

static lf_status slice_check_ids(const lf_names *names, size_t n, const char *const *ids,
                                 const lf_experiment *experiment,
                                 bool (*uses)(const lf_experiment *, size_t)) {
    for (size_t i = 0; i < n; i++) {
        LF_TRY(lf_names_check(names, ids[i]));
        if (!uses(experiment, lf_names_find(names, ids[i])))
            return lf_fail(LF_BAD_INPUT, "%s '%s' is not run", names->what, ids[i]);
    }
    return LF_OK;
}

lf_status lf_slice_check(const lf_slice *slice, const lf_experiment *experiment) {
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    LF_TRY(slice_check_ids(&problems, slice->problems, slice->problem, experiment,
                           lf_experiment_uses_problem));
    LF_TRY(slice_check_ids(&methods, slice->methods, slice->method, experiment,
                           lf_experiment_uses_method));
    for (size_t i = 0; i < experiment->problems_count; i++)
        for (size_t k = 0; k < experiment->methods_count; k++)
            if (slice_has(slice, experiment, i, k)) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "none of these methods runs on any of these problems");
}

size_t lf_slice_select(const lf_slice *slice, const lf_experiment *experiment,
                       const lf_planned_run *plan, size_t n, const lf_planned_run **wanted) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if ((plan[i].parameters ? slice_tunes : slice_has)(slice, experiment, plan[i].problem,
                                                           plan[i].method))
            wanted[count++] = &plan[i];
    return count;
}
