/**
 * @file experiment_check_cost.c
 * @brief Costs and budgets of an experiment, as far as they can be judged before a problem is
 * built.
 *
 * A built problem may define measures of its own (dp.g). Until then a name that is no counter, and
 * is not a misspelt one either, is taken for such a measure.
 */
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/suggest.h"
#include "harness/experiment/experiment_parts.h"

enum { CHECK_TRUSTED = 8, CHECK_MEASURES = 64, CHECK_WORD = 64 };

/* What a cost may name, and the names that are taken on trust. */
typedef struct {
    lf_cost_scope scope;
    lf_measure measure[CHECK_MEASURES + CHECK_TRUSTED];
    char trusted[CHECK_TRUSTED][CHECK_WORD];
    const char *constant[CHECK_MEASURES];
    double constant_value[CHECK_MEASURES];
} check_scope;

/* Problem or method may be NULL: then there are no constants or measures of the experiment's own.
 */
static void check_fill(check_scope *s, const lf_experiment_problem *problem,
                       const lf_experiment_method *method) {
    s->scope = (lf_cost_scope){
        .measure = s->measure, .constant = s->constant, .constant_value = s->constant_value};
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

/* Does the word start as counters do ("value.", "passes.")? Then it is one, or misspelt. */
static bool check_counter_like(const char *word) {
    static const char *const kinds[] = {"value", "gradient", "hvp", "jvp", "samples", "passes"};
    size_t n = strcspn(word, ".");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i]) == n && strncmp(kinds[i], word, n) == 0) return true;
    return lf_suggest_distance(word, "steps") <= 1 || lf_suggest_distance(word, "samples") <= 2 ||
           lf_suggest_distance(word, "outer") <= 1;
}

/* A name that the parser knows, or that is so near to a counter that it should complain. */
static bool check_known(const check_scope *s, const char *word) {
    for (size_t i = 0; i < s->scope.measures; i++)
        if (strcmp(s->measure[i].name, word) == 0) return true;
    for (size_t i = 0; i < s->scope.constants; i++)
        if (strcmp(s->constant[i], word) == 0) return true;
    return check_counter_like(word);
}

/* Add one unknown name (n bytes) as a measure, so that the parser goes on to the rest of the
 * cost. */
static void check_trust(check_scope *s, const char *word, size_t n, size_t *trusted) {
    char name[CHECK_WORD];
    if (n >= sizeof name || *trusted == CHECK_TRUSTED) return;
    memcpy(name, word, n);
    name[n] = '\0';
    if (check_known(s, name)) return;
    memcpy(s->trusted[*trusted], name, n + 1);
    s->measure[s->scope.measures++] = (lf_measure){s->trusted[(*trusted)++], "steps", ""};
}

/* Take the unknown names of a cost on trust. A factor cannot be a measure: what stands after '/' or
 * before '*' is left alone. */
static void check_trust_all(check_scope *s, const char *text, size_t *trusted) {
    char before = '+';
    for (const char *at = text; *at;) {
        size_t n = 0;
        while (isalnum((unsigned char)at[n]) || at[n] == '_' || at[n] == '.')
            n++;
        if (n > 0) {
            const char *after = at + n + strspn(at + n, " ");
            if (before != '/' && *after != '*' && !isdigit((unsigned char)*at) && *at != '.')
                check_trust(s, at, n, trusted);
            at += n;
            before = 'a';
        } else {
            if (!isspace((unsigned char)*at)) before = *at;
            at++;
        }
    }
}

/* One cost for one pair: grammar, counters, constants, and the experiment's own measures. */
static lf_status check_cost(const lf_experiment_problem *problem,
                            const lf_experiment_method *method, const char *text) {
    check_scope s;
    lf_cost cost;
    size_t trusted = 0;
    check_fill(&s, problem, method);
    size_t own = s.scope.measures;
    check_trust_all(&s, text, &trusted);
    for (size_t i = 0; i < own; i++)
        check_trust_all(&s, s.measure[i].cost, &trusted);
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
    size_t trusted = 0;
    check_fill(&s, NULL, NULL);
    /* Only what stands after a ':' names a unit. */
    for (const char *at = strchr(text, ':'); at; at = strchr(at + 1, ':')) {
        char unit[128] = "";
        size_t n = strcspn(at + 1, ",");
        if (n < sizeof unit) memcpy(unit, at + 1, n);
        check_trust_all(&s, unit, &trusted);
    }
    return lf_budget_parse(text, &s.scope, &budget);
}
