/**
 * @file preflight.h
 * @brief Faults that would spoil every run, found before the first one starts.
 */
#pragma once

#include "harness/experiment/experiment.h"

/**
 * Build each problem of the plan once and read each budget for it, in a child process, so that a
 * problem that crashes, or takes longer than a run may (0: any time), costs nothing here: its runs
 * will tell. The first fault found is returned with its message.
 */
lf_status lf_preflight_check(const lf_planned_run *const *plan, size_t n, double wall_seconds);
