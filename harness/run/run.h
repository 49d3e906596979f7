/**
 * @file run.h
 * @brief One run inside this process: problem, oracle, algorithm, checkpoints, metrics.
 */
#pragma once

#include "harness/run/record.h"

/** Called by the run as things become known. Any function may be NULL. */
typedef struct {
    void *context;
    /** Once, when the problem is built: metrics, measures, samples and data are filled in. */
    void (*begun)(void *context, const lf_record *head);
    /** At each checkpoint; value has head->metrics entries. A point with the counters of the one
     *  before replaces it: the last row, once it has its expensive metrics. */
    void (*point)(void *context, const lf_trace_point *point, const double *value, double progress);
} lf_run_observer;

/**
 * Run the specification to its end: budget spent, finished, stopped, diverged or failed. Fills
 * *record with everything but key, environment and wall time, whatever happens. Memory of the
 * algorithm is limited to memory_bytes (0: none).
 */
void lf_run_execute(const lf_run_spec *spec, size_t memory_bytes, const lf_run_observer *observer,
                    lf_record *record);
