/**
 * @file plot.h
 * @brief Convergence figures: gnuplot fed with the curves of stored runs.
 */
#pragma once

#include "harness/campaign.h"

/** Write DIR/plots/NAME.{svg,pdf,png} for every figure of the results, NAME as lf_plot_name says.
 * An experiment without figures gets one per metric. Runs that diverged are drawn to where they
 * did. */
lf_status lf_plot_write(const lf_results *results, const char *dir);

/** malloc'ed file name of a figure without its extension: "<item>-<figure>", item being the
 *  experiment's name after the last slash and without .yaml; then "-<scale>" unless the scale is
 *  `default`, because a folder may hold an experiment at several. */
char *lf_plot_name(const lf_results *results, const lf_experiment_figure *figure);

/** malloc'ed SVG text of one figure, for embedding; ids are made unique with `prefix`. */
lf_status lf_plot_svg(const lf_results *results, const lf_experiment_figure *figure,
                      const char *prefix, char **svg);

/** Figures of the experiment, or the ones made up for it (one per metric, a panel per problem),
 *  which are added to it. The array and what it points at are the results' own. */
size_t lf_plot_figures(const lf_results *results, const lf_experiment_figure **figures);
