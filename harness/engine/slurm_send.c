/**
 * @file slurm_send.c
 * @brief Runs that wait become a plan, and the plan job arrays.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "harness/engine/slurm_queue.h"
#include "harness/engine/slurm_watch.h"
#include "harness/registry/registry.h"

/* After a refusal, which may be a limit on how many may wait. */
static const double send_pause_seconds = 30;

/* Runs of a plan at most, in whole tasks: a task reads all of its plan, and who writes one holds
 * all of it as JSON, so that more runs are more plans. */
enum { SEND_PLAN_RUNS = 4096 };

/* Beside its runs a task has its own process, and each run the room that child.c gives it. */
static const size_t send_slack_bytes = (size_t)256 << 20;
static const double send_slack_seconds = 180;

static lf_status send_plugins(lf_slurm_plan *plan) {
    size_t n = 0;
    while (lf_plugin_path(n))
        n++;
    plan->plugin = calloc(n + 1, sizeof *plan->plugin);
    for (; plan->plugin && plan->plugins < n; plan->plugins++) {
        plan->plugin[plan->plugins] = strdup(lf_plugin_path(plan->plugins));
        if (!plan->plugin[plan->plugins]) break;
    }
    return plan->plugin && plan->plugins == n ? LF_OK
                                              : lf_fail(LF_NO_MEMORY, "no memory for plugins");
}

/* In the order of the caller's list, so that array indices read like it. */
static int send_order(const void *a, const void *b) {
    const size_t x = (*(lf_slurm_watched *const *)a)->at, y = (*(lf_slurm_watched *const *)b)->at;
    return (x > y) - (x < y);
}

/* Only the first attempt of --force starts from the beginning. */
static lf_status send_fill(lf_slurm_watch *w, lf_slurm_watched **waiting, size_t n,
                           lf_slurm_plan *plan) {
    plan->task_runs = w->setting->task_runs;
    plan->array_size = lf_slurm_array_most();
    plan->limits = *w->limits;
    plan->limits.memory_bytes = w->setting->memory_bytes;
    plan->limits.saving.fresh = w->limits->saving.fresh;
    if (!w->limits->saving.folder) plan->limits.saving.seconds = -1;
    lf_slurm_program(plan->program);
    LF_TRY(send_plugins(plan));
    plan->run = calloc(n + 1, sizeof *plan->run);
    if (!plan->run) return lf_fail(LF_NO_MEMORY, "no memory for a plan of %zu runs", n);
    for (size_t i = 0; i < n; i++) {
        lf_slurm_run *run = &plan->run[plan->runs++];
        if (waiting[i]->last[0]) plan->limits.saving.fresh = false;
        LF_TRY(lf_run_spec_copy(&w->spec[waiting[i]->at], &run->spec));
        snprintf(run->key, sizeof run->key, "%s", waiting[i]->key);
        run->attempts = waiting[i]->attempts + 1;
        run->share = waiting[i]->share;
    }
    LF_TRY(lf_slurm_plan_make(plan, w->setting->out));
    LF_TRY(lf_slurm_script(plan));
    return lf_slurm_plan_write(plan);
}

static lf_slurm_request send_request(const lf_slurm_watch *w, const lf_slurm_plan *plan,
                                     size_t plans) {
    const lf_slurm_setting *s = w->setting;
    const size_t jobs = w->limits->jobs > 0 ? w->limits->jobs : 1;
    const size_t parts = lf_slurm_parts(plan) * plans;
    lf_slurm_request request = {.options = s->options, .option = s->option};
    request.requeue = !s->wait; /* who waits is faster */
    request.cpus = jobs < s->task_runs ? jobs : s->task_runs;
    if (s->tasks) request.tasks = s->tasks > parts ? s->tasks / parts : 1;
    if (s->memory_bytes) request.memory_bytes = request.cpus * (s->memory_bytes + send_slack_bytes);
    if (w->limits->wall_seconds > 0)
        request.seconds = send_slack_seconds +
                          w->limits->wall_seconds * ceil((double)s->task_runs / (double)jobs);
    return request;
}

/* A refusal may be an answer that did not come in time: the queue knows. */
static lf_status send_part(const lf_slurm_plan *plan, size_t part, const lf_slurm_request *request,
                           unsigned long *job) {
    char name[LF_SLURM_NAME], why[512];
    lf_slurm_task_state *tasks;
    size_t n;
    const lf_status status = lf_slurm_submit(plan, part, request, job);
    if (status != LF_IO) return status;
    snprintf(why, sizeof why, "%s", lf_message());
    lf_slurm_job_name(plan, part, name);
    if (lf_slurm_queue(name, &tasks, &n) == LF_OK) {
        if (n > 0) *job = tasks[0].job;
        free(tasks);
        if (n > 0) return LF_OK;
    }
    return lf_fail(LF_IO, "Slurm refuses the job: %s", why);
}

