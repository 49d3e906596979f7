/**
 * @file figure_form.h
 * @brief Forms of figure: one file in plots/kinds/ each, which the build finds.
 *
 * The word in YAML (`form: targets`) is the file's name. Experiments ask a form to check what a
 * figure says of itself; plots, further up, ask it for what is drawn.
 */
#pragma once

#include "harness/experiment/experiment.h"

struct lf_figure;
struct lf_results;

/** The form of a figure that names none. */
#define LF_FIGURE_FORM_USUAL "curves"

/** Constant data; its symbol is lf_figure_form_<file name>. */
typedef struct {
    /** What the figure names exists, and the runs can answer it; its methods were checked. */
    lf_status (*check)(const lf_experiment *experiment, const lf_experiment_figure *figure);
    /** Has a problem that the figure does not name anything to show of the metric (NULL: the one
     * that the problem is judged by)? NULL: every one has. */
    bool (*wants)(const struct lf_results *results, size_t problem, const char *metric);
    /** Add the panels to a figure that has its methods. */
    lf_status (*make)(const struct lf_results *results, const lf_experiment_figure *is,
                      struct lf_figure *figure);
} lf_figure_form;

/** The form that a checked figure has. */
const lf_figure_form *lf_figure_form_of(const lf_experiment_figure *figure);

/** LF_BAD_INPUT, with the nearest word, if there is no such form; else what the form finds. */
lf_status lf_figure_form_check(const lf_experiment *experiment, const lf_experiment_figure *figure);
