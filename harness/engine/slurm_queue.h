/**
 * @file slurm_queue.h
 * @brief What Slurm says: sbatch, squeue and scontrol, and nothing that needs accounting.
 */
#pragma once

#include "base/process.h"
#include "harness/engine/slurm_plan.h"

/** A task that Slurm knows of. */
typedef struct {
    char name[LF_SLURM_NAME]; /**< of its job: levelfield-ID-PART */
    unsigned long job;        /**< the array's number, which scancel takes */
    size_t index;             /**< in the array */
    char state[32];           /**< RUNNING, PENDING, COMPLETED, NODE_FAIL, ... */
    char reason[64];          /**< why it waits, in Slurm's word */
} lf_slurm_task_state;

/** Run one of Slurm's commands, as lf_process_run() does, if it takes minutes at most. */
lf_status lf_slurm_ask(const char *const *words, lf_process_result *result);
/** All tasks of the jobs with these names (separated by commas) that Slurm still knows. LF_IO with
 *  Slurm's own words if it does not answer, or with what is no task. */
lf_status lf_slurm_queue(const char *names, lf_slurm_task_state **tasks, size_t *n);
/** Has the task, by its state, not ended yet? */
bool lf_slurm_is_live(const char *state);

/** Largest number of tasks of an array here. */
size_t lf_slurm_array_most(void);

/** How a part of a plan is submitted. */
typedef struct {
    size_t tasks;        /**< at a time; 0: no limit */
    size_t cpus;         /**< of a task */
    size_t memory_bytes; /**< of a task; 0: not said */
    double seconds;      /**< limit of a task; 0: not said */
    bool requeue;        /**< Slurm starts tasks again whose node fails, after two minutes */
    size_t options;
    const char *const *option; /**< after ours, so that they win */
} lf_slurm_request;

/** Submit one part; *job <- its number. LF_IO with Slurm's own words if it is refused,
 *  or with an answer that is no number. */
lf_status lf_slurm_submit(const lf_slurm_plan *plan, size_t part, const lf_slurm_request *request,
                          unsigned long *job);
/** Write the script that the tasks of a plan run: this very program, called for one task. */
lf_status lf_slurm_script(const lf_slurm_plan *plan);
