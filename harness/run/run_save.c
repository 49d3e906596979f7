/**
 * @file run_save.c
 * @brief A run under way into its checkpoint, between two steps.
 *
 * Nothing here changes what a run computes. A checkpoint that cannot be written costs a note and
 * not the run.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/run/run_live.h"

void lf_run_note(const lf_run *r, const char *format, ...) {
    char text[1024];
    if (!r->observer || !r->observer->noted) return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    r->observer->noted(r->observer->context, r->save.earlier_seconds, text);
}

/* It is looked at between all steps, and the shortest take less than a microsecond: the coarse
 * clock costs a few nanoseconds and is right to a hundredth of a second. */
static double save_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void save_asked(int number) {
    lf_saving_asked = number;
}

/* Restarted calls: a plugin that reads a file need not know. A file that may not grow is a failed
 * write, not the end of the run. */
static void save_listen(void) {
    struct sigaction action = {.sa_handler = save_asked, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGXFSZ, SIG_IGN);
}

void lf_run_save_begin(lf_run *r) {
    lf_run_saving *save = &r->save;
    if (!save->saving.folder) return;
    if (!save->birth) { /* a resumed run has that of its first process */
        save->birth = malloc(r->algorithm->state_size + 1);
        if (!save->birth) {
            save->saving.folder = NULL;
            lf_run_note(r, "no memory for checkpoints");
            return;
        }
        memcpy(save->birth, r->state, r->algorithm->state_size);
    }
    save->due = save_clock() + save->saving.seconds;
    save_listen();
}

/* Counters, clocks, and sizes of what follows. */
static lf_checkpoint_head save_head(const lf_run *r, size_t oracle_bytes) {
    const lf_record *record = r->record;
    lf_checkpoint_head head = r->save.head;
    head.bytes[LF_CHECKPOINT_BIRTH] = r->algorithm->state_size;
    head.bytes[LF_CHECKPOINT_ARENA] = lf_arena_snapshot_bytes(r->arena);
    head.bytes[LF_CHECKPOINT_ORACLE] = oracle_bytes;
    head.bytes[LF_CHECKPOINT_POINTS] = record->points * sizeof *record->point;
    head.bytes[LF_CHECKPOINT_VALUES] = record->points * record->metrics * sizeof *record->value;
    head.now = r->now;
    head.share = r->share;
    head.wall_seconds = r->save.earlier_seconds + save_clock() - r->save.began;
    head.free_steps = r->free_steps;
    head.next_row = r->schedule.next;
    head.last_row_is_expensive = r->row_is_expensive;
    return head;
}

static lf_status save_write(const lf_run *r) {
    const size_t oracle_bytes = lf_oracle_snapshot_bytes(r->oracle);
    void *oracle = malloc(oracle_bytes);
    if (!oracle) return lf_fail(LF_NO_MEMORY, "%s: no memory to write it", r->save.path);
    lf_oracle_save(r->oracle, oracle);
    const lf_checkpoint_head head = save_head(r, oracle_bytes);
    lf_checkpoint_out out;
    lf_checkpoint_begin(&out, r->save.path, &head);
    lf_checkpoint_add(&out, r->save.birth, head.bytes[LF_CHECKPOINT_BIRTH]);
    lf_arena_visit(r->arena, lf_checkpoint_add, &out);
    lf_checkpoint_add(&out, oracle, oracle_bytes);
    lf_checkpoint_add(&out, r->record->point, head.bytes[LF_CHECKPOINT_POINTS]);
    lf_checkpoint_add(&out, r->record->value, head.bytes[LF_CHECKPOINT_VALUES]);
    free(oracle);
    return lf_checkpoint_end(&out);
}

/* A disk that is full at one checkpoint may not be at the next; it is mentioned once. */
static void save_now(lf_run *r) {
    const bool failed = save_write(r) != LF_OK;
    if (failed && !r->save.fails) lf_run_note(r, "no checkpoint is written: %s", lf_message());
    r->save.fails = failed;
}

void lf_run_save_look(lf_run *r) {
    lf_run_saving *save = &r->save;
    if (!save->saving.folder) return;
    const int asked = lf_saving_asked;
    const uint64_t step = r->now.count[LF_COUNTER_STEPS];
    const bool pause = step == save->saving.pause_step;
    if (!asked && !pause && save_clock() < save->due) return;
    lf_run_clock_stop(r);
    save_now(r);
    lf_run_clock_start(r);
    save->due = save_clock() + save->saving.seconds;
    if (asked)
        lf_run_end(r, LF_RUN_KILLED, "interrupted by SIG%s after step %" PRIu64,
                   sigabbrev_np(asked), step);
    else if (pause && !save->fails) /* without a checkpoint there is nothing to go on from */
        lf_run_end(r, LF_RUN_KILLED, "paused after step %" PRIu64, step);
    save->interrupted = r->over;
}
