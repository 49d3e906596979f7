/**
 * @file critical_difference.c
 * @brief Critical-difference diagram (Demsar 2006): methods at their mean ranks over problems and
 * seeds, best first from the top. The bar of a method ends at the last one that it, and whatever
 * stands between, is not told apart from.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/mean_ranks.h"
#include "plots/kinds/parts/profiles.h"
#include "plots/plot.h"

static const double difference_error = 0.05;
/* So many are named in words; more are counted. */
enum { DIFFERENCE_NAMED = 4 };

static lf_status difference_check(const lf_experiment *experiment,
                                  const lf_experiment_figure *figure) {
    if (figure->accuracies_count > 0 || figure->cost)
        return lf_fail(LF_BAD_INPUT, "accuracies and cost go with other forms; ranks are those of "
                                     "final values");
    return lf_profiles_check(experiment, figure);
}

/* A point without a band; or, from one place to another, a bar. */
static lf_status difference_line(double from, double to, double y, lf_curve *curve) {
    *curve = (lf_curve){.points = from < to ? 2 : 1, .x = malloc(4 * sizeof *curve->x)};
    if (!curve->x) return lf_fail(LF_NO_MEMORY, "no memory for a curve");
    curve->lower = curve->median = curve->upper = curve->x + 2;
    curve->x[0] = from, curve->x[1] = to;
    curve->median[0] = curve->median[1] = y;
    return LF_OK;
}

/* The i-th method of the order stands in the i-th row from the top. */
static lf_status difference_row(const lf_figure *figure, const lf_mean_ranks *ranks, size_t i,
                                lf_panel *panel) {
    const double y = (double)(ranks->k - i), rank = ranks->rank[ranks->order[i]];
    lf_curve *curve = &panel->curve[ranks->order[i]];
    lf_panel_mark *mark = &panel->mark[i];
    LF_TRY(difference_line(rank, rank, y, curve));
    curve->fitted = true;
    curve->on_line = 1;
    curve->line[0][1] = curve->line[1][1] = NAN;
    const char *name = lf_figure_label(figure, figure->method[ranks->order[i]]);
    *mark = (lf_panel_mark){rank, y, lf_figure_short(name, LF_FIGURE_NAME)};
    if (!mark->text) return lf_fail(LF_NO_MEMORY, "no memory for a curve");
    panel->marks++;
    if (ranks->level[i] == i || (i > 0 && ranks->level[i] == ranks->level[i - 1])) return LF_OK;
    const double last = ranks->rank[ranks->order[ranks->level[i]]];
    return difference_line(rank, last, y, &panel->stroke[panel->strokes++]);
}

/* "B leads, at 1.2, not told apart from A; C is last" */
static lf_status difference_says(const lf_figure *figure, const lf_mean_ranks *ranks,
                                 lf_panel *panel) {
    const size_t k = ranks->k, level = ranks->level[0], last = ranks->order[k - 1];
    size_t size;
    FILE *out = open_memstream(&panel->says, &size);
    if (!out) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    fprintf(out, "%s has the lowest mean rank, %.3g",
            lf_figure_label(figure, figure->method[ranks->order[0]]), ranks->rank[ranks->order[0]]);
    if (level > DIFFERENCE_NAMED) fprintf(out, ", not told apart from the next %zu", level);
    for (size_t i = 1; i <= level && level <= DIFFERENCE_NAMED; i++)
        fprintf(out, "%s %s",
                i == 1       ? ", not told apart from"
                : i == level ? " and"
                             : ",",
                lf_figure_label(figure, figure->method[ranks->order[i]]));
    if (level + 1 < k)
        fprintf(out, "; %s has the highest, %.3g", lf_figure_label(figure, figure->method[last]),
                ranks->rank[last]);
    return fclose(out) == 0 ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a figure");
}

/* Rows and bars. */
static lf_status difference_draw(const lf_figure *figure, const lf_mean_ranks *ranks,
                                 lf_panel *panel) {
    panel->mark = calloc(ranks->k, sizeof *panel->mark);
    panel->stroke = calloc(ranks->k, sizeof *panel->stroke);
    if (!panel->mark || !panel->stroke) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    for (size_t i = 0; i < ranks->k; i++)
        LF_TRY(difference_row(figure, ranks, i, panel));
    return difference_says(figure, ranks, panel);
}

