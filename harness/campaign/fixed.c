/**
 * @file fixed.c
 * @brief A method that its file calls deterministic is held to it before its run stands for every
 * seed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/campaign/campaign_parts.h"
#include "harness/registry/parameters.h"

/* So many steps tell, as a batch that is drawn is drawn at once; of a run that draws later the
 * record tells. Six falls of a coin are alike in one of 32 cases. */
enum { FIXED_STEPS = LF_CHANCE_STEPS, FIXED_SEEDS = 6, FIXED_AT_ONCE = 2 };
static const double fixed_patience_seconds = 60;

/* What the steps with each seed came to. */
typedef struct {
    bool done;
    char trace[LF_SHA256_TEXT];
    double *iterate; /* d */
    size_t d;
} fixed_end;

static lf_status fixed_ended(void *context, size_t run, const lf_record *record) {
    fixed_end *end = (fixed_end *)context + run;
    if (record->status != LF_RUN_DONE || !record->iterate) return LF_OK;
    end->iterate = malloc(record->dim * sizeof *end->iterate);
    if (!end->iterate) return lf_fail(LF_NO_MEMORY, "no memory for %zu numbers", record->dim);
    memcpy(end->iterate, record->iterate, record->dim * sizeof *end->iterate);
    memcpy(end->trace, record->trace_sha256, sizeof end->trace);
    end->d = record->dim;
    end->done = true;
    return LF_OK;
}

static bool fixed_alike(const fixed_end *a, const fixed_end *b) {
    return strcmp(a->trace, b->trace) == 0 && a->d == b->d &&
           memcmp(a->iterate, b->iterate, a->d * sizeof *a->iterate) == 0;
}

/* The next runs of a trial, and whether it ends with them: a run that did not end well makes *done
 * false, one that is not as the first *alike. */
static lf_status fixed_more(const lf_run_spec *spec, size_t from, const lf_pool_limits *limits,
                            fixed_end *end, bool *done, bool *alike) {
    const lf_pool_observer observer = {.context = end + from, .ended = fixed_ended};
    LF_TRY(lf_pool_run(FIXED_AT_ONCE, spec + from, limits, &observer));
    for (size_t i = from; i < from + FIXED_AT_ONCE; i++) {
        *done &= end[i].done;
        *alike &= !*done || fixed_alike(&end[0], &end[i]);
    }
    return LF_OK;
}

/* A few steps of this run with its seed and with those that follow. Where they cannot be made, the
 * run itself will say why. */
static lf_status fixed_try(const lf_campaign *campaign, const lf_experiment *e,
                           const lf_planned_run *plan) {
    fixed_end end[FIXED_SEEDS] = {{0}};
    lf_run_spec spec[FIXED_SEEDS];
    lf_pool_limits limits = campaign->limits;
    limits.saving = (lf_saving){0};
    limits.wall_seconds = fixed_patience_seconds;
    char *budget;
    if (asprintf(&budget, "%s,%d:steps", plan->spec.budget, FIXED_STEPS) < 0)
        return lf_fail(LF_NO_MEMORY, "no memory for a budget");
    for (size_t i = 0; i < FIXED_SEEDS; i++) {
        spec[i] = plan->spec;
        spec[i].seed += i;
        spec[i].budget = budget;
        spec[i].checkpoints = 1;
        spec[i].expensive = 0;
        spec[i].stop = NULL;
    }
    bool done = true, alike = true;
    lf_status status = LF_OK;
    for (size_t i = 0; i < FIXED_SEEDS && status == LF_OK && done && alike; i += FIXED_AT_ONCE)
        status = fixed_more(spec, i, &limits, end, &done, &alike);
    if (status == LF_OK && !alike)
        status = lf_fail(LF_BAD_INPUT,
                         "method '%s' is called deterministic, but on problem '%s' its first %d "
                         "steps are others with another seed: leave out `deterministic: true`",
                         e->methods[plan->method].id, e->problems[plan->problem].id, FIXED_STEPS);
    for (size_t i = 0; i < FIXED_SEEDS; i++)
        free(end[i].iterate);
    free(budget);
    return status;
}

/* Does this run stand for all seeds? A nudged one does not: where it starts is drawn. */
static bool fixed_stands(const lf_experiment *experiment, const lf_planned_run *run) {
    return lf_experiment_fixed(experiment, run->problem, run->method) &&
           lf_code_start(run->spec.code) != LF_START_NUDGED;
}

/* What its record says. */
static lf_status fixed_ask(const lf_experiment *e, lf_store *store, const lf_planned_run *plan) {
    lf_record record;
    LF_TRY(lf_store_get(store, plan->key, &record));
    const char *warning = lf_record_warning(&record);
    lf_status status = LF_OK;
    if (warning && strncmp(warning, LF_CAUSE_CHANCE, strlen(LF_CAUSE_CHANCE)) == 0)
        status = lf_fail(LF_BAD_INPUT,
                         "method '%s' is called deterministic, but on problem '%s' %s: leave out "
                         "`deterministic: true`",
                         e->methods[plan->method].id, e->problems[plan->problem].id, warning);
    lf_record_clear(&record);
    return status;
}

/* The first of n runs that is not as its file says fails; made: those that are not stored are
 * missing for a reason that was told. */
static lf_status fixed_check(const lf_campaign *campaign, const lf_experiment *experiment,
                             lf_store *store, const lf_planned_run *const *run, size_t n,
                             bool made) {
    for (size_t i = 0; i < n; i++) {
        bool found;
        if (!fixed_stands(experiment, run[i])) continue;
        LF_TRY(lf_store_has(store, run[i]->key, &found));
        if (found && (made || !campaign->force)) LF_TRY(fixed_ask(experiment, store, run[i]));
        if (!made && (!found || campaign->force)) LF_TRY(fixed_try(campaign, experiment, run[i]));
    }
    return LF_OK;
}

lf_status lf_campaign_check_fixed(const lf_campaign *campaign, const lf_experiment *experiment,
                                  lf_store *store, const lf_planned_run *plan, size_t n,
                                  bool made) {
    const lf_planned_run **wanted = calloc(n + 1, sizeof *wanted);
    if (!wanted) return lf_fail(LF_NO_MEMORY, "no memory for %zu runs", n);
    n = lf_slice_select(&campaign->slice, experiment, plan, n, wanted);
    const lf_status status = fixed_check(campaign, experiment, store, wanted, n, made);
    free(wanted);
    return status;
}
