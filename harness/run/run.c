/**
 * @file run.c
 * @brief The run loop: steps under a meter, whole ones only, judged as the budget goes.
 *
 * A run's state for the outside is that of its last whole step: the iterate and the counters are
 * copied after each step that was not refused anything, and a step that was is as if it had never
 * begun. Init is step 0.
 */
#include "harness/run/run.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/float_env.h"
#include "base/text.h"
#include "harness/run/idle.h"
#include "harness/run/record.h"
#include "harness/run/run_live.h"
#include "harness/run/watch.h"

/* So many steps in a row that cost nothing of the budget, and the run is taken for one that would
 * go on for ever. The longest free stretch of a method here is an inner loop of 1e4 steps. */
static const uint64_t run_patience = 1000000;

/* Between rows, every so many steps a look for NaN: a run that is lost ends soon, and the look
 * stays far below the cost of copying the iterate. */
static const uint64_t run_look_every = 64;

static lf_watch run_own_page;
lf_watch *lf_watch_page = &run_own_page;

void lf_run_end(lf_run *r, lf_run_status status, const char *format, ...) {
    if (r->over && (r->record->status != LF_RUN_DONE || status == LF_RUN_DONE)) return;
    va_list arguments;
    char *cause;
    va_start(arguments, format);
    if (vasprintf(&cause, format, arguments) < 0) cause = NULL; /* no memory: the status says it */
    va_end(arguments);
    if (cause) lf_text_clean(cause, false); /* a plugin's message may be anything */
    free(r->record->cause);
    r->record->cause = cause;
    r->record->status = status;
    r->over = true;
}

void lf_run_modes(lf_run *r, uint64_t step) {
    char who[128], where[32] = "in init";
    if (lf_float_env_is_default()) return;
    snprintf(who, sizeof who, "algorithm %s", r->algorithm->name);
    if (step) snprintf(where, sizeof where, "in step %" PRIu64, step);
    lf_float_env_left(who, where);
    lf_run_end(r, LF_RUN_FAILED, "%s", lf_message());
}

/* What a plugin's init or step returned, when it was refused nothing: may end the run. */
static void run_answered(lf_run *r, lf_status status, const char *where, uint64_t step) {
    if (status == LF_OK || status == LF_FINISHED) return;
    const char *name = r->algorithm->name;
    const char *message = lf_message()[0] ? lf_message() : lf_status_text(status);
    char at[32];
    snprintf(at, sizeof at, step ? "%s %" PRIu64 : "%s", where, step);
    if (status == LF_BUDGET_SPENT)
        lf_run_end(r, LF_RUN_FAILED,
                   "algorithm %s ended %s with 'budget spent', but it was refused nothing", name,
                   at);
    else if (status > 0)
        lf_run_end(r, LF_RUN_FAILED, "algorithm %s ended %s with the unknown status %d", name, at,
                   (int)status);
    else if (status == LF_DIVERGED)
        lf_run_end(r, LF_RUN_DIVERGED, "algorithm %s in %s: %s", name, at, message);
    else if (status == LF_NO_MEMORY)
        lf_run_end(r, LF_RUN_FAILED, "algorithm %s ran out of memory in %s: %s", name, at, message);
    else
        lf_run_end(r, LF_RUN_FAILED, "algorithm %s failed in %s: %s", name, at, message);
}

/* Counters only grow, a step is one step, and nothing passes the budget: the meter sees to it, and
 * a plugin that writes over the meter's memory is found out by the step after. */
static bool run_meter_is_sound(const lf_run *r, const uint64_t *count, double share,
                               uint64_t steps) {
    uint64_t top = 0; /* its first bit: of a count that is too large, or of one that became less */
    for (size_t c = 0; c < LF_COUNTERS; c++)
        top |= count[c] | (count[c] - r->now.count[c]);
    return count[LF_COUNTER_STEPS] == steps && top >> 63 == 0 && share <= 1 + 1e-9;
}

static void run_hold(lf_run *r, lf_point from, size_t which) {
    lf_held *to = &r->held[which];
    if (r->sparse && r->whole)
        to->kept = from.w;
    else
        lf_vec_copy(r->problem.info.dim, from.w, to->own ? to->own : to->w);
    to->has_y = from.y != NULL;
    if (to->has_y) lf_vec_copy(r->problem.info.domain_y.n, from.y, to->y);
}

/* Has the method kept to its own memory? Asked before anything that came of a step is kept; this
 * costs less than keeping it. */
