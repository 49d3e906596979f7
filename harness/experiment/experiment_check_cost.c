/**
 * @file experiment_check_cost.c
 * @brief Costs and budgets of an experiment, before a problem is built and once it is.
 *
 * A built problem may define measures of its own (dp.g). Until then a name that is no counter, and
 * is not a misspelt one either, is taken for such a measure; once it is built, every check is made
 * again with what it has.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_parts.h"

lf_status lf_experiment_scope(const lf_experiment_problem *problem,
                              const lf_experiment_method *method, lf_cost_scope *scope) {
    lf_measure *measure = realloc((void *)scope->measure,
                                  (scope->measures + method->measures_count + 1) * sizeof *measure);
    const char **name = calloc(problem->constants_count + 1, sizeof *name);
    double *value = calloc(problem->constants_count + 1, sizeof *value);
    if (measure) scope->measure = measure;
    scope->constant = name;
    scope->constant_value = value;
    if (!measure || !name || !value) return lf_fail(LF_NO_MEMORY, "no memory for a cost");
    for (size_t i = 0; i < method->measures_count; i++)
        measure[scope->measures++] =
            (lf_measure){method->measures[i].name, method->measures[i].cost, ""};
    for (size_t i = 0; i < problem->constants_count; i++) {
        name[i] = problem->constants[i].name;
        value[i] = problem->constants[i].value;
    }
    scope->constants = problem->constants_count;
    return LF_OK;
}

void lf_experiment_scope_free(lf_cost_scope *scope) {
    free((void *)scope->measure);
    free((void *)scope->constant);
    free((void *)scope->constant_value);
}

/* Every role may turn out to have samples. */
static lf_cost_scope check_scope(void) {
    lf_cost_scope scope = {.trusting = true};
    for (size_t i = 0; i < LF_ROLES; i++)
        scope.samples[i] = 1;
    return scope;
}

/* What the built problem has; its measures are copied, as the method's are added. */
static lf_status check_scope_built(const lf_cost_scope *built, lf_cost_scope *scope) {
    const size_t bytes = built->measures * sizeof(lf_measure);
    lf_measure *copy = malloc(bytes + 1);
    *scope = *built;
    scope->measure = copy;
    if (!copy) return lf_fail(LF_NO_MEMORY, "no memory for a cost");
    if (bytes) memcpy(copy, built->measure, bytes);
    return LF_OK;
}

/* The problem's would be meant wherever the method's own is named. */
static lf_status check_own_measures(const lf_experiment *experiment, size_t problem,
                                    const lf_experiment_method *method) {
    const lf_cost_scope *built = experiment->built.scope;
    for (size_t i = 0; built && i < method->measures_count; i++)
        for (size_t k = 0; k < built->measures; k++)
            if (strcmp(method->measures[i].name, built->measure[k].name) == 0)
                return lf_fail(LF_BAD_ARGUMENT,
                               "measure '%s': problem %.*s has one of this name, expected another",
                               method->measures[i].name,
                               (int)strcspn(experiment->problems[problem].problem, ":"),
                               experiment->problems[problem].problem);
    return LF_OK;
}

/* One cost for one pair: grammar, counters, constants, and the experiment's own measures. */
static lf_status check_cost(const lf_experiment *experiment, size_t problem, size_t method,
                            const char *text) {
    lf_cost_scope scope = check_scope();
    lf_cost cost;
    lf_status status = check_own_measures(experiment, problem, &experiment->methods[method]);
    if (status == LF_OK && experiment->built.scope)
        status = check_scope_built(experiment->built.scope, &scope);
    if (status == LF_OK)
        status = lf_experiment_scope(&experiment->problems[problem], &experiment->methods[method],
                                     &scope);
    if (status == LF_OK) status = lf_cost_parse(text, &scope, &cost);
    lf_experiment_scope_free(&scope);
    return status;
}

lf_status lf_experiment_check_cost(const lf_experiment *experiment, size_t problem, size_t n,
                                   char *const *methods, const char *cost) {
    for (size_t i = 0; cost && i < experiment->problems_count; i++) {
        if (problem == SIZE_MAX ? !lf_experiment_uses_problem(experiment, i)
                                : !lf_experiment_under(experiment, i, problem))
            continue;
        if (experiment->built.scope && experiment->built.problem != i) continue;
        for (size_t k = 0; k < experiment->methods_count; k++) {
            if (!lf_experiment_uses_method(experiment, k)) continue;
            if (!lf_experiment_allows(experiment, i, k)) continue;
            if (!lf_ids_allow(n, methods, experiment->methods[k].id)) continue;
            lf_status status = check_cost(experiment, i, k, cost);
            if (status != LF_OK)
                return lf_fail_within(status, "'%s' on '%s': ", experiment->methods[k].id,
                                      experiment->problems[i].id);
        }
    }
    return LF_OK;
}

lf_status lf_experiment_check_built(const lf_experiment *experiment, size_t problem,
                                    const lf_cost_scope *scope) {
    lf_experiment built = *experiment;
    built.built.scope = scope;
    built.built.problem = problem;
    return lf_experiment_check_output(&built);
}

lf_status lf_experiment_check_budget(const char *text) {
    const lf_cost_scope scope = check_scope();
    lf_budget budget;
    return lf_budget_parse(text, &scope, &budget);
}
