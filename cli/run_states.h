/**
 * @file run_states.h
 * @brief How far the runs of an output folder are, as one JSON object.
 */
#pragma once

#include <jansson.h>

#include <levelfield/status.h>

/** *json <- what docs/schemas/status.schema.json describes, from the store, the checkpoints and
 *  Slurm's queue; nothing is written. */
lf_status lf_run_states_json(const char *dir, json_t **json);
