/**
 * @file profiles.c
 * @brief Costs of all methods on all instances of an accuracy, and their distribution functions.
 */
#include "plots/kinds/parts/profiles.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"
#include "harness/results/seed_runs.h"
#include "plots/panel.h"
#include "plots/plot.h"

static const double profiles_usual = 0.1;
/* What is drawn beyond the last step, as a share of the (logarithmic) axis. */
static const double profiles_beyond = 0.05;

/* Does the figure show the method: one that it names, else one that meets any of its problems? */
static bool profiles_shows(const lf_experiment *experiment, const lf_experiment_figure *figure,
                           size_t method) {
    if (figure->methods_count > 0)
        return lf_ids_allow(figure->methods_count, figure->methods, experiment->methods[method].id);
    if (!lf_experiment_uses_method(experiment, method)) return false;
    for (size_t p = 0; p < experiment->problems_count; p++)
        if (lf_experiment_among(experiment, p, figure->problems_count, figure->problems) &&
            lf_experiment_form(experiment, p, method) != SIZE_MAX)
            return true;
    return false;
}

/* Is there a problem that all methods of the figure meet? */
static bool profiles_common(const lf_experiment *experiment, const lf_experiment_figure *figure) {
    for (size_t p = 0; p < experiment->problems_count; p++) {
        bool all = lf_experiment_among(experiment, p, figure->problems_count, figure->problems);
        for (size_t m = 0; m < experiment->methods_count && all; m++)
            all = !profiles_shows(experiment, figure, m) ||
                  lf_experiment_form(experiment, p, m) != SIZE_MAX;
        if (all) return true;
    }
    return false;
}

static lf_status profiles_check_accuracies(const lf_experiment_figure *figure) {
    const double *share = figure->accuracies;
    for (size_t i = 0; i < figure->accuracies_count; i++) {
        if (!(share[i] > 0 && share[i] < 1))
            return lf_fail(LF_BAD_INPUT,
                           "accuracies: %g is no share of the way from the start to the best "
                           "value, which lies between 0 and 1",
                           share[i]);
        for (size_t k = 0; k < i; k++)
            if (share[i] == share[k])
                return lf_fail(LF_BAD_INPUT, "accuracies: %g stands there twice", share[i]);
    }
    return LF_OK;
}

lf_status lf_profiles_check(const lf_experiment *experiment, const lf_experiment_figure *figure) {
    LF_TRY(lf_places_check(experiment, figure));
    LF_TRY(profiles_check_accuracies(figure));
    if (profiles_common(experiment, figure)) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "no problem is run by all of its methods: name fewer in methods");
}

/* What all places have in common as x; NULL: nothing. malloc'ed. */
static char *profiles_unit(const lf_results *results, const lf_places *places,
                           const lf_profiles *kind) {
    char *first = NULL;
    for (size_t i = 0; i < places->n; i++) {
        char *x = kind->cost(results, &places->panel[i]);
        const bool same = x && (!first || strcmp(x, first) == 0);
        if (!first && same) {
            first = x;
            continue;
        }
        free(x);
        if (same) continue;
        free(first);
        return NULL;
    }
    return first;
}

/* malloc'ed label of x: words, and the cost where there is one for all and it fits. */
static char *profiles_axis(const lf_results *results, const lf_places *places,
                           const lf_profiles *kind) {
    char *unit = profiles_unit(results, places, kind), *label = NULL;
    const char *axis = kind->axis ? kind->axis : "cost";
    if (!unit || (kind->axis && strlen(axis) + strlen(unit) + 2 > LF_PANEL_LABEL))
        label = strdup(axis);
    else if (!kind->axis)
        label = lf_panel_cost(
            results, lf_panel_problem(results->experiment, places->panel[0].problem), unit);
    else if (asprintf(&label, "%s, %s", axis, unit) < 0)
        label = NULL;
    free(unit);
    return label;
}

void lf_profiles_count(const lf_solved *solved, char text[LF_PROFILES_COUNT]) {
    char missing[48] = "";
    if (solved->missing > 0)
        snprintf(missing, sizeof missing, ", %zu not there yet", solved->missing);
    snprintf(text, LF_PROFILES_COUNT, "%zu problem%s, %zu %s%s each%s", solved->problems,
             solved->problems == 1 ? "" : "s", solved->instances,
             solved->shared > 1 ? "level" : "run", solved->instances == 1 ? "" : "s", missing);
}

/* "accuracy 0.1: 3 problems, 15 runs each" */
static lf_status profiles_labels(const lf_results *results, const lf_places *places,
                                 const lf_profiles *kind, double accuracy, const lf_solved *solved,
                                 lf_panel *panel) {
    char count[LF_PROFILES_COUNT];
    lf_profiles_count(solved, count);
    panel->x_label = profiles_axis(results, places, kind);
    panel->y_label = strdup("share of problems solved");
    if (asprintf(&panel->title, "accuracy %g: %s", accuracy, count) < 0) panel->title = NULL;
    return panel->x_label && panel->y_label && panel->title
               ? LF_OK
               : lf_fail(LF_NO_MEMORY, "no memory for the labels of a figure");
}

