/**
 * @file tuning.h
 * @brief What the section `tuning` may say, and the parts of what a report says of it.
 */
#pragma once

#include "harness/experiment/experiment_check.h"
#include "harness/experiment/schema.h"
#include "harness/results/results.h"
#include "reports/page/page.h"

extern const cyaml_schema_field_t lf_tuning_fields[];
/** Metrics, seeds, and a grid of enough valid points for every tuned pair; no budget of a scale
 *  without a section. */
lf_status lf_tuning_check(const lf_experiment *experiment);

/** Best value against points tried: a folded table, a row for each pair of which every point of the
 * grid has a trial of one length with the first seed. Nothing without such a pair. */
lf_status lf_tuning_curves(lf_page *page, const lf_results *results);

/** Over how many decades each quantity was tuned that two methods on a problem have: a folded
 * table. */
lf_status lf_tuning_ranges(lf_page *page, const lf_results *results);

/** The rule that chose parameters, in a paragraph; the experiment has a tuning section. */
void lf_tuning_rule(lf_page *page, const lf_results *results);
