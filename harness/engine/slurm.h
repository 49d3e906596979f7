/**
 * @file slurm.h
 * @brief The engine that makes tasks of a Slurm job array out of runs.
 *
 * A submission is a plan, OUT/slurm/ID/plan.json: every run with its whole configuration, so that a
 * task needs the shared folder and the same program, and nothing else. Tasks put their results into
 * OUT/shards and their checkpoints into OUT/checkpoints; they never open the store. This process
 * asks squeue what became of the tasks, takes the shards in, and submits anew what ended without a
 * result. It keeps nothing that is not in these files or in Slurm, so it may be killed at any time.
 */
#pragma once

#include "harness/engine/engine.h"

typedef struct {
    const char *out;           /**< output folder, shared with the nodes */
    size_t task_runs;          /**< runs of one task, limits->jobs of them at a time */
    size_t tasks;              /**< tasks at a time; 0: as many as Slurm lets */
    size_t attempts;           /**< that a run gets without any progress, at least 1 */
    size_t memory_bytes;       /**< that was asked for, per run; 0: not said */
    size_t options;            /**< words that are passed on to sbatch */
    const char *const *option; /**< as in "--partition=long" */
    bool wait;                 /**< for the results; else submit, and leave the runs */
} lf_slurm_setting;

/** The engine; `setting` outlives it. */
lf_engine lf_engine_slurm(const lf_slurm_setting *setting);

/** Remove the plans below `out` that have no run left to do, as after `collect`. */
lf_status lf_slurm_forget(const char *out);

/**
 * One task of the plan in this folder, to be called on the node: carries out its runs in processes
 * of this machine, as any other engine would, and writes a shard for each that ends. Runs that an
 * earlier process of the same task has finished are not repeated. `memory_bytes` is the limit where
 * the plan has none.
 */
lf_status lf_slurm_task(const char *folder, size_t task, size_t memory_bytes);
