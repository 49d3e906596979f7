#include "oracle/meter.h"

#include <string.h>

/* One row of names per kind: "value.objective", ... */
#define METER_NAME(role, word, kind) kind "." word,
#define METER_ROW(kind, word) LF_ROLE_LIST_WITH(METER_NAME, word)
static const char *const meter_names[LF_COUNTERS] = {
    LF_EVALUATION_LIST(METER_ROW) METER_ROW(, "samples") "outer", "steps"};

const char *lf_counter_name(size_t counter) {
    return meter_names[counter];
}

const char *lf_role_word(lf_role role) {
    return meter_names[LF_COUNTER_SAMPLES(role)] + strlen("samples.");
}

double lf_cost_value(const lf_cost *cost, const uint64_t *count) {
    double sum = 0;
    for (size_t i = 0; i < cost->terms; i++)
        sum += cost->weight[i] * (double)(int64_t)count[cost->counter[i]]; /* one instruction */
    return sum;
}

double lf_budget_used(const lf_budget *budget, const uint64_t *count) {
    double used = 0;
    for (size_t i = 0; i < budget->limits; i++) {
        const double share = lf_cost_value(&budget->limit[i].cost, count) / budget->limit[i].most;
        if (share > used) used = share;
    }
    return used;
}

/* Weights such as 1/N round: a budget of exactly k passes must admit k passes. */
static const double meter_slack = 1 + 1e-12;

lf_status lf_meter_limit(lf_meter *meter, size_t counter, size_t other, uint64_t n) {
    for (size_t i = 0; i < meter->budget.limits; i++) {
        const lf_limit *limit = &meter->budget.limit[i];
        if (lf_cost_value(&limit->cost, meter->count) <= limit->most * meter_slack) continue;
        meter->count[counter] -= n;
        if (other != counter) meter->count[other] -= n;
        meter->spent = true;
        return LF_BUDGET_SPENT;
    }
    return LF_OK;
}
