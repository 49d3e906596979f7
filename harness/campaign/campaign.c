/**
 * @file campaign.c
 * @brief An experiment carried out: what is finished is kept, the rest is run.
 */
#include "harness/campaign/campaign.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "harness/campaign/campaign_parts.h"
#include "harness/campaign/repeats.h"
#include "harness/experiment/tuning_grid.h"
#include "harness/run/environment.h"
#include "harness/run/record.h"

/* A campaign under way. */
typedef struct {
    lf_store *store;
    lf_progress *progress;
    const lf_experiment *experiment;
    const lf_planned_run **todo; /* the runs to do; they belong to the plan */
    lf_campaign_outcome *outcome;
    lf_saving saving;
} campaign_state;

static void campaign_started(void *context, size_t run) {
    const campaign_state *c = context;
    const lf_planned_run *plan = c->todo[run];
    char label[256];
    snprintf(label, sizeof label, "%s / %s%s%s seed %" PRIu64,
             c->experiment->problems[plan->problem].label,
             c->experiment->methods[plan->method].label, plan->parameters ? " " : "",
             plan->parameters ? plan->parameters : "", plan->spec.seed);
    lf_progress_started(c->progress, run, label);
}

/* A store that was deleted is best noticed at once. A failure to write it anew is the next write's.
 */
static void campaign_keep(const campaign_state *c) {
    lf_store_keep(c->store);
    const char *note = lf_store_take_note(c->store);
    if (note) lf_progress_said(c->progress, note);
}

static void campaign_progressed(void *context, size_t run, double progress, double value) {
    const campaign_state *c = context;
    lf_progress_moved(c->progress, run, progress, value);
    campaign_keep(c);
}

static void campaign_noted(void *context, size_t run, const char *text) {
    const campaign_state *c = context;
    lf_progress_noted(c->progress, run, text);
}

static void campaign_left(void *context, size_t run) {
    const campaign_state *c = context;
    (void)run;
    c->outcome->left++;
}

static void campaign_said(void *context, const char *text) {
    const campaign_state *c = context;
    lf_progress_said(c->progress, text);
}

static lf_status campaign_ended(void *context, size_t run, const lf_record *record) {
    campaign_state *c = context;
    LF_TRY(lf_store_put(c->store, record));
    campaign_keep(c);
    if (!lf_run_status_goes_on(record->status)) lf_saving_remove(&c->saving, record->key);
    switch (record->status) {
    case LF_RUN_DONE:
        c->outcome->done++;
        break;
    case LF_RUN_DIVERGED:
        c->outcome->diverged++;
        break;
    default:
        c->outcome->failed++;
    }
    lf_progress_ended(c->progress, run, record);
    return LF_OK;
}

/* A command that was killed between storing a run and removing its checkpoint left that behind. */
static void campaign_sweep(const lf_campaign *campaign, const char *key) {
    char folder[LF_PATH_BYTES];
    if (lf_path_format(folder, "%s/checkpoints", campaign->out) != LF_OK) return;
    lf_saving_remove(&(lf_saving){.folder = folder}, key);
    rmdir(folder); /* refused while there is another */
}

/* A finished run is used again: `outcome` says if another build made it. */
static lf_status campaign_reuse(const lf_campaign *campaign, lf_store *store, const char *key,
                                lf_campaign_outcome *outcome) {
    lf_record record;
    LF_TRY(lf_store_get(store, key, &record));
    outcome->reused++;
    outcome->foreign += !lf_environment_is_ours(record.environment);
    lf_record_clear(&record);
    campaign_sweep(campaign, key);
    return LF_OK;
}

/* todo (n_todo) <- what is still to be run, borrowed from the plan. */
static lf_status campaign_select(const lf_campaign *campaign, lf_store *store,
                                 const lf_planned_run *const *plan, size_t n, const bool *repeats,
                                 const lf_planned_run **todo, size_t *n_todo,
                                 lf_campaign_outcome *outcome) {
    for (size_t i = 0; i < n; i++) {
        bool found = false;
        if (repeats[i]) continue;
        outcome->total++;
        if (!campaign->force) LF_TRY(lf_store_has(store, plan[i]->key, &found));
        if (!found) {
            todo[(*n_todo)++] = plan[i];
            continue;
        }
        LF_TRY(campaign_reuse(campaign, store, plan[i]->key, outcome));
    }
    return LF_OK;
}

