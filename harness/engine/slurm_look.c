/**
 * @file slurm_look.c
 * @brief From squeue to what has to be done.
 *
 * A task that is over has put its shards into the folder, if it ended well; a network's file system
 * may show them later. So nothing is submitted anew in haste.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "harness/engine/slurm_queue.h"
#include "harness/engine/slurm_watch.h"

/* How long after a task's end its shards are waited for: long if it says that all went well, or if
 * Slurm has forgotten it. */
static const double look_patience_well = 30, look_patience_bad = 2;

/* Of what a task writes, that is looked at. */
static const size_t look_output_bytes = (size_t)1 << 20;

/* The plan that a job is a part of; NULL if it is not one of ours. */
static lf_slurm_watched_plan *look_plan(const lf_slurm_watch *w, const char *name, size_t *part) {
    for (size_t i = 0; i < w->plans; i++)
        if (lf_slurm_job_is(&w->plan[i].plan, name, part)) return &w->plan[i];
    return NULL;
}

static void look_note(lf_slurm_watch *w, const lf_slurm_task_state *task, double now) {
    size_t part;
    lf_slurm_watched_plan *plan = look_plan(w, task->name, &part);
    if (!plan) return;
    const size_t t = part * plan->plan.array_size + task->index;
    if (task->index >= plan->plan.array_size || t >= lf_slurm_tasks(&plan->plan)) return;
    lf_slurm_seen *seen = &plan->task[t];
    const bool live = lf_slurm_is_live(task->state);
    w->changed |= strcmp(seen->state, task->state) != 0;
    snprintf(seen->state, sizeof seen->state, "%s", task->state);
    seen->job = task->job;
    plan->live |= live;
    if (live)
        seen->gone = 0;
    else if (seen->gone == 0)
        seen->gone = now;
}

/* Every job of the plans, each with a comma in front; malloc'ed, NULL if memory is short. */
static char *look_names(const lf_slurm_watch *w) {
    char *names = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&names, &size);
    if (!out) return NULL;
    for (size_t i = 0; i < w->plans; i++)
        lf_slurm_job_names(&w->plan[i].plan, out);
    if (fclose(out) == 0) return names;
    free(names);
    return NULL;
}

lf_status lf_slurm_look(lf_slurm_watch *watch) {
    lf_slurm_task_state *tasks;
    size_t n;
    if (watch->plans == 0) return LF_OK;
    char *names = look_names(watch);
    if (!names) return lf_fail(LF_NO_MEMORY, "no memory to ask Slurm");
    const lf_status status = lf_slurm_queue(names + 1, &tasks, &n);
    free(names);
    LF_TRY(status);
    const double now = lf_clock();
    for (size_t i = 0; i < watch->plans; i++) {
        watch->plan[i].live = false;
        for (size_t t = 0; t < lf_slurm_tasks(&watch->plan[i].plan); t++)
            if (watch->plan[i].task[t].gone == 0) watch->plan[i].task[t].gone = now;
    }
    for (size_t i = 0; i < n; i++)
        look_note(watch, &tasks[i], now);
    free(tasks);
    return LF_OK;
}

/* The task is over, and so long that its shard would be there. */
static bool look_is_lost(const lf_slurm_seen *seen, double now) {
    if (seen->gone == 0) return false;
    const bool bad =
        seen->state[0] && !lf_slurm_is_live(seen->state) && strcmp(seen->state, "COMPLETED") != 0;
    return now - seen->gone >= (bad ? look_patience_bad : look_patience_well);
}

/* words <- the last line that a task wrote; "" if it wrote nothing. */
static void look_last_words(const lf_slurm_watched_plan *plan, size_t index, unsigned long job,
                            char *words, size_t size) {
    char path[LF_PATH_BYTES], *text = NULL;
    size_t n = 0;
    words[0] = '\0';
    if (lf_path_format(path, "%s/%lu_%zu.out", plan->plan.folder, job, index) != LF_OK) return;
    if (lf_file_read(path, look_output_bytes, &text, &n) != LF_OK) return;
    while (n > 0 && text[n - 1] == '\n')
        text[--n] = '\0';
    const char *line = strrchr(text, '\n');
    line = line ? line + 1 : text;
    if (*line) snprintf(words, size, ": %s", line);
    free(text);
}