/* The same runs wherever either has any? */
static bool profiles_same_method(const lf_results *results, const lf_places *places, size_t a,
                                 size_t b) {
    const lf_experiment *experiment = results->experiment;
    size_t met = 0;
    for (size_t i = 0; i < places->n; i++) {
        const size_t problem = lf_panel_problem(experiment, places->panel[i].problem);
        if (lf_experiment_form(experiment, problem, a) == SIZE_MAX &&
            lf_experiment_form(experiment, problem, b) == SIZE_MAX)
            continue;
        if (!lf_seed_runs_same(results, problem, a, problem, b)) return false;
        met++;
    }
    return met > 0;
}

/* The same runs of all methods? */
static bool profiles_same_problem(const lf_results *results, const lf_figure *figure,
                                  const char *one, const char *other) {
    const size_t a = lf_panel_problem(results->experiment, one);
    const size_t b = lf_panel_problem(results->experiment, other);
    for (size_t m = 0; m < figure->methods; m++)
        if (!lf_seed_runs_same(results, a, figure->method[m], b, figure->method[m])) return false;
    return figure->methods > 0;
}

void lf_profiles_merge(const lf_results *results, lf_places *places, lf_figure *figure) {
    size_t methods = 0, problems = 0;
    for (size_t m = 0; m < figure->methods; m++) {
        bool again = false;
        for (size_t k = 0; k < methods; k++)
            again |= profiles_same_method(results, places, figure->method[k], figure->method[m]);
        if (!again) figure->method[methods++] = figure->method[m];
    }
    figure->methods = methods;
    for (size_t i = 0; i < places->n; i++) {
        bool again = false;
        for (size_t k = 0; k < problems; k++)
            again |= profiles_same_problem(results, figure, places->panel[k].problem,
                                           places->panel[i].problem);
        if (!again) places->panel[problems++] = places->panel[i];
    }
    places->n = problems;
}

/* All problems, at one accuracy. */
static lf_status profiles_solve(const lf_results *results, const lf_places *places,
                                const lf_profiles *kind, double accuracy, const lf_figure *figure,
                                lf_solved *solved) {
    *solved = (lf_solved){.methods = figure->methods};
    for (size_t i = 0; i < places->n; i++) {
        const lf_experiment_panel *at = &places->panel[i];
        const size_t problem = lf_panel_problem(results->experiment, at->problem);
        const lf_judged by = lf_plot_judged_as(results, problem, at->y);
        char *x = kind->cost(results, at);
        if (!x) return LF_BAD_INPUT;
        const lf_status status =
            lf_solved_add(results, problem, &by, accuracy, x, figure->method, solved);
        free(x);
        LF_TRY(status);
    }
    if (kind->measure) kind->measure(solved);
    return LF_OK;
}

/* All curves go from the smallest value of any to beyond the largest, so that the last step is seen
 * and an end means nothing. */
static lf_status profiles_curves(const lf_solved *solved, lf_panel *panel) {
    const size_t n = solved->instances, methods = solved->methods;
    double from = INFINITY, end = 0;
    double *column = malloc((n + 1) * sizeof *column);
    if (!column) return lf_fail(LF_NO_MEMORY, "no memory for a curve");
    for (size_t i = 0; i < n * methods; i++) {
        from = fmin(from, solved->cost[i]);
        if (isfinite(solved->cost[i])) end = fmax(end, solved->cost[i]);
    }
    end = end > from && from > 0 ? end * pow(end / from, profiles_beyond) : fmax(2 * end, 1);
    lf_status status = LF_OK;
    for (size_t m = 0; m < methods && status == LF_OK && isfinite(from); m++) {
        lf_ecdf ecdf;
        for (size_t i = 0; i < n; i++)
            column[i] = solved->cost[i * methods + m];
        status = lf_ecdf_of(column, n, &ecdf);
        if (status == LF_OK) status = lf_steps_curve(&ecdf, from, end, &panel->curve[m]);
        lf_ecdf_free(&ecdf);
    }
    free(column);
    lf_steps_range(panel);
    return status;
}

static lf_status profiles_panel(const lf_results *results, const lf_places *places,
                                const lf_profiles *kind, double accuracy, lf_figure *figure) {
    lf_panel *panel;
    lf_solved solved;
    LF_TRY(lf_figure_add(figure, &panel));
    lf_status status = profiles_solve(results, places, kind, accuracy, figure, &solved);
    if (status == LF_OK) status = profiles_labels(results, places, kind, accuracy, &solved, panel);
    if (status == LF_OK) status = profiles_curves(&solved, panel);
    lf_solved_free(&solved);
    return status;
}

lf_status lf_profiles_make(const lf_results *results, const lf_experiment_figure *is,
                           const lf_profiles *kind, lf_figure *figure) {
    const size_t n = is->accuracies_count;
    lf_places places;
    LF_TRY(lf_places_make(results, is, &places));
    lf_profiles_merge(results, &places, figure);
    lf_status status = LF_OK;
    for (size_t i = 0; i < (n ? n : 1) && status == LF_OK; i++)
        status =
            profiles_panel(results, &places, kind, n ? is->accuracies[i] : profiles_usual, figure);
    lf_places_free(&places);
    return status;
}
