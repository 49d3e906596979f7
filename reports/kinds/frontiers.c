/**
 * @file frontiers.c
 * @brief The section `frontiers`: y at chosen x, the figure, and every point behind it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/section.h"
#include "reports/kinds/parts/frontiers.h"
#include "reports/page/about.h"
#include "reports/page/digits.h"
#include "reports/page/drawn.h"
#include "reports/page/json_out.h"

static const cyaml_schema_field_t frontiers_line_fields[] = {
    LF_SCHEMA_TEXT(lf_experiment_line, label),
    LF_SCHEMA_NEEDED(lf_experiment_line, method),
    LF_SCHEMA_WORDS(lf_experiment_line, problems, lf_schema_word),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(frontiers_line, lf_experiment_line, frontiers_line_fields);

static const cyaml_schema_field_t frontiers_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_frontier, id),
    LF_SCHEMA_NEEDED(lf_experiment_frontier, title),
    LF_SCHEMA_TEXT(lf_experiment_frontier, caption),
    LF_SCHEMA_NEEDED(lf_experiment_frontier, x),
    LF_SCHEMA_NEEDED(lf_experiment_frontier, y),
    LF_SCHEMA_LIST(lf_experiment_frontier, lines, frontiers_line),
    LF_SCHEMA_WORDS(lf_experiment_frontier, at, lf_schema_number),
    LF_SCHEMA_TEXT(lf_experiment_frontier, label),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(frontiers_entry, lf_experiment_frontier, frontiers_fields);

/* The method runs on the problem itself: another form of its task is another point. */
static lf_status frontiers_check_point(const lf_experiment *experiment,
                                       const lf_experiment_frontier *is, size_t method,
                                       size_t problem) {
    double value;
    const lf_experiment_problem *at = &experiment->problems[problem];
    if (!lf_experiment_allows(experiment, problem, method))
        return lf_fail(LF_BAD_INPUT,
                       "method '%s' does not run on problem '%s', whose methods are others",
                       experiment->methods[method].id, at->id);
    LF_TRY(lf_experiment_check_metric(experiment, problem, is->x));
    LF_TRY(lf_experiment_check_metric(experiment, problem, is->y));
    return is->label ? lf_experiment_constant(at, is->label, &value) : LF_OK;
}

static lf_status frontiers_check_line(const lf_experiment *experiment,
                                      const lf_experiment_frontier *is,
                                      const lf_experiment_line *line) {
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    const lf_names own = LF_NAMES("problem", line->problems, line->problems_count);
    LF_TRY(lf_names_check(&methods, line->method));
    LF_TRY(lf_names_check_all(&problems, line->problems_count, line->problems));
    LF_TRY(lf_names_distinct(&own));
    if (line->problems_count == 0) return lf_fail(LF_BAD_INPUT, "there are no problems");
    for (size_t i = 0; i < line->problems_count; i++)
        LF_TRY(frontiers_check_point(experiment, is, lf_names_find(&methods, line->method),
                                     lf_names_find(&problems, line->problems[i])));
    return LF_OK;
}

/* Claims name lines by their methods, so each method has one. */
static lf_status frontiers_check_one(const lf_experiment *experiment, const void *item) {
    const lf_experiment_frontier *is = item;
    if (is->lines_count == 0) return lf_fail(LF_BAD_INPUT, "there are no lines");
    for (size_t i = 0; i < is->at_count; i++)
        if (!isfinite(is->at[i])) return lf_fail(LF_BAD_INPUT, "at: expected finite numbers");
    for (size_t i = 0; i < is->lines_count; i++) {
        lf_status status = frontiers_check_line(experiment, is, &is->lines[i]);
        for (size_t k = 0; k < i && status == LF_OK; k++)
            if (strcmp(is->lines[k].method, is->lines[i].method) == 0)
                status =
                    lf_fail(LF_BAD_INPUT, "method '%s' has a line already", is->lines[i].method);
        if (status != LF_OK) return lf_fail_within(status, "lines[%zu]: ", i + 1);
    }
    return LF_OK;
}

static lf_status frontiers_check(const lf_experiment *experiment) {
    const lf_names frontiers =
        LF_NAMES("frontier", experiment->frontiers, experiment->frontiers_count);
    return lf_names_each(&frontiers, experiment, frontiers_check_one);
}

