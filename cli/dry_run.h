/**
 * @file dry_run.h
 * @brief --dry-run: what a command would do and take, in a few lines.
 */
#pragma once

#include "harness/campaign/forecast.h"

/** The option's line. */
#define LF_DRY_RUN_DOC                                                                             \
    "say what would be run, how much of it is there already, and what it would cost and take; "    \
    "store nothing"

/** all += the forecast of a campaign, one line or two of which are printed. */
lf_status lf_dry_run_add(const lf_campaign *campaign, const lf_experiment *experiment,
                         lf_forecast *all);
/** What they come to together; the campaign is any of them. */
void lf_dry_run_print(const lf_campaign *campaign, const lf_forecast *all);
