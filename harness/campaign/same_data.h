/**
 * @file same_data.h
 * @brief Finished runs that would be used again, held against the data that is there now.
 *
 * A specification names a user's data by its path, so a stored run says nothing of files that were
 * changed behind it.
 */
#pragma once

#include "base/path.h"
#include "harness/campaign/campaign.h"
#include "harness/experiment/experiment.h"

/** data <- what a canonical specification, "NAME:k=v,...", names as its data; "": nothing. */
lf_status lf_same_data_named(const char *problem, char data[LF_PATH_BYTES]);

/** LF_BAD_INPUT if a finished run of the plan, in the campaign's slice, was made of files of a user
 *  that have changed since. `store` NULL: there are no results. With --force none is used again. */
lf_status lf_same_data_check(const lf_campaign *campaign, const lf_experiment *experiment,
                             lf_store *store, const lf_planned_run *plan, size_t n);
