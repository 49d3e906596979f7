/**
 * @file axes.c
 * @brief The horizontal axes that a figure can be drawn over.
 *
 * Methods that cost the same passes need not cost the same steps or seconds, and who reads a figure
 * may care for any of them. Only costs that every panel's problem knows are offered.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/figure_form.h"
#include "harness/results/quantity.h"
#include "plots/panel.h"
#include "plots/places.h"
#include "plots/plot.h"

/* A run of the problem with a trace; results->runs if there is none. */
static size_t axes_run(const lf_results *results, const char *problem) {
    size_t run = 0, at = lf_panel_problem(results->experiment, problem);
    if (at == results->experiment->problems_count) return results->runs;
    while (run < results->runs &&
           (!lf_experiment_under(results->experiment, results->plan[run].problem, at) ||
            results->record[run].points == 0))
        run++;
    return run;
}

/* Can every panel that has runs be drawn over this cost? */
static bool axes_fit(const lf_results *results, const lf_places *places, const char *name) {
    double x;
    for (size_t i = 0; i < places->n; i++) {
        size_t run = axes_run(results, places->panel[i].problem);
        if (run < results->runs && lf_quantity_x(results, run, name, 0, &x) != LF_OK) return false;
    }
    return true;
}

/* Take a name in, unless it is there already or does not fit. */
static void axes_add(const lf_results *results, const lf_places *places, const char *name,
                     lf_plot_axes *axes) {
    if (axes->n == LF_PLOT_AXES || strlen(name) >= sizeof axes->name[0]) return;
    for (size_t i = 0; i < axes->n; i++)
        if (strcmp(axes->name[i], name) == 0) return;
    if (axes_fit(results, places, name))
        snprintf(axes->name[axes->n++], sizeof axes->name[0], "%s", name);
}

/* Panels may have different axes as the experiment gives them: no single name says that. */
static void axes_own(const lf_results *results, const lf_experiment_figure *figure,
                     const lf_places *places, lf_plot_axes *axes) {
    const char *usual = figure->cost ? NULL : lf_figure_form_of(figure)->axis;
    char *first = usual ? strdup(usual) : NULL;
    bool same = true;
    for (size_t i = 0; i < places->n && !usual; i++) {
        char *x = lf_panel_x(results, &places->panel[i]);
        same &= x && (!first || strcmp(x, first) == 0);
        if (first || !x)
            free(x);
        else
            first = x;
    }
    axes->n = 1;
    const bool fits = first && same && strlen(first) < sizeof axes->name[0];
    snprintf(axes->name[0], sizeof axes->name[0], "%s", fits ? first : "as given");
    free(first);
}

lf_status lf_plot_axes_find(const lf_results *results, const lf_experiment_figure *figure,
                            lf_plot_axes *axes) {
    lf_places places;
    *axes = (lf_plot_axes){0};
    LF_TRY(lf_places_make(results, figure, &places));
    axes_own(results, figure, &places, axes);
    const size_t run = places.n > 0 ? axes_run(results, places.panel[0].problem) : results->runs;
    if (run < results->runs) {
        axes_add(results, &places, "steps", axes);
        axes_add(results, &places, "samples", axes);
        axes_add(results, &places, "seconds", axes);
        const lf_record *record = &results->record[run];
        for (size_t i = 0; i < record->measures; i++)
            axes_add(results, &places, record->measure[i].name, axes);
    }
    lf_places_free(&places);
    return LF_OK;
}