static bool run_is_within(lf_run *r, uint64_t step) {
    if (lf_arena_check(r->arena) == LF_OK) return true;
    lf_run_end(r, LF_RUN_FAILED, "algorithm %s wrote outside its memory, %s, in step %" PRIu64,
               r->algorithm->name, lf_message(), step);
    return false;
}

bool lf_run_hold(lf_run *r) {
    const bool averages = r->algorithm->average != NULL;
    const lf_point iterate = r->algorithm->iterate(r->state);
    const lf_point average = averages ? r->algorithm->average(r->state) : iterate;
    lf_run_modes(r, r->now.count[LF_COUNTER_STEPS]);
    if (iterate.w == NULL || average.w == NULL) {
        lf_run_end(r, LF_RUN_FAILED, "algorithm %s has no %s after step %" PRIu64,
                   r->algorithm->name, iterate.w ? "average" : "iterate",
                   r->now.count[LF_COUNTER_STEPS]);
        return false;
    }
    run_hold(r, iterate, LF_HELD_ITERATE);
    if (averages) run_hold(r, average, LF_HELD_AVERAGE);
    return true;
}

/* Take the step that was just made for a whole one. */
static void run_keep(lf_run *r, uint64_t steps) {
    const lf_meter *meter = lf_oracle_meter(r->oracle);
    const double share = lf_budget_used(&r->budget, meter->count);
    if (!run_meter_is_sound(r, meter->count, share, steps)) {
        lf_run_end(r, LF_RUN_FAILED,
                   "the meter was changed by other means than questions, in "
                   "step %" PRIu64 " of algorithm %s",
                   steps, r->algorithm->name);
        return;
    }
    const lf_problem_info *info = &r->problem.info;
    if (info->memory) lf_vec_copy(info->memory_count, info->memory, r->memory);
    memcpy(r->now.count, meter->count, sizeof r->now.count);
    r->begun = true;
    if (!r->whole && !lf_run_hold(r)) return;
    r->free_steps = share > r->share ? 0 : r->free_steps + 1;
    r->share = lf_watch_page->share = share;
    if (r->free_steps == run_patience)
        lf_run_end(r, LF_RUN_FAILED,
                   "algorithm %s made %" PRIu64
                   " steps in a row that cost nothing of the budget %s",
                   r->algorithm->name, run_patience, r->record->spec.budget);
}

/* Add a row if one is due, or if the iterate is lost. */
static void run_look(lf_run *r) {
    const uint64_t steps = r->now.count[LF_COUNTER_STEPS];
    bool expensive;
    const bool due = lf_schedule_due(&r->schedule, r->share, &expensive);
    if (!due && steps % run_look_every != 0) return;
    if (r->whole && !lf_run_hold(r)) return;
    if (!due && !lf_run_is_lost(r)) return;
    lf_run_clock_stop(r);
    lf_run_judge(r, expensive);
    lf_run_clock_start(r);
}

static void run_after(lf_run *r, lf_status status, const char *where, uint64_t step) {
    run_answered(r, status, where, step);
    if (!r->over && run_is_within(r, step)) run_keep(r, step);
    if (!r->over) run_look(r);
    if (!r->over && status == LF_FINISHED)
        lf_run_end(r, LF_RUN_DONE, "finished before the budget was spent");
}

/* The copy of a point is a sparse vector, too; a method that is `whole` needs none. */
static lf_status run_hold_sparse(const lf_run *r, lf_held *held) {
    if (r->whole) return LF_OK;
    held->kept = held->own = calloc(r->problem.info.dim, sizeof *held->own);
    if (!held->own) return lf_fail(LF_NO_MEMORY, "no memory for a point");
    return lf_arena_join(r->arena, held->own);
}

lf_status lf_run_init(lf_run *r) {
    lf_watch_note(LF_WATCH_INIT, 0);
    lf_fail(LF_OK, "%s", ""); /* no older message is taken for this algorithm's */
    lf_vec_copy(r->record->dim, r->record->iterate, r->x0);
    lf_status status =
        r->algorithm->init(r->state, r->algorithm_parameters.values, r->oracle, r->x0, r->arena);
    lf_oracle_close(r->oracle);
    if (status == LF_OK) status = lf_oracle_init_over(r->oracle);
    lf_run_modes(r, 0);
    for (size_t p = 0; p < LF_HELD && status == LF_OK && lf_arena_is_sparse(r->arena); p++)
        if (r->held[p].w) LF_TRY(run_hold_sparse(r, &r->held[p]));
    return status;
}

