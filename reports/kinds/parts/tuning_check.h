/**
 * @file tuning_check.h
 * @brief What the tuning section may say.
 */
#pragma once

#include "harness/experiment/experiment_check.h"
#include "harness/experiment/schema.h"

extern const cyaml_schema_field_t lf_tuning_fields[];
/** Metrics, seeds, and a grid of enough valid points for every tuned pair; no budget of a scale
 *  without a section. */
lf_status lf_tuning_check(const lf_experiment *experiment);
