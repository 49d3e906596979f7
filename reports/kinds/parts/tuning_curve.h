/**
 * @file tuning_curve.h
 * @brief Best value against points tried: how soon a method is as good as with all its points, and
 *        what a random one gives.
 */
#pragma once

#include "harness/results/results.h"
#include "reports/page/page.h"

/** A folded table, a row for each pair of which every point of the grid has a trial of one length
 *  with the first seed. Nothing without such a pair. */
lf_status lf_tuning_curves(lf_page *page, const lf_results *results);
