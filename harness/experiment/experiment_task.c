/**
 * @file experiment_task.c
 * @brief Forms of one task, and families that share what was tuned.
 *
 * A task in several forms is several problems: methods that need different forms meet it in their
 * own, and figures, tables and claims show them together under the problem that stands for the
 * task. That one problem is a form like the others.
 */
#include <stdint.h>
#include <string.h>

#include "harness/experiment/experiment_parts.h"
#include "harness/experiment/tuning_grid.h"

/* Position of the problem that `id` names; `problem` itself if there is none. */
static size_t task_named(const lf_experiment *experiment, const char *id, size_t problem) {
    const lf_names problems = lf_problem_names(experiment);
    const size_t at = id ? lf_names_find(&problems, id) : SIZE_MAX;
    return at == SIZE_MAX ? problem : at;
}

size_t lf_experiment_task(const lf_experiment *experiment, size_t problem) {
    return task_named(experiment, experiment->problems[problem].same_as, problem);
}

size_t lf_experiment_tuned_on(const lf_experiment *experiment, size_t problem) {
    return task_named(experiment, experiment->problems[problem].tuned_as, problem);
}

bool lf_experiment_moves(const lf_experiment *experiment, size_t problem) {
    const lf_experiment_problem *is = &experiment->problems[problem];
    for (size_t i = 0; i < is->varies_count; i++)
        if (strcmp(is->varies[i], LF_VARIES_START) == 0) return true;
    return false;
}

size_t lf_experiment_level_runs(const lf_experiment *experiment, size_t problem) {
    size_t most = 1;
    for (size_t i = 0; i < experiment->problems_count; i++) {
        const lf_experiment_problem *is = &experiment->problems[i];
        if (problem != SIZE_MAX && problem != i) continue;
        for (size_t k = 0; k < is->varies_count; k++) {
            const size_t runs = lf_varies_runs(is->varies[k]);
            if (runs > most) most = runs;
        }
    }
    return most;
}

bool lf_experiment_fixed(const lf_experiment *experiment, size_t problem, size_t method) {
    return experiment->methods[method].deterministic &&
           experiment->problems[problem].varies_count == 0;
}

bool lf_experiment_runs(const lf_experiment *experiment, size_t problem, size_t method) {
    return lf_experiment_uses_problem(experiment, problem) &&
           lf_experiment_uses_method(experiment, method) &&
           lf_experiment_allows(experiment, problem, method);
}

bool lf_experiment_heads(const lf_experiment *experiment, size_t problem) {
    return lf_experiment_task(experiment, problem) == problem;
}

bool lf_experiment_under(const lf_experiment *experiment, size_t form, size_t problem) {
    return form == problem || lf_experiment_task(experiment, form) == problem;
}

size_t lf_experiment_form(const lf_experiment *experiment, size_t problem, size_t method) {
    if (lf_experiment_allows(experiment, problem, method)) return problem;
    for (size_t i = 0; i < experiment->problems_count; i++)
        if (lf_experiment_under(experiment, i, problem) &&
            lf_experiment_allows(experiment, i, method))
            return i;
    return SIZE_MAX;
}

lf_status lf_experiment_check_form(const lf_experiment *experiment, size_t problem, size_t method) {
    if (lf_experiment_form(experiment, problem, method) != SIZE_MAX) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "method '%s' does not run on problem '%s', whose methods are others",
                   experiment->methods[method].id, experiment->problems[problem].id);
}

lf_status lf_experiment_check_forms(const lf_experiment *experiment, size_t problem, size_t n,
                                    char *const *methods) {
    const lf_names all = lf_method_names(experiment);
    for (size_t i = 0; i < n; i++)
        LF_TRY(lf_experiment_check_form(experiment, problem, lf_names_find(&all, methods[i])));
    return LF_OK;
}

/* A form stands under a problem that stands by itself, and is run where that one is. */
static lf_status check_same(const lf_experiment *experiment, size_t problem) {
    const lf_experiment_problem *is = &experiment->problems[problem];
    const size_t task = lf_experiment_task(experiment, problem);
    const lf_names problems = lf_problem_names(experiment);
    LF_TRY(lf_names_check(&problems, is->same_as));
    if (task == problem) return lf_fail(LF_BAD_INPUT, "a problem is no other form of itself");
    if (experiment->problems[task].same_as)
        return lf_fail(LF_BAD_INPUT, "'%s' is a form of '%s' itself: name that one", is->same_as,
                       experiment->problems[task].same_as);
    if (lf_experiment_uses_problem(experiment, problem) &&
        !lf_experiment_uses_problem(experiment, task))
        return lf_fail(LF_BAD_INPUT,
                       "'%s', with which it is shown, is not run: add it to use_problems",
                       is->same_as);
    for (size_t k = 0; k < experiment->methods_count; k++)
        for (size_t i = 0; i < experiment->problems_count; i++)
            if (i != problem && lf_experiment_task(experiment, i) == task &&
                lf_experiment_allows(experiment, problem, k) &&
                lf_experiment_allows(experiment, i, k))
                return lf_fail(LF_BAD_INPUT,
                               "method '%s' runs on '%s' too, another form of the same task: name "
                               "it in the methods of one of them",
                               experiment->methods[k].id, experiment->problems[i].id);
    return LF_OK;
}

/* Whose parameters are used has some: it is tuned itself, and with the same methods. */
static lf_status check_tuned(const lf_experiment *experiment, size_t problem) {
    const lf_experiment_problem *is = &experiment->problems[problem];
    const size_t on = lf_experiment_tuned_on(experiment, problem);
    const lf_names problems = lf_problem_names(experiment);
    LF_TRY(lf_names_check(&problems, is->tuned_as));
    if (!experiment->tuning) return lf_fail(LF_BAD_INPUT, "there is no tuning section");
    if (on == problem || experiment->problems[on].tuned_as)
        return lf_fail(LF_BAD_INPUT, "'%s' is not tuned itself", is->tuned_as);
    for (size_t i = 0; i < experiment->tuning->grids_count; i++) {
        const char *grid = experiment->tuning->grids[i].problem;
        if (grid && strcmp(grid, is->id) == 0)
            return lf_fail(LF_BAD_INPUT, "tuning has a grid for '%s' itself", is->id);
    }
    for (size_t k = 0; k < experiment->methods_count; k++)
        if (lf_experiment_runs(experiment, problem, k) && lf_tuning_grid(experiment, on, k) &&
            !lf_experiment_runs(experiment, on, k))
            return lf_fail(LF_BAD_INPUT,
                           "method '%s' does not run on '%s', so it is not tuned there",
                           experiment->methods[k].id, is->tuned_as);
    return LF_OK;
}

lf_status lf_experiment_check_tasks(const lf_experiment *experiment) {
    const lf_names methods = lf_method_names(experiment);
    for (size_t i = 0; i < experiment->problems_count; i++) {
        const lf_experiment_problem *is = &experiment->problems[i];
        lf_status status = lf_names_check_all(&methods, is->methods_count, is->methods);
        if (status != LF_OK) return lf_fail_within(status, "problem '%s': methods: ", is->id);
        if (is->same_as) status = check_same(experiment, i);
        if (status != LF_OK) return lf_fail_within(status, "problem '%s': same_as: ", is->id);
        if (is->tuned_as) status = check_tuned(experiment, i);
        if (status != LF_OK) return lf_fail_within(status, "problem '%s': tuned_as: ", is->id);
    }
    return LF_OK;
}
