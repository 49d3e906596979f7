/**
 * @file data_profile.c
 * @brief Data profiles (More & Wild 2009): the share of problems that a method solved within so
 * many passes over their data.
 *
 * More and Wild count evaluations in units of the dimension plus one, the price of a simplex
 * gradient, so that problems of all sizes share an axis. Here the price of a gradient of everything
 * is a pass: as many evaluations as there are samples.
 */
#include <stdlib.h>
#include <string.h>

#include "plots/kinds/parts/profiles.h"

static const char data_profile_axis[] = "passes over the data";

/* The passes of all roles that have samples: "passes.objective + passes.constraint". */
static char *data_profile_passes(const lf_results *results, const lf_experiment_panel *is) {
#define DATA_PROFILE_WORD(role, word) "passes." word,
    static const char *const words[] = {LF_ROLE_LIST(DATA_PROFILE_WORD)};
#undef DATA_PROFILE_WORD
    enum { DATA_PROFILE_BYTES = 200 }; /* enough for all roles */
    const lf_record *of =
        lf_panel_witness(results, lf_panel_problem(results->experiment, is->problem));
    char text[DATA_PROFILE_BYTES] = "";
    for (size_t role = 0; role < LF_ROLES; role++)
        if (of && of->samples[role] > 0)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", *text ? " + " : "",
                     words[role]);
    if (*text || !of) return strdup(*text ? text : "steps"); /* no runs: nothing is asked */
    lf_fail(LF_BAD_INPUT, "problem '%s' has no samples to pass over: give the figure a cost",
            is->problem);
    return NULL;
}

static char *data_profile_cost(const lf_results *results, const lf_experiment_panel *is) {
    return is->x ? strdup(is->x) : data_profile_passes(results, is);
}

static lf_status data_profile_make(const lf_results *results, const lf_experiment_figure *is,
                                   lf_figure *figure) {
    const lf_profiles kind = {.axis = is->cost ? NULL : data_profile_axis,
                              .cost = data_profile_cost};
    return lf_profiles_make(results, is, &kind, figure);
}

const lf_figure_form lf_figure_form_data_profile = {.check = lf_profiles_check,
                                                    .make = data_profile_make};
