/**
 * @file slurm_task.c
 * @brief One task, on its node: runs in, shards out.
 */
#include <assert.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/engine/slurm.h"
#include "harness/engine/slurm_plan.h"
#include "harness/pool/progress.h"
#include "harness/registry/parameters.h"
#include "harness/registry/registry.h"
#include "harness/replay/first_use.h"
#include "harness/store/shard.h"

typedef struct {
    const lf_slurm_plan *plan;
    const lf_slurm_run **run; /* those to do */
    size_t runs, killed;
    size_t refused; /* runs whose plugin is not what was planned, or cannot be opened here */
    char why[2048]; /* the first of these was refused; "": none */
    char shards[LF_PATH_BYTES];
    lf_progress *progress; /* into the task's output */
} slurm_task_state;

static void task_started(void *context, size_t run) {
    const slurm_task_state *t = context;
    const lf_run_spec *spec = &t->run[run]->spec;
    char label[256];
    snprintf(label, sizeof label, "%.80s / %.120s seed %" PRIu64, spec->problem, spec->algorithm,
             spec->seed);
    lf_progress_started(t->progress, run, label);
}

static void task_noted(void *context, size_t run, const char *text) {
    lf_progress_noted(((slurm_task_state *)context)->progress, run, text);
}

/* The shard, then the mark: a task that Slurm starts again elsewhere repeats what has none. A run
 * that was killed is not over. */
static lf_status task_ended(void *context, size_t run, const lf_record *record) {
    slurm_task_state *t = context;
    char path[LF_PATH_BYTES];
    LF_TRY(lf_shard_write(t->shards, record));
    lf_progress_ended(t->progress, run, record);
    if (record->status == LF_RUN_KILLED) {
        t->killed++;
        return LF_OK;
    }
    LF_TRY(lf_slurm_mark(t->plan, record->key, path));
    const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd >= 0) close(fd);
    return LF_OK;
}

/* The plugins of a run are the builds that its key names. */
static lf_status task_check_code(const lf_run_spec *spec) {
    char *code;
    lf_spec_as(spec->code);
    LF_TRY(lf_spec_code(spec->problem, spec->algorithm, &code));
    const bool same = strcmp(code ? code : "", spec->code ? spec->code : "") == 0;
    free(code);
    if (same) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "a plugin was built anew since the plan was made, with %s: plugins must not "
                   "change while runs are under way",
                   spec->code ? spec->code : "none");
}

/* To be told at the end, when the other runs are made. */
static void task_refuse(slurm_task_state *t) {
    if (!t->why[0]) snprintf(t->why, sizeof t->why, "%s", lf_message());
}

/* Runs of the task that have no mark; those of a plugin that is refused are left for another task,
 * which may be on a better node. */
static lf_status task_select(slurm_task_state *t, size_t task) {
    const lf_slurm_plan *plan = t->plan;
    char path[LF_PATH_BYTES];
    for (size_t i = task * plan->task_runs; i < (task + 1) * plan->task_runs; i++) {
        if (i >= plan->runs) break;
        LF_TRY(lf_slurm_mark(plan, plan->run[i].key, path));
        if (access(path, F_OK) == 0) continue;
        if (task_check_code(&plan->run[i].spec) == LF_OK) {
            LF_TRY(lf_first_use_recall(&plan->run[i].spec));
            t->run[t->runs++] = &plan->run[i];
            continue;
        }
        task_refuse(t);
        t->refused++;
    }
    return LF_OK;
}

static lf_status task_execute(slurm_task_state *t, const lf_pool_limits *limits) {
    lf_run_spec *spec = calloc(t->runs + 1, sizeof *spec); /* copies; the texts are the plan's */
    if (!spec) return lf_fail(LF_NO_MEMORY, "no memory for %zu runs", t->runs);
    for (size_t i = 0; i < t->runs; i++) {
        assert(t->run[i]);
        spec[i] = t->run[i]->spec;
    }
    const lf_pool_observer observer = {
        .context = t, .started = task_started, .ended = task_ended, .noted = task_noted};
    t->progress = lf_progress_begin(t->runs, 0, false);
    lf_status status = lf_pool_run(t->runs, spec, limits, &observer);
    lf_progress_end(t->progress);
    free(spec);
    LF_TRY(status);
    if (t->killed > 0) status = lf_fail(LF_IO, "%zu of %zu runs were killed", t->killed, t->runs);
    if (t->refused > 0) status = lf_fail(LF_IO, "%zu runs were not made: %s", t->refused, t->why);
    return status;
}

/* Another version may compute something else under the same key. */
static lf_status task_prepare(slurm_task_state *t) {
    const lf_slurm_plan *plan = t->plan;
    char program[sizeof plan->program];
    lf_slurm_program(program);
    if (strcmp(program, plan->program) != 0)
        return lf_fail(LF_UNSUPPORTED,
                       "%s was planned by levelfield %s, and this is %s: the "
                       "program must not change while runs are under way",
                       plan->folder, plan->program, program);
    for (size_t i = 0; i < plan->plugins; i++)
        if (lf_plugin_load(plan->plugin[i]) != LF_OK) task_refuse(t);
    return LF_OK;
}

/* A plan lies two folders below the output folder. */
static lf_status task_carry_out(const lf_slurm_plan *plan, size_t task, size_t memory_bytes) {
    char checkpoints[LF_PATH_BYTES];
    slurm_task_state t = {.plan = plan};
    lf_pool_limits limits = plan->limits;
    if (task >= lf_slurm_tasks(plan))
        return lf_fail(LF_BAD_ARGUMENT, "%s has no task %zu", plan->folder, task);
    LF_TRY(task_prepare(&t));
    LF_TRY(lf_path_format(t.shards, "%s/../../shards", plan->folder));
    LF_TRY(lf_path_format(checkpoints, "%s/../../checkpoints", plan->folder));
    if (limits.memory_bytes == 0) limits.memory_bytes = memory_bytes;
    limits.saving.folder = limits.saving.seconds < 0 ? NULL : checkpoints;
    t.run = calloc(plan->task_runs, sizeof *t.run);
    if (!t.run) return lf_fail(LF_NO_MEMORY, "no memory for a task");
    lf_status status = task_select(&t, task);
    if (status == LF_OK) status = task_execute(&t, &limits);
    free(t.run);
    return status;
}

lf_status lf_slurm_task(const char *folder, size_t task, size_t memory_bytes) {
    lf_slurm_plan plan;
    LF_TRY(lf_slurm_plan_read(folder, &plan));
    const lf_status status = task_carry_out(&plan, task, memory_bytes);
    lf_slurm_plan_clear(&plan);
    return status;
}
