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

#include "harness/results/quantity.h"
#include "plots/panel.h"
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
static bool axes_fit(const lf_results *results, const lf_experiment_figure *figure,
                     const char *name) {
    double x;
    for (size_t i = 0; i < figure->panels_count; i++) {
        size_t run = axes_run(results, figure->panels[i].problem);
        if (run < results->runs && lf_quantity_x(results, run, name, 0, &x) != LF_OK) return false;
    }
    return true;
}

/* Take a name in, unless it is there already or does not fit. */
static void axes_add(const lf_results *results, const lf_experiment_figure *figure,
                     const char *name, lf_plot_axes *axes) {
    if (axes->n == LF_PLOT_AXES || strlen(name) >= sizeof axes->name[0]) return;
    for (size_t i = 0; i < axes->n; i++)
        if (strcmp(axes->name[i], name) == 0) return;
    if (axes_fit(results, figure, name))
        snprintf(axes->name[axes->n++], sizeof axes->name[0], "%s", name);
}

/* Panels may have different axes as the experiment gives them: no single name says that. */
static void axes_own(const lf_results *results, const lf_experiment_figure *figure,
                     lf_plot_axes *axes) {
    char *first = NULL;
    bool same = true;
    for (size_t i = 0; i < figure->panels_count; i++) {
        char *x = lf_panel_x(results, &figure->panels[i]);
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

void lf_plot_axes_find(const lf_results *results, const lf_experiment_figure *figure,
                       lf_plot_axes *axes) {
    *axes = (lf_plot_axes){0};
    axes_own(results, figure, axes);
    size_t run =
        figure->panels_count > 0 ? axes_run(results, figure->panels[0].problem) : results->runs;
    if (run == results->runs) return;
    axes_add(results, figure, "steps", axes);
    axes_add(results, figure, "samples", axes);
    axes_add(results, figure, "seconds", axes);
    const lf_record *record = &results->record[run];
    for (size_t i = 0; i < record->measures; i++)
        axes_add(results, figure, record->measure[i].name, axes);
}
