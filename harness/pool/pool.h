/**
 * @file pool.h
 * @brief Runs in child processes, N at a time, each with its limits; a bad one costs only itself.
 */
#pragma once

#include "harness/run/saving.h"

/** How long a run may stay in one step, one metric or the building of its problem, where it has no
 *  limit of wall clock: what takes longer hangs. */
#define LF_POOL_STALL_SECONDS 3600.0

typedef struct {
    size_t jobs;                /**< children at a time, at least 1 */
    double wall_seconds;        /**< limit per run and sitting; 0: LF_POOL_STALL_SECONDS */
    double stall_seconds;       /**< other than that, for tests; 0: that */
    double cpu_seconds;         /**< the same, of all its threads and processes together; 0: none */
    size_t memory_bytes;        /**< limit per run, of all its processes together; 0: none */
    lf_saving saving;           /**< whether and where runs are saved while they are under way */
    const uint64_t *pause_step; /**< of each run, for its saving; NULL: none is paused */
} lf_pool_limits;

typedef struct {
    void *context;
    void (*started)(void *context, size_t run);
    /** progress: used share of the budget; value: first metric of the latest checkpoint, NAN if
     *  there has been none since. At each checkpoint, and in between a few times a second. */
    void (*progressed)(void *context, size_t run, double progress, double value);
    /** The record is complete, key included; it is the caller's to read, the pool's to free. */
    lf_status (*ended)(void *context, size_t run, const lf_record *record);
    /** One line about the run's checkpoint, as of lf_run_observer. */
    void (*noted)(void *context, size_t run, const char *text);
    /** The run goes on elsewhere, and nobody waits for it (engine.h). */
    void (*left)(void *context, size_t run);
    /** One line about no run in particular. */
    void (*said)(void *context, const char *text);
} lf_pool_observer;

/**
 * Execute all; results do not depend on `jobs`. Returns LF_OK when every run ended in some status,
 * LF_INTERRUPTED after SIGINT, SIGTERM or SIGHUP (runs that are saved make their step whole and
 * write their checkpoints, children are ended, unfinished runs report nothing), or the failure of
 * observer->ended.
 */
lf_status lf_pool_run(size_t runs, const lf_run_spec *spec, const lf_pool_limits *limits,
                      const lf_pool_observer *observer);
