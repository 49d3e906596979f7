/**
 * @file places.c
 * @brief Panels of a figure, written out or made from its problems.
 */
#include "plots/places.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"
#include "harness/experiment/figure_form.h"
#include "plots/panel.h"
#include "plots/plot.h"

/* Is a problem shown? One that is named is, whatever there is to see. */
static bool places_take(const lf_results *results, const lf_experiment_figure *is, size_t problem) {
    const lf_figure_form *form = lf_figure_form_of(is);
    if (!lf_experiment_among(results->experiment, problem, is->problems_count, is->problems))
        return false;
    return is->problems_count > 0 || !form->wants || form->wants(results, problem, is->metric);
}

/* Texts are only read. */
static void places_add(const lf_results *results, const lf_experiment_figure *is, size_t problem,
                       lf_places *places) {
    const char *metric = lf_plot_judged_as(results, problem, is->metric).metric;
    places->panel[places->n++] =
        (lf_experiment_panel){.problem = results->experiment->problems[problem].id,
                              .x = is->cost,
                              .y = (char *)(uintptr_t)metric};
}

lf_status lf_places_make(const lf_results *results, const lf_experiment_figure *is,
                         lf_places *places) {
    const lf_experiment *experiment = results->experiment;
    const size_t named = is->problems_count, all = experiment->problems_count;
    *places =
        (lf_places){.panel = calloc(is->panels_count + named + all + 1, sizeof *places->panel)};
    if (!places->panel) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    for (; places->n < is->panels_count; places->n++)
        places->panel[places->n] = is->panels[places->n];
    if (is->panels_count > 0) return LF_OK;
    for (size_t i = 0; i < (named ? named : all); i++) {
        const size_t problem = named ? lf_panel_problem(experiment, is->problems[i]) : i;
        if (places_take(results, is, problem)) places_add(results, is, problem, places);
    }
    return LF_OK;
}

void lf_places_free(lf_places *places) {
    free(places->panel);
    *places = (lf_places){0};
}

lf_status lf_places_check(const lf_experiment *experiment, const lf_experiment_figure *figure) {
    const lf_names problems = lf_problem_names(experiment);
    if (figure->panels_count > 0)
        return lf_fail(LF_BAD_INPUT, "panels go with form: %s; %s has problems, metric and cost",
                       LF_FIGURE_FORM_USUAL, figure->form);
    LF_TRY(lf_names_check_all(&problems, figure->problems_count, figure->problems));
    for (size_t i = 0; i < experiment->problems_count; i++) {
        if (!lf_experiment_among(experiment, i, figure->problems_count, figure->problems)) continue;
        if (figure->problems_count > 0)
            LF_TRY(
                lf_experiment_check_forms(experiment, i, figure->methods_count, figure->methods));
        LF_TRY(lf_experiment_check_metric(experiment, i, figure->metric));
        if (figure->cost && strcmp(figure->cost, "seconds") != 0)
            LF_TRY(lf_experiment_check_cost(experiment, i, figure->methods_count, figure->methods,
                                            figure->cost));
    }
    return LF_OK;
}
