/**
 * @file steps.h
 * @brief Distribution functions as curves: shares between 0 and 1 that only rise.
 */
#pragma once

#include "harness/results/ecdf.h"
#include "plots/panel.h"

/** curve <- the corners of the steps from `from` (INFINITY: its first step) on to `end`, without a
 *  band. */
lf_status lf_steps_curve(const lf_ecdf *ecdf, double from, double end, lf_curve *curve);

/** Set the axes of a panel of such curves: x as they need it, in logarithm, and all shares. */
void lf_steps_range(lf_panel *panel);
