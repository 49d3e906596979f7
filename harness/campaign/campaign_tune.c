/**
 * @file campaign_tune.c
 * @brief The first half of a campaign: trials, more of them where they give a reason, a choice.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/campaign/campaign_parts.h"
#include "harness/campaign/race.h"
#include "harness/campaign/same_data.h"

/* What there is of the plan goes into the store before it is carried out, so that a campaign that
 * is interrupted can still be reported. One that is refused for its data leaves the plan as it was:
 * that is looked at before. */
static lf_status tune_remember(const lf_campaign *campaign, const lf_experiment *experiment,
                               lf_store *store, const lf_campaign_plan *plan) {
    char *yaml;
    LF_TRY(lf_experiment_save(experiment, &yaml));
    lf_status status = lf_store_put_experiment(store, campaign->name, campaign->scale, yaml);
    free(yaml);
    if (status != LF_OK) return status;
    lf_planned_run *all = calloc(plan->trials + plan->runs + 1, sizeof *all);
    if (!all) return lf_fail(LF_NO_MEMORY, "no memory for the plan");
    if (plan->trials) memcpy(all, plan->trial, plan->trials * sizeof *all);
    if (plan->runs) memcpy(all + plan->trials, plan->run, plan->runs * sizeof *all);
    status =
        lf_store_put_plan(store, campaign->name, campaign->scale, all, plan->trials + plan->runs);
    free(all); /* what it points at is the plan's */
    return status;
}

/* The parameters that the trials in the store speak for. Read back from there, so that a campaign
 * that found its trials finished chooses as one that has just made them. */
static lf_status tune_choose(const lf_campaign *campaign, const lf_experiment *experiment,
                             lf_store *store, const lf_campaign_plan *plan, lf_results *judged) {
    *judged = (lf_results){.scale = (char *)campaign->scale,
                           .experiment = (lf_experiment *)experiment,
                           .trials = plan->trials,
                           .trial = plan->trial};
    LF_TRY(lf_results_records(store, plan->trial, plan->trials, &judged->trial_record));
    return lf_tuning_choose(judged);
}

/* A pair without a choice, because it was not tuned or because trials are missing, runs as given.
 */
static lf_status tune_plan_runs(const lf_campaign *campaign, const lf_experiment *experiment,
                                lf_store *store, lf_campaign_plan *plan) {
    lf_results judged = {0};
    lf_status status = tune_choose(campaign, experiment, store, plan, &judged);
    lf_choice *choice = calloc(judged.tuned_pairs + 1, sizeof *choice);
    if (status == LF_OK && !choice) status = lf_fail(LF_NO_MEMORY, "no memory for the plan");
    size_t n = 0;
    for (size_t i = 0; i < judged.tuned_pairs && status == LF_OK; i++) {
        const lf_tuned *tuned = &judged.tuned[i];
        if (tuned->chosen == SIZE_MAX) continue;
        choice[n++] =
            (lf_choice){tuned->problem, tuned->method, tuned->point[tuned->chosen].parameters};
    }
    if (status == LF_OK)
        status =
            lf_experiment_plan(experiment, campaign->scale, choice, n, &plan->run, &plan->runs);
    free(choice);
    lf_tuned_free(judged.tuned, judged.tuned_pairs);
    lf_records_free(judged.trial_record, plan->trials);
    return status;
}

/* next (n) <- the trials that those of the plan give reason for, which become part of it; the list
 * is the caller's, what it points at is the plan's. */
static lf_status tune_race(const lf_campaign *campaign, const lf_experiment *experiment,
                           lf_store *store, lf_campaign_plan *plan, lf_planned_run **next,
                           size_t *n) {
    lf_results judged = {0};
    lf_trial_list more = {0};
    lf_status status = tune_choose(campaign, experiment, store, plan, &judged);
    if (status == LF_OK) status = lf_trials_open(experiment, campaign->scale, &more);
    if (status == LF_OK) status = lf_race_next(&judged, &campaign->slice, &more);
    lf_tuned_free(judged.tuned, judged.tuned_pairs);
    lf_records_free(judged.trial_record, plan->trials);
    lf_planned_run *all = NULL;
    if (status == LF_OK && more.n > 0) {
        all = realloc(plan->trial, (plan->trials + more.n) * sizeof *all);
        if (!all) status = lf_fail(LF_NO_MEMORY, "no memory for the plan");
    }
    if (all) {
        memcpy(all + plan->trials, more.trial, more.n * sizeof *all);
        plan->trial = all;
        plan->trials += more.n;
        lf_trials_sort(plan->trial, plan->trials);
        *next = more.trial;
        *n = more.n;
        more.trial = NULL;
        more.n = 0;
    }
    lf_trials_close(&more);
    return status;
}

/* Some of the plan's trials. One that fails is a point that is not chosen, and no failure. */
static lf_status tune_try(const lf_campaign *campaign, const lf_experiment *experiment,
                          lf_store *store, const lf_campaign_plan *plan,
                          const lf_planned_run *trial, size_t n, lf_campaign_outcome *outcome) {
    lf_campaign_outcome trials = {0};
    LF_TRY(lf_same_data_check(campaign, experiment, store, trial, n));
    LF_TRY(tune_remember(campaign, experiment, store, plan));
    LF_TRY(lf_campaign_execute(campaign, experiment, store, trial, n, &trials));
    outcome->trials += trials.total;
    outcome->trials_reused += trials.reused;
    outcome->foreign += trials.foreign;
    outcome->left = trials.left;
    return LF_OK;
}

lf_status lf_campaign_tune(const lf_campaign *campaign, const lf_experiment *experiment,
                           lf_store *store, lf_campaign_plan *plan, lf_campaign_outcome *outcome) {
    lf_planned_run *next = NULL;
    size_t n = plan->trials;
    if (n > 0) LF_TRY(tune_try(campaign, experiment, store, plan, plan->trial, n, outcome));
    while (n > 0 && outcome->left == 0) {
        n = 0;
        LF_TRY(tune_race(campaign, experiment, store, plan, &next, &n));
        if (n == 0) break;
        const lf_status status = tune_try(campaign, experiment, store, plan, next, n, outcome);
        free(next);
        LF_TRY(status);
    }
    if (outcome->left > 0) return LF_OK;
    LF_TRY(tune_plan_runs(campaign, experiment, store, plan));
    if (!campaign->tune_only)
        LF_TRY(lf_same_data_check(campaign, experiment, store, plan->run, plan->runs));
    return tune_remember(campaign, experiment, store, plan);
}
