/**
 * @file repeats.h
 * @brief Which runs of a plan are runs that stand in it before.
 */
#pragma once

#include "harness/store/store.h"

/** repeats[i] <- has a run before run i the same key? Two methods may come to one specification.
 *  Takes n log n: an experiment may have many thousand runs. */
lf_status lf_plan_repeats(size_t n, const lf_planned_run *const *plan, bool *repeats);
