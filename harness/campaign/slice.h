/**
 * @file slice.h
 * @brief Some of an experiment's runs: those of a few problems, or methods, now and the rest later.
 *
 * The plan stays that of the whole experiment, and so do its tables, figures and claims: what is
 * not in the slice was not run, as after an interruption, and can be made at any time.
 */
#pragma once

#include "harness/experiment/experiment.h"

/** The runs of any of these problems by any of these methods. Zero: all. */
typedef struct {
    size_t problems, methods;
    const char *const *problem; /**< ids; none: all. Other forms of its task come along */
    const char *const *method;  /**< ids; none: all */
} lf_slice;

/** LF_BAD_INPUT if an id is none of those that the experiment runs, with the nearest, or if no run
 *  is left. */
lf_status lf_slice_check(const lf_slice *slice, const lf_experiment *experiment);

/** wanted (n) <- the runs and trials of the plan that are in it; returns how many. A trial is one
 * if parameters of a run in it are chosen by it. */
size_t lf_slice_select(const lf_slice *slice, const lf_experiment *experiment,
                       const lf_planned_run *plan, size_t n, const lf_planned_run **wanted);