/* malloc'ed " by FV, in bounds": the metric unless problems differ in it. NULL: no memory. */
static char *difference_words(const lf_results *results, const lf_places *places) {
    const char *metric = places->n > 0 ? places->panel[0].y : NULL;
    bool bound = false;
    for (size_t i = 0; i < places->n; i++) {
        const lf_experiment_panel *at = &places->panel[i];
        const size_t problem = lf_panel_problem(results->experiment, at->problem);
        bound |= lf_plot_judged_as(results, problem, at->y).where != NULL;
        if (metric && (!at->y || strcmp(at->y, metric) != 0)) metric = NULL;
    }
    const char *first = metric ? places->panel[0].problem : NULL;
    char *text = NULL,
         *words =
             first ? lf_panel_metric(results, lf_panel_problem(results->experiment, first), metric)
                   : strdup("");
    if (words &&
        asprintf(&text, "%s%s%s", *words ? " by " : "", words, bound ? ", in bounds" : "") < 0)
        text = NULL;
    free(words);
    return text;
}

static lf_status difference_labels(const lf_solved *solved, const char *by, double p,
                                   lf_panel *panel) {
    char count[LF_PROFILES_COUNT], chance[32] = "";
    lf_profiles_count(solved, count);
    if (!isnan(p)) snprintf(chance, sizeof chance, "; Friedman's p = %.2g", p);
    panel->y_label = strdup("");
    if (asprintf(&panel->title, "%s%s", count, chance) < 0) panel->title = NULL;
    if (asprintf(&panel->x_label, "mean rank%s; 1 is best", by) < 0) panel->x_label = NULL;
    return panel->y_label && panel->title && panel->x_label
               ? LF_OK
               : lf_fail(LF_NO_MEMORY, "no memory for the labels of a figure");
}

/* One method, or no run of all, is no comparison: the panel says `no data`. */
static lf_status difference_panel(const lf_solved *solved, const char *by, lf_figure *figure) {
    lf_panel *panel;
    lf_mean_ranks ranks;
    double p = NAN;
    LF_TRY(lf_figure_add(figure, &panel));
    const double k = (double)solved->methods;
    panel->x = lf_axis_fit(&(lf_extent){1, k, 1}, false, false);
    panel->x.low = fmax(panel->x.low, 0.5); /* there are no ranks below 1 */
    panel->y = lf_axis_fit(&(lf_extent){0.6, k + 0.6, 0.6}, false, false);
    panel->y.bare = true;
    if (solved->instances > 0 && solved->methods > 1) {
        LF_TRY(lf_mean_ranks_make(solved->cost, solved->instances, solved->methods,
                                  difference_error, &ranks));
        p = ranks.p;
        const lf_status status = difference_draw(figure, &ranks, panel);
        lf_mean_ranks_free(&ranks);
        LF_TRY(status);
    }
    return difference_labels(solved, by, p, panel);
}

static lf_status difference_make(const lf_results *results, const lf_experiment_figure *is,
                                 lf_figure *figure) {
    lf_places places;
    LF_TRY(lf_places_make(results, is, &places));
    lf_profiles_merge(results, &places, figure);
    lf_solved solved = {.methods = figure->methods};
    char *words = difference_words(results, &places);
    lf_status status = words ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a figure");
    for (size_t i = 0; i < places.n && status == LF_OK; i++) {
        const lf_experiment_panel *at = &places.panel[i];
        const size_t problem = lf_panel_problem(results->experiment, at->problem);
        const lf_judged by = lf_plot_judged_as(results, problem, at->y);
        status = lf_solved_add_ends(results, problem, &by, figure->method, &solved);
    }
    if (status == LF_OK) status = difference_panel(&solved, words, figure);
    free(words);
    lf_solved_free(&solved);
    lf_places_free(&places);
    return status;
}

const lf_figure_form lf_figure_form_critical_difference = {.check = difference_check,
                                                           .make = difference_make};