static void run_init(lf_run *r) {
    const lf_status status = lf_run_init(r);
    if (lf_oracle_meter(r->oracle)->spent)
        lf_run_end(r, LF_RUN_DONE,
                   "budget spent in init, so no step was made: the result is the starting point");
    else
        run_after(r, status, "init", 0);
}

/* The meter is asked, not the plugin: one that swallows a refusal and goes on has still been
 * refused. The oracle answers as long as the step lasts: what is asked while a point is handed over
 * or judged would be behind the counters of the row. */
static void run_step(lf_run *r) {
    const uint64_t step = r->now.count[LF_COUNTER_STEPS] + 1;
    lf_watch_note(LF_WATCH_STEP, step);
    lf_status status = lf_oracle_begin_step(r->oracle);
    if (status == LF_OK) {
        lf_oracle_reopen(r->oracle);
        status = r->algorithm->step(r->state, r->oracle);
        lf_oracle_close(r->oracle);
    }
    lf_run_modes(r, step);
    if (!lf_oracle_meter(r->oracle)->spent)
        run_after(r, status, "step", step);
    else if (run_is_within(r, step))
        lf_run_end(r, LF_RUN_DONE, "budget spent");
}

/* Every point at x0. */
static void run_to_start(lf_run *r) {
    const size_t d = r->record->dim;
    const double *x0 = r->problem.info.x0;
    for (size_t p = 0; p < LF_HELD && r->held[p].w; p++)
        if (x0)
            lf_vec_copy(d, x0, r->held[p].w);
        else
            lf_vec_zero(d, r->held[p].w);
}

/* The start is row 0: judged before anything is charged. */
void lf_run_begin(lf_run *r) {
    bool expensive;
    run_to_start(r);
    lf_schedule_due(&r->schedule, 0, &expensive);
    lf_run_judge(r, expensive);
    if (r->over) return;
    lf_run_clock_start(r);
    run_init(r);
    lf_run_clock_stop(r);
}

void lf_run_advance(lf_run *r, uint64_t steps) {
    if (r->over) return;
    lf_run_clock_start(r);
    for (; steps > 0 && !r->over; steps--) {
        lf_run_clock_step(r);
        run_step(r);
        if (!r->over) lf_run_save_look(r);
    }
    lf_run_clock_stop(r);
}

/* From a checkpoint or from the start, to the end. */
static void run_all(lf_run *r) {
    run_to_start(r);
    if (!lf_run_resume(r) && !r->over) lf_run_begin(r);
    if (!r->over) lf_run_save_begin(r);
    lf_run_advance(r, UINT64_MAX);
}

/* What the problem remembers of a step that was not whole is as if it had never been asked. */
void lf_run_settle(lf_run *r) {
    const lf_problem_info *info = &r->problem.info;
    if (info->memory) lf_vec_copy(info->memory_count, r->memory, info->memory);
    if (r->begun && r->whole) lf_run_hold(r);
    lf_run_see(r);
    lf_run_warn(r);
}

void lf_run_execute_saved(const lf_run_spec *spec, size_t memory_bytes, const lf_saving *saving,
                          const lf_run_observer *observer, lf_record *record) {
    *record = (lf_record){0};
    lf_run r = {.observer = observer, .record = record};
    if (lf_run_spec_copy(spec, &record->spec) != LF_OK)
        lf_run_end(&r, LF_RUN_FAILED, "%s", lf_message());
    if (saving) r.save.saving = *saving;
    lf_watch_note(LF_WATCH_START, 0);
    lf_run_enter(); /* refused only if a session was at it when this process was forked: it is */
    if (!r.over) lf_run_set_up(&r, memory_bytes);
    if (!r.over) {
        run_all(&r);
        lf_run_settle(&r);
        if (!r.save.interrupted) lf_run_judge_last(&r);
    }
    lf_run_take_down(&r);
    lf_run_leave();
    if (record->points == 0) { /* never begun: there is no iterate to speak of */
        free(record->iterate);
        record->iterate = NULL;
    }
    lf_trace_seal(record);
    lf_record_complete(record); /* as far as memory goes: who keeps the record does the same */
}

void lf_run_execute(const lf_run_spec *spec, size_t memory_bytes, const lf_run_observer *observer,
                    lf_record *record) {
    lf_run_execute_saved(spec, memory_bytes, NULL, observer, record);
}
