/**
 * @file run_states_queue.h
 * @brief Which runs of a folder are in which Slurm tasks.
 */
#pragma once

#include <jansson.h>

#include "harness/engine/slurm_queue.h"

/** A run in a live task. */
typedef struct {
    char key[65];
    const lf_slurm_task_state *state;
} lf_run_states_task;

typedef struct {
    char silence[256]; /**< why Slurm does not answer; "" if it does */
    size_t states;     /**< tasks that Slurm knows of */
    lf_slurm_task_state *state;
    size_t tasks;
    lf_run_states_task *task; /**< by key */
    size_t plans;
    lf_slurm_plan *plan;
} lf_run_states_queue;

/** Without plans Slurm is not asked. One that does not answer is no failure. */
lf_status lf_run_states_queue_open(const char *dir, lf_run_states_queue *queue);
void lf_run_states_queue_close(lf_run_states_queue *queue);
/** The live task that a run is in; NULL if there is none. */
const lf_slurm_task_state *lf_run_states_queue_find(const lf_run_states_queue *queue,
                                                    const char *key);
/** {"answers", "silence", "jobs": [{"job", "tasks": {STATE: n}}]}, or null without plans.
 */
json_t *lf_run_states_queue_json(const lf_run_states_queue *queue);
