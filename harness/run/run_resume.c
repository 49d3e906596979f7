/**
 * @file run_resume.c
 * @brief A run from its checkpoint: everything is put to where it was between two steps.
 *
 * The method's init is called as ever, which takes its memory and sets whatever addresses it keeps
 * in its state; then the contents come from the file. Of the state's own words those are addresses
 * that init set differently in the two processes: they stay as they are here, as long as they had
 * not moved there, but from one slot of the arena to another.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/program.h"
#include "harness/registry/registry.h"
#include "harness/run/record.h"
#include "harness/run/run_live.h"

static lf_status resume_identify(lf_run *r) {
    lf_checkpoint_head *head = &r->save.head;
    char key[LF_SHA256_TEXT], id[LF_SHA256_TEXT];
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    r->save.began = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    LF_TRY(lf_run_spec_key(&r->record->spec, key, NULL));
    LF_TRY(lf_program_id(id));
    memcpy(head->mark, LF_CHECKPOINT_MARK, sizeof LF_CHECKPOINT_MARK);
    head->version = LF_CHECKPOINT_VERSION;
    snprintf(head->key, sizeof head->key, "%s", key);
    snprintf(head->program, sizeof head->program, "%s", id);
    snprintf(head->data_sha256, sizeof head->data_sha256, "%s", r->record->data_sha256);
    lf_program_words(head->words);
    return lf_saving_path(&r->save.saving, key, r->save.path);
}

/* Sizes that init has come to in this process. */
static lf_status resume_check(const lf_run *r, const lf_checkpoint_in *in) {
    const uint64_t *bytes = in->head.bytes;
    const size_t points = bytes[LF_CHECKPOINT_POINTS] / sizeof(lf_trace_point);
    if (bytes[LF_CHECKPOINT_BIRTH] != r->algorithm->state_size ||
        bytes[LF_CHECKPOINT_ARENA] != lf_arena_snapshot_bytes(r->arena) ||
        bytes[LF_CHECKPOINT_ORACLE] != lf_oracle_snapshot_bytes(r->oracle) || points == 0 ||
        bytes[LF_CHECKPOINT_POINTS] != points * sizeof(lf_trace_point) ||
        bytes[LF_CHECKPOINT_VALUES] != points * r->record->metrics * sizeof(double))
        return lf_fail(LF_BAD_INPUT, "its sizes are not those of this run");
    return LF_OK;
}

static lf_status resume_state(lf_run *r, const lf_checkpoint_in *in) {
    const size_t size = r->algorithm->state_size;
    r->save.birth = malloc(size + 1);
    if (!r->save.birth) return lf_fail(LF_NO_MEMORY, "no memory for a state of %zu bytes", size);
    memcpy(r->save.birth, r->state, size); /* this process's: its addresses are ours */
    const size_t moved = lf_arena_restore(r->arena, in->part[LF_CHECKPOINT_ARENA], r->save.birth,
                                          in->part[LF_CHECKPOINT_BIRTH]);
    if (moved == size) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "byte %zu of the state of algorithm %s is an address that has moved "
                   "since its init; keep it in a slot of the arena",
                   moved, r->algorithm->name);
}

/* The trace so far, told again from the start: whoever watches is new. */
static lf_status resume_trace(lf_run *r, const lf_checkpoint_in *in) {
    const size_t points = in->head.bytes[LF_CHECKPOINT_POINTS] / sizeof(lf_trace_point);
    const size_t row_bytes = r->record->metrics * sizeof(double);
    lf_trace_point point;
    for (size_t i = 0; i < points; i++) {
        memcpy(&point, in->part[LF_CHECKPOINT_POINTS] + i * sizeof point, sizeof point);
        memcpy(r->value, in->part[LF_CHECKPOINT_VALUES] + i * row_bytes, row_bytes);
        LF_TRY(lf_trace_put(r->record, &point, r->value));
    }
    return LF_OK;
}

static void resume_tell(lf_run *r) {
    const lf_record *record = r->record;
    lf_run_note(r, "goes on from its checkpoint after step %" PRIu64 ", %.1f s in",
                r->now.count[LF_COUNTER_STEPS], r->save.earlier_seconds);
    for (size_t i = 0; i < record->points && r->observer && r->observer->point; i++) {
        const double share = lf_budget_used(&r->budget, record->point[i].count);
        r->observer->point(r->observer->context, &record->point[i],
                           record->value + i * record->metrics, share < 1 ? share : 1);
    }
}

static lf_status resume_all(lf_run *r, const lf_checkpoint_in *in) {
    const lf_checkpoint_head *head = &in->head;
    LF_TRY(lf_checkpoint_fits(in, &r->save.head));
    if (head->bytes[LF_CHECKPOINT_ORACLE] >= lf_oracle_snapshot_bytes(r->oracle))
        lf_oracle_init_again(r->oracle, in->part[LF_CHECKPOINT_ORACLE]);
    LF_TRY(lf_run_init(r));
    LF_TRY(resume_check(r, in));
    LF_TRY(resume_state(r, in));
    LF_TRY(lf_oracle_restore(r->oracle, in->part[LF_CHECKPOINT_ORACLE]));
    r->now = head->now;
    if (!lf_run_hold(r)) return LF_OK;
    LF_TRY(resume_trace(r, in));
    const lf_problem_info *info = &r->problem.info;
    if (info->memory) lf_vec_copy(info->memory_count, info->memory, r->memory);
    r->begun = true;
    r->share = head->share;
    r->free_steps = head->free_steps;
    r->row_is_expensive = head->last_row_is_expensive;
    r->schedule.next = head->next_row;
    r->save.earlier_seconds = head->wall_seconds;
    return LF_OK;
}

/* It keeps its place in the folder, so that it can be looked at, but under a name that is not tried
 * again. */
static void resume_set_aside(lf_run *r) {
    char aside[LF_PATH_BYTES];
    lf_run_note(r, "starts from the beginning; its checkpoint is set aside: %s", lf_message());
    if (lf_path_format(aside, "%s.aside", r->save.path) == LF_OK) rename(r->save.path, aside);
}

bool lf_run_resume(lf_run *r) {
    lf_checkpoint_in in;
    if (r->algorithm->unsaved ||
        lf_plugin_manner_of(r->algorithm, r->problem.is) >= LF_PLUGIN_HIDDEN)
        r->save.saving.folder = NULL;
    if (!r->save.saving.folder) return false;
    if (resume_identify(r) != LF_OK) {
        lf_run_note(r, "no checkpoint is written: %s", lf_message());
        r->save.saving.folder = NULL;
        return false;
    }
    if (r->save.saving.fresh) return false;
    lf_status status = lf_checkpoint_open(r->save.path, &in);
    if (status == LF_NOT_FOUND) return false;
    const bool opened = status == LF_OK;
    if (opened) status = resume_all(r, &in);
    lf_checkpoint_close(&in);
    if (status == LF_OK) {
        resume_tell(r);
        return true;
    }
    resume_set_aside(r);
    free(r->save.birth);
    r->save.birth = NULL;
    r->record->points = 0;
    if (opened) lf_run_set_back(r);
    return false;
}
