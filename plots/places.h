/**
 * @file places.h
 * @brief Where a figure looks: a problem, a metric and a cost at a time.
 */
#pragma once

#include "harness/results/results.h"

/** Texts belong to the experiment. */
typedef struct {
    size_t n;
    lf_experiment_panel *panel;
} lf_places;

/** The panels that a figure gives, or one for each of its problems: those it names, in its order,
 *  else those that its form wants. A metric that it does not say is the one that the problem is
 *  judged by; NULL if no run knows any. */
lf_status lf_places_make(const lf_results *results, const lf_experiment_figure *is,
                         lf_places *places);
void lf_places_free(lf_places *places);

/** The check of a form that makes its own panels: there are none, and problems, metric and cost are
 *  there and go together. */
lf_status lf_places_check(const lf_experiment *experiment, const lf_experiment_figure *figure);
