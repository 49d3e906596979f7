/**
 * @file replay.c
 * @brief Stored runs made again, in up to four passes, each of which is one pool of processes.
 */
#include "harness/replay/replay.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/sha256.h"
#include "base/text.h"
#include "harness/registry/parameters.h"
#include "harness/registry/plugin.h"
#include "harness/registry/registry.h"
#include "harness/replay/replay_here.h"
#include "harness/store/export.h"

/* What a run is made for: up to its pause; from there; and twice without one. */
typedef enum {
    REPLAY_FIRST,
    REPLAY_REST,
    REPLAY_STRAIGHT,
    REPLAY_AGAIN,
    REPLAY_PASSES
} replay_pass;

/* Longer than any run: it is saved where it is paused, and nowhere else. */
static const double replay_never_seconds = 1e9;

/* One run on its way through the passes. */
typedef struct {
    bool paused;     /* saved in the middle: there is a rest */
    bool straight;   /* made without a restore */
    char note[256];  /* what was last said of its checkpoint */
    char digest[65]; /* of the latest that was made */
} replay_state;

typedef struct {
    lf_replay *replay;
    replay_state *state;
    size_t *of; /* the pool's runs, as positions in the two */
    replay_pass pass;
} replay_job;

/* hex <- trace and final iterate in one hash. */
static lf_status replay_digest(const lf_record *record, char hex[65]) {
    lf_sha256 hash = {0};
    lf_sha256_start(&hash);
    lf_sha256_add(&hash, record->trace_sha256, strlen(record->trace_sha256));
    if (record->iterate)
        lf_sha256_add(&hash, record->iterate, record->dim * sizeof *record->iterate);
    return lf_sha256_finish(&hash, hex);
}

__attribute__((format(printf, 3, 4))) static void
replay_say(lf_replay *r, lf_replay_outcome outcome, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    r->outcome = outcome;
    vsnprintf(r->why, sizeof r->why, format, arguments);
    va_end(arguments);
    lf_text_clean(r->why, false);
}

/* It is said to have come to nothing, and comes to something: a limit may have ended it, which is
 * no part of a run's key. */
static void replay_ends_well(lf_replay *r, const lf_record *made) {
    static const struct {
        const char *cause, *option;
    } limit[] = {{"memory limit", "--memory"}, {"CPU limit", "--cpu"}, {"wall limit", "--timeout"}};
    const char *cause = r->stored.cause ? r->stored.cause : "", *option = NULL;
    for (size_t i = 0; i < sizeof limit / sizeof *limit; i++)
        if (strncmp(cause, limit[i].cause, strlen(limit[i].cause)) == 0) option = limit[i].option;
    replay_say(r, LF_REPLAY_DIFFERENT, "it is stored as %s (%.200s), and here it ends as %s%s%s",
               lf_run_status_name(r->stored.status), cause, lf_run_status_name(made->status),
               option ? "; give it the same limit by " : "", option ? option : "");
}

/* Put together of two parts, or made in one. */
static void replay_judge(lf_replay *r, const lf_record *made) {
    char where[256];
    const char *data = r->stored.data_sha256 ? r->stored.data_sha256 : "";
    const bool result = lf_run_status_is_result(made->status);
    if (!result && made->status == r->stored.status)
        return; /* how far it came is the clock's affair */
    if (!result)
        replay_say(r, r->restored ? LF_REPLAY_DIFFERENT : LF_REPLAY_IMPOSSIBLE, "it ends as %s: %s",
                   lf_run_status_name(made->status), made->cause);
    else if (!lf_run_status_is_result(r->stored.status))
        replay_ends_well(r, made);
    else if (data[0] && strcmp(made->data_sha256, data) != 0)
        replay_say(r, LF_REPLAY_IMPOSSIBLE,
                   "the data set %.200s is another one here (SHA-256 %.12s)",
                   r->stored.data_name ? r->stored.data_name : "", made->data_sha256);
    else if (lf_records_differ(&r->stored, made, where))
        replay_say(r, LF_REPLAY_DIFFERENT, "%s", where);
    else if (strcmp(made->trace_sha256, r->stored.trace_sha256) != 0)
        replay_say(r, LF_REPLAY_DIFFERENT, "the stored hash of its trace is another");
}

void lf_replay_suspects(const lf_run_spec *spec, bool start, char *text, size_t size) {
    const lf_problem_class *problem;
    const bool plugin =
        lf_spec_problem(spec->problem, &problem) == LF_OK && lf_plugin_code(problem);
    const bool alone = start && plugin;
    text[0] = '\0';
    if (!alone)
        snprintf(text, size, "algorithm %.*s", (int)strcspn(spec->algorithm, ":"), spec->algorithm);
    const size_t used = strlen(text);
    if (plugin && used < size)
        snprintf(text + used, size - used, "%sproblem %s", alone ? "" : " or ", problem->name);
}

/* It was different, and now it was made without a restore: what does that say? `before` is what
 * came of it when it was made so the last time, "" if it was not. */
static void replay_explain(lf_replay *r, const replay_state *state, const char *before,
                           bool identical) {
    char first[320], suspects[160];
    const bool start = strncmp(r->why, "point 0:", 8) == 0;
    lf_replay_suspects(&r->stored.spec, start, suspects, sizeof suspects);
    snprintf(first, sizeof first, "%.319s", r->why);
    r->hidden = identical && !before[0];
    r->fickle = before[0] && strcmp(before, state->digest) != 0;
    if (r->hidden)
        replay_say(r, LF_REPLAY_DIFFERENT,
                   "%s; without a restore it is identical: %s keeps state outside its arena", first,
                   suspects);
    if (r->fickle)
        replay_say(r, LF_REPLAY_DIFFERENT,
                   "%s; %s does not repeat itself: it reads a clock, or has random numbers of its "
                   "own",
                   first, suspects);
}

