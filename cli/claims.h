/**
 * @file claims.h
 * @brief Claims and their outcomes on standard output.
 */
#pragma once

#include <stdio.h>

#include "harness/campaign.h"

/** Two lines for every claim: outcome and text, then the statistic. *refuted <- + those that do not
 *  hold. Prints nothing if there are none. */
lf_status lf_claims_print(const lf_results *results, FILE *out, size_t *refuted);
