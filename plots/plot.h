/**
 * @file plot.h
 * @brief Convergence figures: gnuplot fed with the curves of stored runs.
 */
#pragma once

#include "harness/results/quantity.h"

struct lf_figure;

/** Write DIR/plots/NAME.{svg,pdf,png}, and NAME.{tex,csv} for pgfplots, for every figure of the
 * results, those of sections too; NAME is lf_plot_name's. An experiment without figures gets one
 * per metric. Runs that diverged are drawn to where they did. */
lf_status lf_plot_write(const lf_results *results, const char *dir);
/** The same of every experiment that is stored in the folder. */
lf_status lf_plot_folder(const char *dir);

/** malloc'ed file name of a figure without its extension: "<item>-<what><id>", item being the
 *  experiment's name after the last slash and without .yaml, what "" or "fit-"; then "-<scale>"
 *  unless the scale is `default`, because a folder may hold an experiment at several. NULL: no
 *  memory. */
char *lf_plot_name(const lf_results *results, const char *what, const char *id);

/** Write a figure that a section made into DIR/plots in every format, and free it. */
lf_status lf_plot_take(const lf_results *results, const char *what, const char *id,
                       const char *title, const char *dir, struct lf_figure *figure);
/** malloc'ed SVG text of a figure, for embedding; ids are made unique with `prefix`. */
lf_status lf_plot_svg(const char *title, struct lf_figure *figure, const char *prefix, char **svg);

/** What methods are judged by on a problem: the metric that most claims compare, with the bound of
 *  most of these, or that tuning minimises, with its own, or a table shows first, or the problem's
 *  first; one that no run has a value of is passed by. NULL while no run knows any. */
lf_judged lf_plot_judged(const lf_results *results, size_t problem);
/** The same for a figure that says which metric: within the bound if it is that one. NULL: as
 * above.
 */
lf_judged lf_plot_judged_as(const lf_results *results, size_t problem, const char *metric);
/** malloc'ed: what it is called where people read, "objective where largest constraint is at most
 *  0.01". NULL: no memory. */
char *lf_plot_judged_words(const lf_results *results, size_t problem, const lf_judged *by);

/** Figures of the experiment, or the ones made up for it (one per metric, a panel per problem), and
 *  one of targets reached where methods are compared. What is made up is added to the experiment.
 *  The array and what it points at are the results' own. */
size_t lf_plot_figures(const lf_results *results, const lf_experiment_figure **figures);
