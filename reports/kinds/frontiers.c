/**
 * @file frontiers.c
 * @brief Trade-offs: y at chosen x, the figure, and every point behind it.
 *
 *   Method          auc at worst = 0    auc at worst = 0.005   Points   Seeds
 *   ALEXR2 (smH)    0.891               0.8951                 6 of 6       5
 *                   0.889 to 0.892      0.8942 to 0.8957
 */
#include <math.h>
#include <stdlib.h>

#include "plots/plot.h"
#include "reports/page/digits.h"
#include "reports/parts.h"

static const char *frontiers_label(const lf_results *results, const lf_frontier_line *line) {
    return line->is->label ? line->is->label : lf_part_method(results, line->method);
}

/* A value, and its interval on a second line, both with the digits that the interval supports. */
static void frontiers_value(lf_grid *grid, const lf_interval *is, bool exact) {
    char estimate[LF_DIGITS_BYTES], lower[LF_DIGITS_BYTES], upper[LF_DIGITS_BYTES];
    const int place = lf_digits_place(is->estimate, is->lower, is->upper);
    lf_digits_at(is->estimate, place, estimate);
    lf_digits_at(is->lower, place, lower);
    lf_digits_at(is->upper, place, upper);
    if (isnan(is->estimate))
        lf_grid_add(grid, "not reached");
    else if (exact || isnan(is->lower))
        lf_grid_add(grid, "%s\n%s", estimate, exact ? "nothing random" : "no interval");
    else
        lf_grid_add(grid, "%s\n%s to %s", estimate, lower, upper);
}

/* A row for each line. */
static lf_status frontiers_grid(lf_page *page, const lf_results *results,
                                const lf_experiment_frontier *is, const lf_frontier *frontier) {
    lf_column *columns = calloc(is->at_count + 3, sizeof *columns);
    if (!columns) return lf_fail(LF_NO_MEMORY, "no memory for a table");
    for (size_t i = 1; i < is->at_count + 3; i++)
        columns[i] = LF_COLUMN_NUMBER;
    lf_grid grid = {.columns = is->at_count + 3, .column = columns};
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
    free(columns);
    return LF_OK;
}

/* A median, and its quartiles on a second line. */
static void frontiers_median(lf_grid *grid, const lf_quartiles *q) {
    char median[LF_DIGITS_BYTES], lower[LF_DIGITS_BYTES], upper[LF_DIGITS_BYTES];
    const int place = lf_digits_place(q->median, q->lower, q->upper);
    lf_digits_at(q->median, place, median);
    lf_digits_at(q->lower, place, lower);
    lf_digits_at(q->upper, place, upper);
    if (!isfinite(q->median))
        lf_grid_add(grid, "–");
    else if (isnan(q->lower) || q->lower == q->upper)
        lf_grid_add(grid, "%s", median);
    else
        lf_grid_add(grid, "%s\n%s to %s", median, lower, upper);
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
    static const lf_column columns[] = {LF_COLUMN_TEXT, LF_COLUMN_TEXT, LF_COLUMN_NUMBER,
                                        LF_COLUMN_NUMBER, LF_COLUMN_NUMBER};
    lf_grid grid = {.columns = 5, .column = columns};
    lf_grid_add(&grid, "Method");
    lf_grid_add(&grid, "Problem");
    lf_grid_add(&grid, "%s", is->x);
    lf_grid_add(&grid, "%s", is->y);
    lf_grid_add(&grid, "Runs");
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

/* As other figures: into the HTML, beside the Markdown. */
static void frontiers_figure(lf_page *page, const lf_results *results,
                             const lf_experiment_frontier *is, const lf_frontier *frontier) {
    char path[300], prefix[32], *name = lf_plot_frontier_name(results, is), *svg = NULL;
    snprintf(path, sizeof path, "plots/%s.png", name ? name : "");
    snprintf(prefix, sizeof prefix, "f%zu-", ++page->figures);
    if (!name) page->lost = true;
    free(name);
    if (page->embeds && lf_plot_frontier_svg(results, is, frontier, prefix, &svg) != LF_OK) {
        lf_page_note(page, LF_NOTE_WARNING, "No figure.", "%s", lf_message());
        return;
    }
    const lf_drawing drawing = {.axis = "", .svg = svg};
    page->is->figure(page, &drawing, svg ? 1 : 0, path,
                     "Medians over seeds at the end of the budget, with bars from the lower to the "
                     "upper quartile in both directions; a problem whose median is infinite is not "
                     "there.");
    free(svg);
}

static lf_status frontiers_show(lf_page *page, const lf_results *results,
                                const lf_experiment_frontier *is, const lf_frontier *frontier,
                                int level) {
    page->is->heading(page, level, NULL, is->title);
    if (is->caption) lf_page_text(page, "%s", is->caption);
    lf_page_quiet(page,
                  "Final %s against final %s, medians over seeds; between two problems that are "
                  "neighbours by %s the line is straight, and beyond the last one there is none.",
                  is->y, is->x, is->x);
    LF_TRY(frontiers_grid(page, results, is, frontier));
    if (page->brief) return LF_OK;
    frontiers_figure(page, results, is, frontier);
    frontiers_points(page, results, is, frontier);
    return LF_OK;
}

lf_status lf_part_frontiers(lf_page *page, const lf_results *results, int level) {
    for (size_t i = 0; i < results->experiment->frontiers_count; i++) {
        const lf_experiment_frontier *is = &results->experiment->frontiers[i];
        lf_frontier frontier;
        LF_TRY(lf_frontier_make(results, is, 0.95, &frontier));
        const lf_status status =
            frontier.lines > 0 ? frontiers_show(page, results, is, &frontier, level) : LF_OK;
        lf_frontier_free(&frontier);
        LF_TRY(status);
    }
    return LF_OK;
}
