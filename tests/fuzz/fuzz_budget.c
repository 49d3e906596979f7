/**
 * @file fuzz_budget.c
 * @brief Budgets and costs. Lines behind the first, "NAME COST", are measures that they may use.
 */
#include "fuzz.h"

#include <math.h>

#include "oracle/meter.h"

enum { BUDGET_MEASURES = 16 };

/* measure <- lines "NAME COST" of the text, which is cut; how many. */
static size_t budget_measures(char *text, lf_measure measure[BUDGET_MEASURES]) {
    size_t n = 0;
    for (char *line; n < BUDGET_MEASURES && (line = strsep(&text, "\n"));) {
        const char *name = strsep(&line, " ");
        if (line) measure[n++] = (lf_measure){name, line, ""};
    }
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const constant[] = {"q", "none"};
    static const double constant_value[] = {5, 0};
    lf_measure measure[BUDGET_MEASURES];
    char *text = fuzz_text((fuzz_piece){data, size}), *rest = text;
    const char *first = strsep(&rest, "\n");
    lf_cost_scope scope = {
        .measure = measure, .constants = 2, .constant = constant, .constant_value = constant_value};
    scope.measures = rest ? budget_measures(rest, measure) : 0;
    for (size_t r = 0; r < LF_ROLES; r++)
        scope.samples[r] = r ? 100 : 0;
    lf_budget budget;
    lf_cost cost;
    uint64_t count[LF_COUNTERS] = {0};
    fuzz_begin();
    if (fuzz_took(lf_cost_parse(first, &scope, &cost)))
        fuzz_require(isfinite(lf_cost_value(&cost, count)));
    if (fuzz_took(lf_budget_parse(first, &scope, &budget)))
        fuzz_require(lf_budget_used(&budget, count) == 0);
    free(text);
    return 0;
}
