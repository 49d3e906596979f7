/**
 * @file forecast_try.c
 * @brief What runs take that were never made: a few steps of one of them, and the rest in
 * proportion.
 */
#include "harness/campaign/forecast_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* On top of a run's own budget, for a trial; and what that may take. */
static const char forecast_steps[] = "64:steps";
static const double forecast_patience_seconds = 30;

/* Of a number of a run's trace, as SQLite packs it. */
enum { FORECAST_NUMBER_BYTES = 12 };

bool lf_forecast_paced_alike(const lf_run_spec *a, const lf_run_spec *b) {
    const size_t name = strcspn(a->algorithm, ":");
    return name == strcspn(b->algorithm, ":") && strncmp(a->algorithm, b->algorithm, name) == 0 &&
           strcmp(a->problem, b->problem) == 0;
}

/* A trial's time, as the budget goes: what is before and after the steps once, the steps by the
 * share of the budget that they used, each row of the trace as often as there are rows. */
static double forecast_extend(const lf_run_spec *spec, const lf_record *record) {
    lf_cost_scope scope;
    lf_budget budget;
    if (record->status != LF_RUN_DONE || record->points == 0) return NAN;
    const lf_trace_point *first = record->point, *last = &record->point[record->points - 1];
    if (lf_record_scope(record, &scope) != LF_OK) return NAN;
    const lf_status status = lf_budget_parse(spec->budget, &scope, &budget);
    free((void *)scope.measure);
    const double share = status == LF_OK ? lf_budget_used(&budget, last->count) : 0;
    const double steps = last->oracle_seconds + last->algorithm_seconds;
    const double dear = last->evaluation_seconds - first->evaluation_seconds;
    const double once = record->wall_seconds - steps - last->evaluation_seconds;
    if (!(share > 0)) return NAN;
    return fmax(once, 0) + steps / fmin(share, 1) +
           first->evaluation_seconds * (double)spec->checkpoints + dear * (double)spec->expensive;
}

static void forecast_learn(lf_forecast_group *g, const lf_record *record) {
    const double rows = (double)(g->spec->checkpoints + 2);
    if (!isnan(g->seconds)) return;
    g->seconds = forecast_extend(g->spec, record);
    if (isnan(g->bytes))
        g->bytes = LF_FORECAST_ROW_BYTES + 8 * (double)record->dim +
                   FORECAST_NUMBER_BYTES * rows * (double)(LF_COUNTERS / 4 + record->metrics);
}

static lf_status forecast_ended(void *context, size_t run, const lf_record *record) {
    lf_forecast_state *s = context;
    for (size_t i = 0; i < s->groups; i++)
        if (lf_forecast_paced_alike(s->group[i].spec, &s->trial[run]))
            forecast_learn(&s->group[i], record);
    return LF_OK;
}

/* A few steps for each pace that is not known, n of them; with a row of the expensive metrics where
 * any run of that pace has one. */
static lf_status forecast_trials(lf_forecast_state *s, size_t *n) {
    lf_run_spec *spec = s->trial = calloc(s->groups + 1, sizeof *spec);
    if (!spec) return lf_fail(LF_NO_MEMORY, "no memory for a forecast");
    for (size_t i = 0; i < s->groups; i++) {
        const lf_run_spec *is = s->group[i].spec;
        size_t k = 0;
        if (!isnan(s->group[i].seconds)) continue;
        while (k < *n && !lf_forecast_paced_alike(&spec[k], is))
            k++;
        if (k == *n) {
            spec[k] = *is;
            spec[k].checkpoints = 1;
            spec[k].expensive = 0;
            spec[k].stop = NULL;
            if (asprintf(&spec[k].budget, "%s,%s", is->budget, forecast_steps) < 0)
                return lf_fail(LF_NO_MEMORY, "no memory for a budget");
            ++*n;
        }
        if (is->expensive > 0) spec[k].expensive = 1;
    }
    return LF_OK;
}

lf_status lf_forecast_try(lf_forecast_state *s) {
    size_t n = 0;
    lf_status status = forecast_trials(s, &n);
    lf_pool_limits limits = s->campaign->limits;
    limits.saving = (lf_saving){0};
    limits.wall_seconds = forecast_patience_seconds;
    const lf_pool_observer observer = {.context = s, .ended = forecast_ended};
    if (status == LF_OK && n > 0) status = lf_pool_run(n, s->trial, &limits, &observer);
    for (size_t i = 0; i < n; i++)
        free(s->trial[i].budget);
    free(s->trial);
    return status;
}
