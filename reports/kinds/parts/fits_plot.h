/**
 * @file fits_plot.h
 * @brief The figure of a fit: costs against accuracy or a constant, both logarithmic, and lines.
 */
#pragma once

#include "plots/figure.h"
#include "reports/kinds/parts/fits.h"

/**
 * Make a figure of one panel. A method's points are its medians over seeds, with a tick from the
 * lower to the upper quartile; those that the line leaves out are small and hollow; a cost that
 * half of the runs never paid is not there. Zeroed if it fails.
 */
lf_status lf_fit_figure(const lf_results *results, const lf_experiment_fit *is, const lf_fit *fit,
                        lf_figure *figure);
