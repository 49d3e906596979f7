/**
 * @file slurm_results.c
 * @brief From shards to the observer.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/engine/slurm_watch.h"
#include "harness/run/checkpoint.h"
#include "harness/run/environment.h"
#include "harness/run/record.h"

void lf_slurm_say(const lf_slurm_watch *watch, const char *format, ...) {
    char text[LF_PATH_BYTES + 512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (watch->observer->said) watch->observer->said(watch->observer->context, text);
}

static int results_order(const void *key, const void *run) {
    return strcmp(key, ((const lf_slurm_watched *)run)->key);
}

lf_slurm_watched *lf_slurm_find(const lf_slurm_watch *watch, const char *key) {
    return bsearch(key, watch->run, watch->runs, sizeof *watch->run, results_order);
}

static bool results_wanted(void *context, const char *key) {
    return lf_slurm_find(context, key) != NULL;
}

static lf_status results_report(lf_slurm_watch *w, lf_slurm_watched *run, const lf_record *record) {
    const lf_pool_observer *observer = w->observer;
    if (!run->started && observer->started) observer->started(observer->context, run->at);
    run->started = true;
    LF_TRY(observer->ended(observer->context, run->at, record));
    snprintf(run->trace_sha256, sizeof run->trace_sha256, "%s", record->trace_sha256);
    run->stage = LF_SLURM_ENDED;
    w->ended++;
    w->changed = true;
    return LF_OK;
}

/* How far its checkpoint is: share of the budget, 0 without one. */
static double results_share(const lf_slurm_watch *watch, const lf_slurm_watched *run) {
    const lf_saving saving = {.folder = watch->checkpoints};
    char path[LF_PATH_BYTES];
    lf_checkpoint_head head;
    if (lf_saving_path(&saving, run->key, path) != LF_OK) return 0;
    return lf_checkpoint_peek(path, &head) == LF_OK ? head.share : 0;
}

bool lf_slurm_lose(const lf_slurm_watch *watch, lf_slurm_watched *run) {
    const double share = results_share(watch, run);
    run->stage = LF_SLURM_WAITS;
    if (share > run->share) run->attempts = 0;
    run->share = share;
    return run->attempts < watch->setting->attempts;
}

/* A run that was killed goes on in another task while it has attempts left. */
static lf_status results_take(void *context, const lf_record *record, bool *contradicts) {
    lf_slurm_watch *w = context;
    lf_slurm_watched *run = lf_slurm_find(w, record->key);
    if (run->stage == LF_SLURM_ENDED) {
        *contradicts = lf_run_status_is_result(record->status) &&
                       strcmp(run->trace_sha256, record->trace_sha256) != 0;
        return LF_OK;
    }
    if (record->status != LF_RUN_KILLED || !lf_slurm_lose(w, run))
        return results_report(w, run, record);
    snprintf(run->last, sizeof run->last, "%s", record->cause);
    return LF_OK;
}

static void results_aside(void *context, const char *path, bool conflict, const char *why) {
    (void)conflict;
    lf_slurm_say(context, "%s is set aside: %s", path, why);
}

lf_status lf_slurm_take(lf_slurm_watch *watch) {
    const lf_shard_reader reader = {watch, results_wanted, results_take, results_aside};
    return lf_shards_take(watch->shards, &reader);
}

lf_status lf_slurm_give_up(lf_slurm_watch *watch, lf_slurm_watched *run) {
    lf_record record = {.status = LF_RUN_KILLED};
    lf_status status = lf_run_spec_copy(&watch->spec[run->at], &record.spec);
    snprintf(record.key, sizeof record.key, "%s", run->key);
    record.environment = lf_environment_json();
    if (asprintf(&record.cause,
                 "%zu Slurm tasks ended without a result and without progress, the "
                 "last: %s; their output is in %s/slurm",
                 (size_t)run->attempts, run->last, watch->setting->out) < 0)
        record.cause = NULL;
    lf_trace_seal(&record);
    if (status == LF_OK) status = lf_record_complete(&record);
    if (status == LF_OK && !record.environment)
        status = lf_fail(LF_NO_MEMORY, "no memory for a run's record");
    if (status == LF_OK) status = results_report(watch, run, &record);
    lf_record_clear(&record);
    return status;
}
