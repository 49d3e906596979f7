/**
 * @file run.h
 * @brief One run inside this process: problem, oracle, algorithm, checkpoints, metrics.
 */
#pragma once

#include <levelfield/algorithm.h>

#include "harness/run/record.h"
#include "harness/run/saving.h"

/** Does the problem, as built, show the method's view? LF_UNSUPPORTED says with which parameters it
 *  would. */
lf_status lf_run_fits(const lf_problem *problem, const lf_algorithm *algorithm);

/** Called by the run as things become known. Any function may be NULL. */
typedef struct {
    void *context;
    /** Once, when the problem is built: metrics, measures, samples and data are filled in. */
    void (*begun)(void *context, const lf_record *head);
    /** At each checkpoint; value has head->metrics entries. A point with the counters of the one
     *  before replaces it: the last row, once it has its expensive metrics. */
    void (*point)(void *context, const lf_trace_point *point, const double *value, double progress);
    /** A line about the run's checkpoint: it goes on from one, one was set aside, none can be
     *  written. earlier_seconds: wall clock that the run has had before this process. */
    void (*noted)(void *context, double earlier_seconds, const char *text);
} lf_run_observer;

/**
 * Run the specification to its end: budget spent, finished, stopped, diverged or failed. Fills
 * *record with everything but key, environment and wall time, whatever happens. Memory of the
 * algorithm is limited to memory_bytes (0: none).
 */
void lf_run_execute(const lf_run_spec *spec, size_t memory_bytes, const lf_run_observer *observer,
                    lf_record *record);

/**
 * The same, going on from the run's checkpoint if there is one that fits, and writing one from time
 * to time (saving.h; NULL: neither). When SIGINT or SIGTERM comes, the run makes its step whole,
 * writes a checkpoint and ends as LF_RUN_KILLED, without a last row: it is not over. A process can
 * do this for one run at a time.
 */
void lf_run_execute_saved(const lf_run_spec *spec, size_t memory_bytes, const lf_saving *saving,
                          const lf_run_observer *observer, lf_record *record);

/** To be called in a process that has been made for one run: its CPU time is from now on that of
 * all its threads and of all processes below it, and those that lose their parents stay below it.
 */
void lf_run_clock_own_process(void);