static bool replay_has_paused(const lf_record *made) {
    return made->status == LF_RUN_KILLED && strncmp(made->cause, "paused", 6) == 0;
}

static lf_status replay_ended(void *context, size_t run, const lf_record *made) {
    replay_job *job = context;
    lf_replay *r = &job->replay[job->of[run]];
    replay_state *state = &job->state[job->of[run]];
    char before[65], where[256];
    if (job->pass == REPLAY_FIRST && replay_has_paused(made)) {
        state->paused = true;
        return LF_OK;
    }
    snprintf(before, sizeof before, "%s", state->straight ? state->digest : "");
    LF_TRY(replay_digest(made, state->digest));
    if (job->pass > REPLAY_REST) {
        state->straight = true;
        replay_explain(r, state, before, !lf_records_differ(&r->stored, made, where));
        return LF_OK;
    }
    r->restored = job->pass == REPLAY_REST && strncmp(state->note, "goes on", 7) == 0;
    state->straight = !r->restored;
    replay_judge(r, made);
    if (!r->restored && r->outcome == LF_REPLAY_IDENTICAL)
        snprintf(r->why, sizeof r->why, "without a restore: %s",
                 state->note[0] ? state->note
                 : lf_run_status_is_result(made->status)
                     ? "its method is never saved, or has no two steps"
                     : "it comes to no result");
    return LF_OK;
}

static void replay_noted(void *context, size_t run, const char *text) {
    replay_job *job = context;
    replay_state *state = &job->state[job->of[run]];
    snprintf(state->note, sizeof state->note, "%s", text);
}

/* Has this pass anything to do for the run? What differs after a restore is made straight, and what
 * differs then, or cannot be restored, once more. */
static bool replay_wanted(const replay_job *job, size_t i) {
    const lf_replay *r = &job->replay[i];
    const bool open = r->outcome == LF_REPLAY_DIFFERENT && !r->hidden && !r->fickle;
    switch (job->pass) {
    case REPLAY_FIRST:
        return r->outcome != LF_REPLAY_IMPOSSIBLE;
    case REPLAY_REST:
        return job->state[i].paused;
    case REPLAY_STRAIGHT:
        return open && !job->state[i].straight;
    default:
        return open;
    }
}

static lf_status replay_make(replay_job *job, size_t n, const lf_pool_limits *limits,
                             lf_run_spec *spec, uint64_t *pause) {
    const lf_pool_observer observer = {
        .context = job, .ended = replay_ended, .noted = replay_noted};
    lf_pool_limits own = *limits;
    size_t runs = 0;
    own.pause_step = job->pass == REPLAY_FIRST ? pause : NULL;
    own.saving.fresh = job->pass != REPLAY_REST;
    if (job->pass > REPLAY_REST) own.saving.folder = NULL;
    for (size_t i = 0; i < n; i++) {
        const lf_record *stored = &job->replay[i].stored;
        if (!replay_wanted(job, i)) continue;
        /* odd: what goes by turns is the other way round there. What a limit ended stays whole, as
         * each part would have it anew. */
        pause[runs] = stored->points && lf_run_status_is_result(stored->status)
                          ? stored->point[stored->points - 1].count[LF_COUNTER_STEPS] / 2 | 1
                          : 0;
        spec[runs] = stored->spec;
        job->of[runs++] = i;
    }
    return lf_pool_run(runs, spec, &own, &observer);
}

static lf_status replay_passes(replay_job *job, size_t n, const lf_pool_limits *limits) {
    lf_run_spec *spec = calloc(n + 1, sizeof *spec);
    uint64_t *pause = calloc(n + 1, sizeof *pause);
    lf_status status = spec && pause ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for %zu runs", n);
    for (; job->pass < REPLAY_PASSES && status == LF_OK; job->pass++)
        status = replay_make(job, n, limits, spec, pause);
    free(spec);
    free(pause);
    return status;
}

/* What repeats itself and is not what is stored was made by something else, if that is known to be
 * another here. */
static void replay_excuse(lf_replay *r) {
    char other[256], first[320];
    if (r->outcome != LF_REPLAY_DIFFERENT || r->hidden || r->fickle) return;
    if (!lf_replay_made_elsewhere(&r->stored, other, sizeof other)) return;
    snprintf(first, sizeof first, "%.319s", r->why);
    replay_say(r, LF_REPLAY_IMPOSSIBLE, "%s (%s)", other, first);
}

lf_status lf_replay_run(lf_replay *replay, size_t n, const lf_pool_limits *limits) {
    char folder[LF_PATH_BYTES];
    lf_pool_limits own = *limits;
    for (size_t i = 0; i < n; i++)
        if (lf_replay_has_parts(&replay[i].stored) != LF_OK)
            replay_say(&replay[i], LF_REPLAY_IMPOSSIBLE, "%s", lf_message());
    LF_TRY(lf_folder_temporary("replay", folder));
    own.saving = (lf_saving){.folder = folder, .seconds = replay_never_seconds};
    replay_job job = {.replay = replay,
                      .state = calloc(n + 1, sizeof *job.state),
                      .of = calloc(n + 1, sizeof *job.of)};
    const lf_status status = job.state && job.of
                                 ? replay_passes(&job, n, &own)
                                 : lf_fail(LF_NO_MEMORY, "no memory for %zu runs", n);
    lf_folder_remove(folder);
    free(job.state);
    free(job.of);
    for (size_t i = 0; i < n; i++)
        replay_excuse(&replay[i]);
    return status;
}
