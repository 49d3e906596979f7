/**
 * @file slurm.c
 * @brief Submit, wait, take in; submit again what was lost.
 */
#include "harness/engine/slurm.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "harness/engine/slurm_watch.h"
#include "harness/process/interrupt.h"

/* Between two looks: soon after something happened, then less and less often, so that a queue of
 * days does not ask the controller all the time. */
static const double slurm_first_seconds = 0.5, slurm_most_seconds = 15, slurm_slower = 1.3;

/* How long the tasks of the last results have to leave the queue, for a tidy folder. */
static const double slurm_leave_seconds = 5;

static int slurm_order(const void *a, const void *b) {
    return strcmp(((const lf_slurm_watched *)a)->key, ((const lf_slurm_watched *)b)->key);
}

static lf_status slurm_open(lf_slurm_watch *w) {
    LF_TRY(lf_path_format(w->shards, "%s/shards", w->setting->out));
    LF_TRY(lf_path_format(w->checkpoints, "%s/checkpoints", w->setting->out));
    w->run = calloc(w->runs + 1, sizeof *w->run);
    if (!w->run) return lf_fail(LF_NO_MEMORY, "no memory for %zu runs", w->runs);
    for (size_t i = 0; i < w->runs; i++) {
        w->run[i].at = i;
        LF_TRY(lf_run_spec_key(&w->spec[i], w->run[i].key, NULL));
    }
    qsort(w->run, w->runs, sizeof *w->run, slurm_order);
    return LF_OK;
}

static void slurm_close(lf_slurm_watch *w) {
    for (size_t i = 0; i < w->plans; i++) {
        lf_slurm_plan_clear(&w->plan[i].plan);
        free(w->plan[i].task);
    }
    free(w->plan);
    free(w->run);
}

static void slurm_sleep(int interrupt_fd, double seconds) {
    struct pollfd interrupt = {.fd = interrupt_fd, .events = POLLIN};
    poll(&interrupt, 1, (int)(1000 * seconds));
}

/* A controller that is away for a while is waited for. */
static lf_status slurm_look(lf_slurm_watch *w, bool *answered) {
    const lf_status status = lf_slurm_look(w);
    *answered = status == LF_OK;
    if (status != LF_IO) {
        w->silent = false;
        return status;
    }
    if (!w->silent) lf_slurm_say(w, "Slurm does not answer, and is asked again: %s", lf_message());
    w->silent = true;
    return LF_OK;
}

static lf_status slurm_interrupted(const lf_slurm_watch *w) {
    lf_slurm_say(w, "the tasks go on; scancel ends them (levelfield status %s names them)",
                 w->setting->out);
    return lf_fail(LF_INTERRUPTED, "interrupted by SIG%s", sigabbrev_np(lf_interrupt_signal()));
}

static lf_status slurm_wait(lf_slurm_watch *w, int interrupt_fd) {
    double pause = slurm_first_seconds;
    while (w->ended < w->runs) {
        bool answered;
        if (lf_interrupt_signal() != 0) return slurm_interrupted(w);
        w->changed = false;
        LF_TRY(slurm_look(w, &answered));
        LF_TRY(lf_slurm_take(w));
        if (answered) LF_TRY(lf_slurm_judge(w));
        LF_TRY(lf_slurm_send(w));
        pause = w->changed ? slurm_first_seconds : pause * slurm_slower;
        if (pause > slurm_most_seconds) pause = slurm_most_seconds;
        if (w->ended < w->runs) slurm_sleep(interrupt_fd, pause);
    }
    return LF_OK;
}

/* Every result is there; what is left is the end of the tasks that brought them. */
static void slurm_tidy(lf_slurm_watch *w, int interrupt_fd) {
    const double until = lf_clock() + slurm_leave_seconds;
    bool live = true;
    while (live && lf_interrupt_signal() == 0 && lf_clock() < until) {
        live = lf_slurm_look(w) != LF_OK;
        for (size_t i = 0; i < w->plans; i++)
            live |= w->plan[i].live;
        if (live) slurm_sleep(interrupt_fd, slurm_first_seconds / 2);
    }
    lf_slurm_clean(w);
    rmdir(w->shards); /* refused while something is in it */
    if (!live) lf_saving_tidy(&w->limits->saving);
}

static lf_status slurm_carry_out(lf_slurm_watch *w, int interrupt_fd) {
    LF_TRY(lf_slurm_adopt(w));
    LF_TRY(lf_slurm_send(w));
    if (w->setting->wait) {
        LF_TRY(slurm_wait(w, interrupt_fd));
        slurm_tidy(w, interrupt_fd);
        return LF_OK;
    }
    for (size_t i = 0; i < w->runs; i++)
        if (w->observer->left) w->observer->left(w->observer->context, w->run[i].at);
    return LF_OK;
}

static lf_status slurm_run(const lf_engine *engine, size_t runs, const lf_run_spec *spec,
                           const lf_pool_limits *limits, const lf_pool_observer *observer) {
    lf_slurm_watch watch = {.setting = engine->setting,
                            .runs = runs,
                            .spec = spec,
                            .limits = limits,
                            .observer = observer};
    int interrupt_fd;
    if (runs == 0) return LF_OK;
    LF_TRY(lf_interrupt_watch(&interrupt_fd));
    lf_status status = slurm_open(&watch);
    if (status == LF_OK) status = slurm_carry_out(&watch, interrupt_fd);
    slurm_close(&watch);
    lf_interrupt_unwatch();
    return status;
}

lf_engine lf_engine_slurm(const lf_slurm_setting *setting) {
    return (lf_engine){setting, slurm_run};
}

/* *over <- every run of the plan is finished. */
static lf_status slurm_is_over(const lf_slurm_plan *plan, lf_store *store, bool *over) {
    *over = true;
    for (size_t i = 0; i < plan->runs && *over; i++)
        LF_TRY(lf_store_has(store, plan->run[i].key, over));
    return LF_OK;
}

static lf_status slurm_forget(const lf_slurm_plan *plans, size_t n, lf_store *store) {
    for (size_t i = 0; i < n; i++) {
        bool over;
        if (plans[i].limits.saving.fresh) continue; /* it is about what is finished */
        LF_TRY(slurm_is_over(&plans[i], store, &over));
        if (over) lf_slurm_plan_remove(&plans[i]);
    }
    return LF_OK;
}

lf_status lf_slurm_forget(const char *out) {
    lf_slurm_plan *plans;
    size_t n;
    lf_store *store = NULL;
    LF_TRY(lf_slurm_plans(out, &plans, &n));
    lf_status status = n > 0 ? lf_store_open(out, false, &store) : LF_OK;
    if (status == LF_OK) status = slurm_forget(plans, n, store);
    lf_store_close(store);
    for (size_t i = 0; i < n; i++)
        lf_slurm_plan_clear(&plans[i]);
    free(plans);
    return status;
}
