/**
 * @file schedule.h
 * @brief At which shares of the budget a run is judged.
 */
#pragma once

#include "harness/run/record.h"

/**
 * Row 0 is the start. Row k of the K others is due at the share k/K of the budget, or, spaced
 * logarithmically, at 10^(-4 (K - k) / (K - 1)): from 1e-4 to 1. The grid depends on the
 * specification alone and not on what a step costs, so all methods under one budget are judged at
 * the same shares; a method whose steps pass several rows at once gets one row for them.
 *
 * Rows with expensive metrics are E of 0..K, as even in number as can be: E = 1 is the last one,
 * E = 2 the first and the last, E > K all of them, E = 0 none.
 */
typedef struct {
    size_t rows;      /**< K */
    size_t expensive; /**< E */
    bool log_spaced;
    size_t next; /**< the first row that is not due yet */
} lf_schedule;

lf_schedule lf_schedule_of(const lf_run_spec *spec);
/** Share of the budget at which a row is due; 0 for row 0. */
double lf_schedule_share(const lf_schedule *schedule, size_t row);
bool lf_schedule_expensive(const lf_schedule *schedule, size_t row);
/** Is a row due at this share? Moves on past every such row; *expensive <- is one of them so? */
bool lf_schedule_due(lf_schedule *schedule, double share, bool *expensive);
