/**
 * @file profile.c
 * @brief Performance profiles (Dolan & More 2002): the share of problems that a method solved
 * within a multiple of what the cheapest method paid for the same problem.
 *
 * At 1 stands how often a method was the cheapest, at the right end how often it solved at all.
 */
#include "harness/statistics/statistics.h"
#include "plots/kinds/parts/profiles.h"

static void profile_measure(lf_solved *solved) {
    lf_stat_ratios(solved->cost, solved->instances, solved->methods, solved->cost);
}

static lf_status profile_make(const lf_results *results, const lf_experiment_figure *is,
                              lf_figure *figure) {
    static const lf_profiles kind = {
        .axis = "times the least cost", .cost = lf_panel_x, .measure = profile_measure};
    return lf_profiles_make(results, is, &kind, figure);
}

const lf_figure_form lf_figure_form_profile = {.check = lf_profiles_check, .make = profile_make};
