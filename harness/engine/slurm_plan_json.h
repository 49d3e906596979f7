/**
 * @file slurm_plan_json.h
 * @brief A plan as JSON, and back.
 */
#pragma once

#include <jansson.h>

#include "harness/engine/slurm_plan.h"

/** NULL if memory is short. */
json_t *lf_slurm_plan_json(const lf_slurm_plan *plan);
/** Fill the plan; id and folder are there. What is filled belongs to the plan also after a
 *  failure, which says in half a sentence what is wrong. */
lf_status lf_slurm_plan_from_json(const json_t *json, lf_slurm_plan *plan);