/* Runs of the parts that were taken are under way; the others wait. */
static void send_mark(lf_slurm_watch *w, lf_slurm_watched **waiting, size_t n, size_t parts) {
    const lf_slurm_plan *plan = &w->plan[w->plans - 1].plan;
    for (size_t i = 0; i < n; i++) {
        const size_t task = i / plan->task_runs;
        if (task / plan->array_size >= parts) break;
        waiting[i]->stage = LF_SLURM_UNDER_WAY;
        waiting[i]->plan = w->plans - 1;
        waiting[i]->task = task;
        waiting[i]->attempts++;
    }
    w->changed = true;
}

/* *parts <- how many were taken; the failure is that of the next. */
static lf_status send_parts(lf_slurm_watch *w, const lf_slurm_plan *plan, size_t plans, bool again,
                            size_t *parts) {
    const lf_slurm_request request = send_request(w, plan, plans);
    const size_t all = lf_slurm_parts(plan), per_part = plan->array_size * plan->task_runs;
    for (*parts = 0; *parts < all; ++*parts) {
        unsigned long job = 0;
        LF_TRY(send_part(plan, *parts, &request, &job));
        const size_t left = plan->runs - *parts * per_part,
                     runs = left < per_part ? left : per_part;
        lf_slurm_say(w, "Slurm job %lu: %zu run%s%s in %zu task%s", job, runs, runs == 1 ? "" : "s",
                     again ? " again" : "", (runs + plan->task_runs - 1) / plan->task_runs,
                     runs > plan->task_runs ? "s" : "");
    }
    return LF_OK;
}

static lf_status send_refused(lf_slurm_watch *w, lf_status status) {
    for (size_t i = 0; i < w->runs; i++)
        if (w->run[i].stage == LF_SLURM_UNDER_WAY && status == LF_IO) {
            lf_slurm_say(w, "%s; tried again later", lf_message());
            w->submit_after = lf_clock() + send_pause_seconds;
            return LF_OK;
        }
    return status;
}

/* One of so many plans that go out together. */
static lf_status send_plan(lf_slurm_watch *w, lf_slurm_watched **waiting, size_t n, size_t plans) {
    lf_slurm_watched_plan *grown = realloc(w->plan, (w->plans + 1) * sizeof *grown);
    if (!grown) return lf_fail(LF_NO_MEMORY, "no memory for a plan");
    w->plan = grown;
    lf_slurm_watched_plan *plan = &grown[w->plans];
    *plan = (lf_slurm_watched_plan){.live = true};
    size_t parts = 0;
    lf_status status = send_fill(w, waiting, n, &plan->plan);
    if (status == LF_OK) {
        plan->task = calloc(lf_slurm_tasks(&plan->plan) + 1, sizeof *plan->task);
        if (!plan->task) status = lf_fail(LF_NO_MEMORY, "no memory for a plan");
    }
    if (status == LF_OK)
        status = send_parts(w, &plan->plan, plans, waiting[0]->last[0] != '\0', &parts);
    if (parts == 0) {
        if (plan->plan.folder[0]) lf_slurm_plan_remove(&plan->plan);
        lf_slurm_plan_clear(&plan->plan);
        free(plan->task);
    } else {
        w->plans++;
        send_mark(w, waiting, n, parts);
        lf_slurm_plan_shrink(&plan->plan);
    }
    return status == LF_OK ? LF_OK : send_refused(w, status);
}

/* Until all are sent, or Slurm takes no more for now. */
static lf_status send_all(lf_slurm_watch *w, lf_slurm_watched **waiting, size_t n) {
    const size_t task = w->setting->task_runs, tasks = SEND_PLAN_RUNS / task;
    const size_t most = task * (tasks > 0 ? tasks : 1);
    for (size_t i = 0; i < n && lf_clock() >= w->submit_after; i += most)
        LF_TRY(send_plan(w, waiting + i, n - i < most ? n - i : most, (n + most - 1) / most));
    return LF_OK;
}

lf_status lf_slurm_send(lf_slurm_watch *watch) {
    if (lf_clock() < watch->submit_after) return LF_OK;
    lf_slurm_watched **waiting = calloc(watch->runs + 1, sizeof *waiting);
    if (!waiting) return lf_fail(LF_NO_MEMORY, "no memory for %zu runs", watch->runs);
    size_t n = 0;
    for (size_t i = 0; i < watch->runs; i++)
        if (watch->run[i].stage == LF_SLURM_WAITS) waiting[n++] = &watch->run[i];
    qsort(waiting, n, sizeof *waiting, send_order);
    const lf_status status = send_all(watch, waiting, n);
    free(waiting);
    return status;
}
