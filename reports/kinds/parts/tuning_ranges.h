/**
 * @file tuning_ranges.h
 * @brief Over how many decades of a quantity each method was tuned.
 */
#pragma once

#include "harness/results/results.h"
#include "reports/page/page.h"

/** A folded table of the quantities that two methods on a problem have. */
lf_status lf_tuning_ranges(lf_page *page, const lf_results *results);
