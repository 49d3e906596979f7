/**
 * @file campaign.h
 * @brief An experiment carried out: plan, skip what is finished, run the rest, keep every result.
 */
#pragma once

#include "harness/campaign/slice.h"
#include "harness/engine/engine.h"
#include "harness/pool/progress.h"
#include "harness/store/verify.h"

typedef struct {
    const char *out;  /**< output folder */
    const char *name; /**< "3secon/table2": stored, and shown in reports */
    const char *scale;
    bool force;                /**< repeat finished runs */
    bool tune_only;            /**< carry out the trials and plan the runs, but leave these out */
    lf_slice slice;            /**< what is carried out of the plan */
    bool quiet;                /**< show no progress */
    double checkpoint_seconds; /**< from one checkpoint of a run to the next; 0: none are made */
    lf_pool_limits limits;
    const lf_engine *engine; /**< who carries runs out; NULL: this machine */
} lf_campaign;

typedef struct {
    size_t total, reused, done, diverged, failed; /**< failed: failed, timeout or killed */
    size_t trials, trials_reused; /**< of tuning; one that fails is a point that is not chosen */
    size_t foreign;  /**< of the reused: made by another version or commit than this program */
    size_t left;     /**< go on elsewhere: nobody waited for them, and what follows is not done */
    size_t left_out; /**< experiments of a command whose data is not here */
} lf_campaign_outcome;

/** Before anything is stored or run: LF_BAD_INPUT if what it would use again of the folder, which
 * is there, was made of files of a user that have changed since. */
lf_status lf_campaign_check(const lf_campaign *campaign, const lf_experiment *experiment);

/** Carry it out: trials first if the scale tunes, then the runs with the parameters chosen. Every
 * run is in the store as soon as it ends. */
lf_status lf_campaign_run(const lf_campaign *campaign, const lf_experiment *experiment,
                          lf_campaign_outcome *outcome);