static const char *frontiers_label(const lf_results *results, const lf_frontier_line *line) {
    return line->is->label ? line->is->label : lf_part_method(results, line->method);
}

/* A value, and its interval on a second line. */
static void frontiers_value(lf_grid *grid, const lf_interval *is, bool exact) {
    const char *instead = exact ? "every seed alike" : isnan(is->lower) ? "no interval" : NULL;
    if (isnan(is->estimate))
        lf_grid_add(grid, "not reached");
    else
        lf_digits_interval(grid, is->estimate, is->lower, is->upper, instead);
}

/* A row for each line. */
static void frontiers_grid(lf_page *page, const lf_results *results,
                           const lf_experiment_frontier *is, const lf_frontier *frontier) {
    lf_grid grid = lf_grid_make("tn", is->at_count + 3, NULL);
    lf_grid_add(&grid, "Method");
    for (size_t i = 0; i < is->at_count; i++)
        lf_grid_add(&grid, "%s at %s = %g", is->y, is->x, is->at[i]);
    lf_grid_add(&grid, "Points");
    lf_grid_add(&grid, "Seeds");
    for (size_t k = 0; k < frontier->lines; k++) {
        const lf_frontier_line *line = &frontier->line[k];
        lf_grid_add(&grid, "%s", frontiers_label(results, line));
        for (size_t i = 0; i < is->at_count; i++)
            frontiers_value(&grid, &line->at[i], line->exact);
        lf_grid_add(&grid, "%zu of %zu", line->used, line->points);
        lf_grid_add(&grid, "%zu", line->seeds);
    }
    lf_page_take(page, &grid);
}

/* A median, and its quartiles on a second line. */
static void frontiers_median(lf_grid *grid, const lf_quartiles *q) {
    const bool alone = isnan(q->lower) || q->lower == q->upper;
    if (isfinite(q->median))
        lf_digits_interval(grid, q->median, q->lower, q->upper, alone ? "" : NULL);
    else
        lf_grid_add(grid, "–");
}

/* What is said of a point's runs. */
static void frontiers_runs(lf_grid *grid, const lf_frontier_point *point) {
    if (point->failed > 0)
        lf_grid_add(grid, "%zu of %zu did not finish", point->failed, point->runs);
    else if (point->missing > 0)
        lf_grid_add(grid, "%zu, %zu not run", point->runs, point->missing);
    else
        lf_grid_add(grid, "%zu", point->runs);
}

/* Every point of every line. */
static void frontiers_points(lf_page *page, const lf_results *results,
                             const lf_experiment_frontier *is, const lf_frontier *frontier) {
    lf_grid grid = lf_grid_make("ttnnn", LF_HEADS("Method", "Problem", is->x, is->y, "Runs"));
    for (size_t i = 0; i < frontier->lines; i++)
        for (size_t k = 0; k < frontier->line[i].points; k++) {
            const lf_frontier_point *point = &frontier->line[i].point[k];
            lf_grid_add(&grid, "%s", frontiers_label(results, &frontier->line[i]));
            lf_grid_add(&grid, "%s", lf_part_problem(results, point->problem));
            frontiers_median(&grid, &point->x);
            frontiers_median(&grid, &point->y);
            frontiers_runs(&grid, point);
        }
    page->is->fold(page, "Every point: medians and quartiles over seeds");
    lf_page_take(page, &grid);
    page->is->unfold(page);
}

static void frontiers_figure(lf_page *page, const lf_results *results,
                             const lf_experiment_frontier *is, const lf_frontier *frontier) {
    const lf_drawn drawn = {
        "frontier-", is->id, is->title,
        "The line joins what no other point of the method beats in both; the others are hollow. "
        "Medians over seeds at the end of the budget, with bars from the lower to the upper "
        "quartile in both directions; a problem whose median is infinite is not there."};
    lf_figure figure;
    const lf_status made = lf_frontier_figure(results, is, frontier, &figure);
    lf_drawn_show(page, results, &drawn, made, &figure);
}

