/**
 * @file experiment_check_cost.c
 * @brief Costs and budgets of an experiment, as far as they can be judged before a problem is
 * built.
 *
 * A built problem may define measures of its own (dp.g). Until then a name that is no counter, and
 * is not a misspelt one either, is taken for such a measure.
 */
#include <stdint.h>
#include <stdlib.h>

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

/* One cost for one pair: grammar, counters, constants, and the experiment's own measures. */
static lf_status check_cost(const lf_experiment_problem *problem,
                            const lf_experiment_method *method, const char *text) {
    lf_cost_scope scope = check_scope();
    lf_cost cost;
    lf_status status = lf_experiment_scope(problem, method, &scope);
    if (status == LF_OK) status = lf_cost_parse(text, &scope, &cost);
    lf_experiment_scope_free(&scope);
    return status;
}

lf_status lf_experiment_check_cost(const lf_experiment *experiment, size_t problem,
                                   const char *cost) {
    for (size_t i = 0; cost && i < experiment->problems_count; i++) {
        if (problem == SIZE_MAX ? !lf_experiment_uses_problem(experiment, i)
                                : !lf_experiment_under(experiment, i, problem))
            continue;
        for (size_t k = 0; k < experiment->methods_count; k++) {
            if (!lf_experiment_uses_method(experiment, k)) continue;
            if (!lf_experiment_allows(experiment, i, k)) continue;
            lf_status status = check_cost(&experiment->problems[i], &experiment->methods[k], cost);
            if (status != LF_OK)
                return lf_fail_within(status, "'%s' on '%s': ", experiment->methods[k].id,
                                      experiment->problems[i].id);
        }
    }
    return LF_OK;
}

lf_status lf_experiment_check_budget(const char *text) {
    const lf_cost_scope scope = check_scope();
    lf_budget budget;
    return lf_budget_parse(text, &scope, &budget);
}