static lf_status campaign_pool(const lf_campaign *campaign, campaign_state *state, size_t n) {
    lf_run_spec *spec = calloc(n + 1, sizeof *spec); /* copies; the texts are the plan's */
    if (!spec) return lf_fail(LF_NO_MEMORY, "no memory for %zu runs", n);
    for (size_t i = 0; i < n; i++)
        spec[i] = state->todo[i]->spec;
    state->progress = lf_progress_begin(n, state->outcome->reused, campaign->quiet);
    const lf_pool_observer observer = {.context = state,
                                       .started = campaign_started,
                                       .progressed = campaign_progressed,
                                       .ended = campaign_ended,
                                       .noted = campaign_noted,
                                       .left = campaign_left,
                                       .said = campaign_said};
    lf_pool_limits limits = campaign->limits;
    limits.saving = state->saving;
    const lf_engine *engine = campaign->engine ? campaign->engine : &lf_engine_local;
    const lf_status status = engine->run(engine, n, spec, &limits, &observer);
    lf_progress_end(state->progress);
    free(spec);
    return status;
}

lf_status lf_campaign_execute(const lf_campaign *campaign, const lf_experiment *experiment,
                              lf_store *store, const lf_planned_run *plan, size_t n,
                              lf_campaign_outcome *outcome) {
    const lf_planned_run **wanted = calloc(n + 1, sizeof *wanted);
    const lf_planned_run **todo = calloc(n + 1, sizeof *todo);
    bool *repeats = calloc(n + 1, sizeof *repeats);
    size_t n_todo = 0;
    lf_status status =
        wanted && todo && repeats ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for %zu runs", n);
    if (status == LF_OK) {
        n = lf_slice_select(&campaign->slice, experiment, plan, n, wanted);
        status = lf_plan_repeats(n, wanted, repeats);
    }
    if (status == LF_OK)
        status = campaign_select(campaign, store, wanted, n, repeats, todo, &n_todo, outcome);
    free(repeats);
    free(wanted);
    char folder[LF_PATH_BYTES];
    campaign_state state = {store, NULL, experiment, todo, outcome, {NULL, 0, campaign->force}};
    if (campaign->checkpoint_seconds > 0 && status == LF_OK) {
        status = lf_path_format(folder, "%s/checkpoints", campaign->out);
        state.saving.folder = folder;
        state.saving.seconds = campaign->checkpoint_seconds;
    }
    if (status == LF_OK && n_todo > 0) status = campaign_pool(campaign, &state, n_todo);
    free(todo);
    return status;
}

static void campaign_plan_free(lf_campaign_plan *plan) {
    lf_plan_free(plan->trial, plan->trials);
    lf_plan_free(plan->run, plan->runs);
}

lf_status lf_campaign_run(const lf_campaign *campaign, const lf_experiment *experiment,
                          lf_campaign_outcome *outcome) {
    *outcome = (lf_campaign_outcome){0};
    lf_campaign_plan plan = {0};
    LF_TRY(lf_tuning_plan(experiment, campaign->scale, &plan.trial, &plan.trials));
    lf_store *store = NULL;
    lf_status status = lf_store_open(campaign->out, true, &store);
    if (status == LF_OK) status = lf_campaign_tune(campaign, experiment, store, &plan, outcome);
    const bool runs = !campaign->tune_only && outcome->left == 0;
    if (status == LF_OK && runs)
        status = lf_campaign_check_fixed(campaign, experiment, store, plan.run, plan.runs, false);
    if (status == LF_OK && runs)
        status = lf_campaign_execute(campaign, experiment, store, plan.run, plan.runs, outcome);
    if (status == LF_OK) status = lf_store_keep(store);
    if (status == LF_OK && runs)
        status = lf_campaign_check_fixed(campaign, experiment, store, plan.run, plan.runs, true);
    lf_store_close(store);
    campaign_plan_free(&plan);
    return status;
}