/* What is shown has the words for x and y where the file has names. */
static lf_status frontiers_show_one(lf_page *page, const lf_results *results,
                                    const lf_experiment_frontier *is, const lf_frontier *frontier,
                                    int level) {
    const size_t problem = frontier->line[0].point[0].problem;
    lf_experiment_frontier said = *is;
    said.x = lf_panel_metric(results, problem, is->x);
    said.y = lf_panel_metric(results, problem, is->y);
    lf_status status = said.x && said.y ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for words");
    page->is->heading(page, level, NULL, is->title);
    if (is->caption) lf_page_text(page, "%s", is->caption);
    if (status == LF_OK) {
        lf_page_quiet(page,
                      "Final %s against final %s, medians over seeds; between neighbours by the "
                      "latter values are read off a straight line, and beyond the last is none.",
                      said.y, said.x);
        frontiers_grid(page, results, &said, frontier);
    }
    if (status == LF_OK && !page->brief) {
        frontiers_figure(page, results, is, frontier);
        frontiers_points(page, results, &said, frontier);
    }
    free(said.x);
    free(said.y);
    return status;
}

/* Nothing of one that was not run. */
static lf_status frontiers_show(lf_page *page, const lf_results *results, const void *decided,
                                int level) {
    const lf_frontier *frontier = decided;
    for (size_t i = 0; i < results->experiment->frontiers_count; i++)
        if (frontier[i].lines > 0)
            LF_TRY(frontiers_show_one(page, results, &results->experiment->frontiers[i],
                                      &frontier[i], level));
    return LF_OK;
}

static lf_status frontiers_decide(const lf_results *results, void **decided) {
    const size_t n = results->experiment->frontiers_count;
    lf_frontier *frontier = *decided = calloc(n + 1, sizeof *frontier);
    if (!frontier) return lf_fail(LF_NO_MEMORY, "no memory for %zu frontiers", n);
    for (size_t i = 0; i < n; i++)
        LF_TRY(lf_frontier_make(results, &results->experiment->frontiers[i], 0.95, &frontier[i]));
    return LF_OK;
}

static void frontiers_release(const lf_results *results, void *decided) {
    lf_frontier *frontier = decided;
    for (size_t i = 0; frontier && i < results->experiment->frontiers_count; i++)
        lf_frontier_free(&frontier[i]);
    free(frontier);
}

static lf_status frontiers_plot(const lf_results *results, const void *decided, const char *dir) {
    const lf_frontier *frontier = decided;
    for (size_t i = 0; i < results->experiment->frontiers_count; i++) {
        const lf_experiment_frontier *is = &results->experiment->frontiers[i];
        lf_figure figure;
        if (frontier[i].lines == 0) continue;
        LF_TRY(lf_frontier_figure(results, is, &frontier[i], &figure));
        LF_TRY(lf_plot_take(results, "frontier-", is->id, is->title, dir, &figure));
    }
    return LF_OK;
}

/* y of a line at one of the places where the frontier is read. */
static json_t *frontiers_json_at(const lf_json *json, const lf_experiment_frontier *is,
                                 const lf_frontier_line *line, size_t at) {
    const lf_interval *y = &line->at[at];
    return json_pack("{s:s, s:s, s:s?, s:s, s:o, s:s, s:o, s:o, s:o}", "frontier", is->id, "method",
                     lf_json_method(json, line->method), "label", line->is->label, "x", is->x, "at",
                     lf_json_number(is->at[at]), "y", is->y, "estimate",
                     lf_json_number(y->estimate), "lower", lf_json_number(y->lower), "upper",
                     lf_json_number(y->upper));
}

static lf_status frontiers_json(lf_json *json, const void *decided) {
    const lf_frontier *frontier = decided;
    json_t *trades = json_array();
    for (size_t i = 0; i < json->results->experiment->frontiers_count; i++) {
        const lf_experiment_frontier *is = &json->results->experiment->frontiers[i];
        for (size_t k = 0; k < frontier[i].lines; k++)
            for (size_t at = 0; at < is->at_count; at++)
                lf_json_append(json, trades, frontiers_json_at(json, is, &frontier[i].line[k], at));
    }
    lf_json_set(json, "frontiers", trades);
    return LF_OK;
}

const lf_section lf_section_frontiers = {
    .place = 50,
    .part = LF_SECTION_NUMBERS,
    .field = LF_SCHEMA_LIST(lf_experiment, frontiers, frontiers_entry),
    .check = frontiers_check,
    .decide = frontiers_decide,
    .release = frontiers_release,
    .plot = frontiers_plot,
    .show = frontiers_show,
    .json = frontiers_json,
};
