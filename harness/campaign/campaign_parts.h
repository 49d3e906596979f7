/**
 * @file campaign_parts.h
 * @brief A campaign's plan, and its two halves: tuning, and carrying out.
 */
#pragma once

#include "harness/campaign/campaign.h"
#include "harness/experiment/experiment.h"

/** The trials, and the runs with what they chose. */
typedef struct {
    lf_planned_run *trial, *run;
    size_t trials, runs;
} lf_campaign_plan;

/** Run those of the n planned runs that are in the slice and not finished; each is in the store as
 *  soon as it ends. */
lf_status lf_campaign_execute(const lf_campaign *campaign, const lf_experiment *experiment,
                              lf_store *store, const lf_planned_run *plan, size_t n,
                              lf_campaign_outcome *outcome);
/** LF_BAD_INPUT: the file calls a method of these runs deterministic, which it is not. A few steps
 * of what is not stored yet tell, and the records of what is; made: these alone. */
lf_status lf_campaign_check_fixed(const lf_campaign *campaign, const lf_experiment *experiment,
                                  lf_store *store, const lf_planned_run *plan, size_t n, bool made);
/** Trials first, until what they say is a reason for no others; then the runs are planned with what
 *  was chosen. While trials go on elsewhere (outcome->left) no run is. */
lf_status lf_campaign_tune(const lf_campaign *campaign, const lf_experiment *experiment,
                           lf_store *store, lf_campaign_plan *plan, lf_campaign_outcome *outcome);
