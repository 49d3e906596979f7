/**
 * @file experiment_check_cost.c
 * @brief Costs and budgets of an experiment, as far as they can be judged before a problem is
 * built.
 *
 * A built problem may define measures of its own (dp.g). Until then a name that is no counter, and
 * is not a misspelt one either, is taken for such a measure.
 */
#include <stdint.h>

#include "harness/experiment/experiment_parts.h"

enum { CHECK_MEASURES = 64 };

/* What a cost may name. */
typedef struct {
    lf_cost_scope scope;
    lf_measure measure[CHECK_MEASURES];
    const char *constant[CHECK_MEASURES];
    double constant_value[CHECK_MEASURES];
} check_scope;

/* Problem or method may be NULL: then there are no constants or measures of the experiment's own.
 */
static void check_fill(check_scope *s, const lf_experiment_problem *problem,
                       const lf_experiment_method *method) {
    s->scope = (lf_cost_scope){.measure = s->measure,
                               .constant = s->constant,
                               .constant_value = s->constant_value,
                               .trusting = true};
    for (size_t i = 0; i < LF_ROLES; i++)
        s->scope.samples[i] = 1;
    for (size_t i = 0; method && i < method->measures_count && i < CHECK_MEASURES; i++) {
        s->measure[i] = (lf_measure){method->measures[i].name, method->measures[i].cost, ""};
        s->scope.measures = i + 1;
    }
    for (size_t i = 0; problem && i < problem->constants_count && i < CHECK_MEASURES; i++) {
        s->constant[i] = problem->constants[i].name;
        s->constant_value[i] = problem->constants[i].value;
        s->scope.constants = i + 1;
    }
}

/* One cost for one pair: grammar, counters, constants, and the experiment's own measures. */
static lf_status check_cost(const lf_experiment_problem *problem,
                            const lf_experiment_method *method, const char *text) {
    check_scope s;
    lf_cost cost;
    check_fill(&s, problem, method);
    return lf_cost_parse(text, &s.scope, &cost);
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
    check_scope s;
    lf_budget budget;
    check_fill(&s, NULL, NULL);
    return lf_budget_parse(text, &s.scope, &budget);
}
