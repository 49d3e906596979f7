/**
 * @file slurm_plan.h
 * @brief What was submitted at one time: OUT/slurm/ID/plan.json.
 *
 * Task t has the runs from t * task_runs on. Slurm limits the size of an array, so that a plan may
 * be several: part p is the job levelfield-ID-p, whose index i is task p * array_size + i.
 */
#pragma once

#include <stdio.h>

#include "base/file.h"
#include "harness/pool/pool.h"

/** Room for an id and for a job's name. */
enum { LF_SLURM_ID = 17, LF_SLURM_NAME = 64 };

/** A run of a plan. */
typedef struct {
    lf_run_spec spec;
    char key[65];
    uint64_t attempts; /**< submissions without progress, this one included */
    double share;      /**< of its budget, when it was submitted */
} lf_slurm_run;

typedef struct {
    char id[LF_SLURM_ID];
    char folder[LF_PATH_BYTES]; /**< OUT/slurm/ID, absolute */
    char program[256];          /**< version and commit that may carry it out */
    size_t task_runs, array_size;
    lf_pool_limits limits; /**< saving.folder is not kept: OUT/checkpoints, unless seconds < 0 */
    size_t plugins;
    char **plugin; /**< absolute paths */
    size_t runs;
    lf_slurm_run *run;
} lf_slurm_plan;

size_t lf_slurm_tasks(const lf_slurm_plan *plan);
size_t lf_slurm_parts(const lf_slurm_plan *plan);
/** name <- the job of a part. */
void lf_slurm_job_name(const lf_slurm_plan *plan, size_t part, char name[LF_SLURM_NAME]);
/** Write ",NAME" for every job of the plan. */
void lf_slurm_job_names(const lf_slurm_plan *plan, FILE *out);
/** Is it the name of a job of this plan? *part <- which. */
bool lf_slurm_job_is(const lf_slurm_plan *plan, const char *name, size_t *part);

/** Give a plan its id and its folder below `out`, which is made. */
lf_status lf_slurm_plan_make(lf_slurm_plan *plan, const char *out);
/** program <- version and commit of this program, as plans have it. */
void lf_slurm_program(char program[256]);

/** Write plan.json, whole or not at all. */
lf_status lf_slurm_plan_write(const lf_slurm_plan *plan);
/** Read the plan of a folder; every run must still have the key that it was planned under. */
lf_status lf_slurm_plan_read(const char *folder, lf_slurm_plan *plan);
/** Free its runs, but not their number: who only watches tasks needs no more. */
void lf_slurm_plan_shrink(lf_slurm_plan *plan);
/** Free what it owns and zero it. */
void lf_slurm_plan_clear(lf_slurm_plan *plan);

/** Every plan below `out` that can be read; *plans and their content are the caller's. */
lf_status lf_slurm_plans(const char *out, lf_slurm_plan **plans, size_t *n);
/** Remove a plan's folder, with the output of its tasks. */
void lf_slurm_plan_remove(const lf_slurm_plan *plan);

/** path <- the mark of a run that a task of this plan has finished. */
lf_status lf_slurm_mark(const lf_slurm_plan *plan, const char *key, char path[LF_PATH_BYTES]);
