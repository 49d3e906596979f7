/**
 * @file profiles.h
 * @brief What performance and data profiles share: the share of instances that methods solved
 * within a cost, a panel for each accuracy.
 */
#pragma once

#include "harness/experiment/figure_form.h"
#include "harness/results/solved.h"
#include "plots/figure.h"
#include "plots/places.h"

/** What differs. */
typedef struct {
    const char *axis; /**< x in words, before the cost; NULL: the cost says what it is */
    /** malloc'ed cost of a problem; NULL: why is in lf_message(). */
    char *(*cost)(const lf_results *results, const lf_experiment_panel *is);
    /** Replace the costs by what is drawn; NULL: they are. */
    void (*measure)(lf_solved *solved);
} lf_profiles;

/** accuracies are shares, and some problem is met by all of the figure's methods. */
lf_status lf_profiles_check(const lf_experiment *experiment, const lf_experiment_figure *figure);

/** Of problems and methods that stand there under two names leave the first: others would count
 *  twice. For a figure that has no panels yet. */
void lf_profiles_merge(const lf_results *results, lf_places *places, lf_figure *figure);

/** "3 problems, 15 runs each, 2 not there yet" */
enum { LF_PROFILES_COUNT = 112 };
void lf_profiles_count(const lf_solved *solved, char text[LF_PROFILES_COUNT]);

lf_status lf_profiles_make(const lf_results *results, const lf_experiment_figure *is,
                           const lf_profiles *kind, lf_figure *figure);