static lf_status look_lose(lf_slurm_watch *w, lf_slurm_watched *run) {
    const lf_slurm_watched_plan *plan = &w->plan[run->plan];
    const lf_slurm_seen *seen = &plan->task[run->task];
    const size_t index = run->task % plan->plan.array_size;
    char words[sizeof run->last / 2];
    look_last_words(plan, index, seen->job, words, sizeof words);
    snprintf(run->last, sizeof run->last, "task %zu of job %lu: %s%s", index, seen->job,
             seen->state[0] ? seen->state : "unknown to Slurm", words);
    if (lf_slurm_lose(w, run)) {
        if (w->observer->noted) w->observer->noted(w->observer->context, run->at, run->last);
        return LF_OK;
    }
    w->plan[run->plan].kept = true;
    return lf_slurm_give_up(w, run);
}

lf_status lf_slurm_judge(lf_slurm_watch *watch) {
    const double now = lf_clock();
    const lf_pool_observer *observer = watch->observer;
    for (size_t i = 0; i < watch->runs; i++) {
        lf_slurm_watched *run = &watch->run[i];
        if (run->stage != LF_SLURM_UNDER_WAY) continue;
        const lf_slurm_seen *seen = &watch->plan[run->plan].task[run->task];
        if (!run->started && strcmp(seen->state, "RUNNING") == 0) {
            run->started = true;
            if (observer->started) observer->started(observer->context, run->at);
        }
        if (look_is_lost(seen, now)) LF_TRY(look_lose(watch, run));
    }
    return LF_OK;
}

/* Runs of a plan that are in a live task, and are ours. */
static void look_take_over(lf_slurm_watch *w, size_t at) {
    lf_slurm_watched_plan *plan = &w->plan[at];
    for (size_t i = 0; i < plan->plan.runs; i++) {
        const size_t task = i / plan->plan.task_runs;
        lf_slurm_watched *run = lf_slurm_find(w, plan->plan.run[i].key);
        if (!run || run->stage != LF_SLURM_WAITS || plan->task[task].gone > 0) continue;
        run->stage = LF_SLURM_UNDER_WAY;
        run->plan = at;
        run->task = task;
        run->attempts = plan->plan.run[i].attempts;
        run->share = plan->plan.run[i].share;
    }
    lf_slurm_plan_shrink(&plan->plan);
}

static lf_status look_read(lf_slurm_watch *w) {
    lf_slurm_plan *plans;
    LF_TRY(lf_slurm_plans(w->setting->out, &plans, &w->plans));
    w->plan = calloc(w->plans + 1, sizeof *w->plan);
    bool room = w->plan != NULL;
    for (size_t i = 0; i < w->plans; i++) {
        if (!w->plan) {
            lf_slurm_plan_clear(&plans[i]);
            continue;
        }
        w->plan[i].plan = plans[i];
        w->plan[i].task = calloc(lf_slurm_tasks(&plans[i]) + 1, sizeof *w->plan[i].task);
        room &= w->plan[i].task != NULL;
    }
    free(plans);
    if (room) return LF_OK;
    if (!w->plan) w->plans = 0;
    return lf_fail(LF_NO_MEMORY, "no memory for plans");
}

/* Without an answer nobody can know what is in the queue, so nothing is submitted. */
lf_status lf_slurm_adopt(lf_slurm_watch *watch) {
    LF_TRY(look_read(watch));
    LF_TRY(lf_slurm_look(watch));
    size_t kept = 0, runs = 0;
    for (size_t i = 0; i < watch->plans; i++) {
        if (watch->plan[i].live) {
            watch->plan[kept++] = watch->plan[i];
            continue;
        }
        lf_slurm_plan_remove(&watch->plan[i].plan);
        lf_slurm_plan_clear(&watch->plan[i].plan);
        free(watch->plan[i].task);
    }
    watch->plans = kept;
    for (size_t i = 0; i < kept; i++)
        look_take_over(watch, i);
    for (size_t i = 0; i < watch->runs; i++)
        runs += watch->run[i].stage == LF_SLURM_UNDER_WAY;
    if (runs > 0) lf_slurm_say(watch, "%zu runs are in Slurm's queue already", runs);
    return LF_OK;
}

void lf_slurm_clean(lf_slurm_watch *watch) {
    for (size_t i = 0; i < watch->plans; i++)
        if (!watch->plan[i].live && !watch->plan[i].kept)
            lf_slurm_plan_remove(&watch->plan[i].plan);
}
