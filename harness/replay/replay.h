/**
 * @file replay.h
 * @brief Stored runs made again, in fresh processes and with a restore in the middle: is what is
 * stored what comes out?
 */
#pragma once

#include "harness/pool/pool.h"
#include "harness/store/store.h"

typedef enum {
    LF_REPLAY_IDENTICAL,
    LF_REPLAY_DIFFERENT,
    LF_REPLAY_IMPOSSIBLE /**< it cannot be made again here */
} lf_replay_outcome;

/** One run made again. */
typedef struct {
    lf_record stored;
    char title[256]; /**< "sgd on auc, seed 3" */
    lf_replay_outcome outcome;
    bool restored; /**< it was saved in the middle, and went on in another process */
    bool hidden;   /**< different where it is restored alone: state outside the method's arena */
    bool fickle;   /**< different each time: a clock, or random numbers of its own */
    char why[640]; /**< what came of it in half a sentence; "": nothing to be said */
} lf_replay;

/** *replay (*n) <- at most `most` of the runs of a store, chosen by `seed`; for lf_replay_free().
 */
lf_status lf_replay_choose(lf_store *store, size_t most, uint64_t seed, lf_replay **replay,
                           size_t *n);
void lf_replay_free(lf_replay *replay, size_t n);

/**
 * Make each of them again: half of its steps in one process, which saves it, the rest in another.
 * Trace and final iterate must be the stored ones, bit for bit. One that differs is made twice more
 * without a restore, to say what it is that differs. One without a result has to end so again,
 * wherever that is. `limits` are those of a run. LF_INTERRUPTED after SIGINT, SIGTERM or SIGHUP.
 */
lf_status lf_replay_run(lf_replay *replay, size_t n, const lf_pool_limits *limits);

/** text <- what may be behind a run that differs, of what is not linked in: "algorithm A or problem
 *  P". What is judged at the start is the problem's alone, and later on a problem that is a plugin
 *  answers, too. */
void lf_replay_suspects(const lf_run_spec *spec, bool start, char *text, size_t size);
