/**
 * @file fits.c
 * @brief Exponents: measured, beside those of theory, with the figure and the costs behind them.
 *
 *   Method   Exponent      Theory   Points   Never reached
 *   ALEG     1.02             1     5 of 5   0 of 50
 *            0.97 to 1.09
 */
#include <math.h>
#include <stdlib.h>

#include "plots/plot.h"
#include "reports/page/digits.h"
#include "reports/parts.h"

/* An exponent with its interval on a second line, both with the digits that the interval supports.
 */
static void fits_exponent(lf_grid *grid, const lf_fit_line *line) {
    char estimate[LF_DIGITS_BYTES], lower[LF_DIGITS_BYTES], upper[LF_DIGITS_BYTES];
    const lf_interval *e = &line->exponent;
    const int place = lf_digits_place(e->estimate, e->lower, e->upper);
    lf_digits_at(e->estimate, place, estimate);
    lf_digits_at(e->lower, place, lower);
    lf_digits_at(e->upper, place, upper);
    if (isnan(e->estimate))
        lf_grid_add(grid, line->costs > 0 ? "too few points" : "not run");
    else if (line->exact || isnan(e->lower))
        lf_grid_add(grid, "%s\n%s", estimate, line->exact ? "nothing random" : "no interval");
    else
        lf_grid_add(grid, "%s\n%s to %s", estimate, lower, upper);
}

static void fits_row(const lf_results *results, const lf_fit_line *line, lf_grid *grid) {
    lf_grid_add(grid, "%s", lf_part_method(results, line->method));
    fits_exponent(grid, line);
    if (isnan(line->theory))
        lf_grid_add(grid, "–");
    else
        lf_grid_add(grid, "%.3g", line->theory);
    lf_grid_add(grid, "%zu of %zu", line->used, line->points);
    lf_grid_add(grid, "%zu", line->seeds);
    if (line->missing)
        lf_grid_add(grid, "%zu of %zu\n%zu not run", line->censored, line->costs, line->missing);
    else
        lf_grid_add(grid, "%zu of %zu", line->censored, line->costs);
}

static void fits_grid(lf_page *page, const lf_results *results, const lf_fit *fit) {
    static const lf_column columns[] = {LF_COLUMN_TEXT,   LF_COLUMN_NUMBER, LF_COLUMN_NUMBER,
                                        LF_COLUMN_NUMBER, LF_COLUMN_NUMBER, LF_COLUMN_NUMBER};
    static const char *const heads[] = {"Method", "Exponent", "Theory",
                                        "Points", "Seeds",    "Never reached"};
    lf_grid grid = {.columns = 6, .column = columns};
    lf_grid_head(&grid, heads);
    for (size_t i = 0; i < fit->lines; i++)
        fits_row(results, &fit->line[i], &grid);
    lf_page_take(page, &grid);
}

/* A point's median cost, and beside it why it is not on the line. */
static void fits_cost(lf_grid *grid, const lf_fit_point *point) {
    char cost[LF_DIGITS_BYTES];
    lf_digits_short(isfinite(point->cost.median) ? point->cost.median : NAN, cost);
    if (point->early)
        lf_grid_add(grid, "%s\nleft out: too early", cost);
    else if (point->censored)
        lf_grid_add(grid, "%s\n%zu of %zu never", cost, point->censored, point->runs);
    else
        lf_grid_add(grid, "%s", cost);
}

/* Every point of the figure as a number: targets or problems down, methods across. */
static lf_status fits_costs(lf_page *page, const lf_results *results, const lf_experiment_fit *is,
                            const lf_fit *fit) {
    lf_column *columns = calloc(fit->lines + 1, sizeof *columns);
    if (!columns) return lf_fail(LF_NO_MEMORY, "no memory for a fit");
    for (size_t i = 0; i < fit->lines; i++)
        columns[i + 1] = LF_COLUMN_NUMBER;
    lf_grid grid = {.columns = fit->lines + 1, .column = columns};
    lf_grid_add(&grid, "%s", is->along ? is->along : is->metric);
    for (size_t i = 0; i < fit->lines; i++)
        lf_grid_add(&grid, "%s", lf_part_method(results, fit->line[i].method));
    for (size_t k = 0; k < fit->line[0].points; k++) {
        const lf_fit_point *point = &fit->line[0].point[k];
        lf_grid_add(&grid, "%g", is->along ? point->x : point->target);
        for (size_t i = 0; i < fit->lines; i++)
            fits_cost(&grid, &fit->line[i].point[k]);
    }
    page->is->fold(page, "Every point of the fit: the median cost");
    lf_page_take(page, &grid);
    page->is->unfold(page);
    free(columns);
    return LF_OK;
}

/* As other figures: into the HTML, beside the Markdown. */
static void fits_figure(lf_page *page, const lf_results *results, const lf_experiment_fit *is,
                        const lf_fit *fit) {
    char path[300], prefix[32], *name = lf_plot_fit_name(results, is), *svg = NULL;
    snprintf(path, sizeof path, "plots/%s.png", name ? name : "");
    snprintf(prefix, sizeof prefix, "f%zu-", ++page->figures);
    if (!name) page->lost = true;
    free(name);
    if (page->embeds && lf_plot_fit_svg(results, is, fit, prefix, &svg) != LF_OK) {
        lf_page_note(page, LF_NOTE_WARNING, "No figure.", "%s", lf_message());
        return;
    }
    const lf_drawing drawing = {.axis = "", .svg = svg};
    page->is->figure(
        page, &drawing, svg ? 1 : 0, path,
        "Median cost over seeds, with a tick from the lower to the upper quartile, and "
        "the fitted lines. Small hollow points are not on the line; a cost that half "
        "of the runs never paid is not there.");
    free(svg);
}

/* What is fitted against what, in words. */
static void fits_say(lf_page *page, const lf_results *results, const lf_experiment_fit *is) {
    char *cost = lf_fit_cost(results, is);
    if (!cost) page->lost = true;
    if (is->caption) lf_page_text(page, "%s", is->caption);
    if (is->along)
        lf_page_quiet(page,
                      "The exponent is the slope of log %s, spent until %s is %g, against log %s.",
                      cost ? cost : "", is->metric, is->targets[0], is->along);
    else
        lf_page_quiet(page,
                      "The exponent is the slope of log %s, spent until %s is the target, against "
                      "log(1/target).",
                      cost ? cost : "", is->metric);
    if (is->from)
        lf_page_quiet(page, "Points before %g %s are left out.", is->from->value, is->from->cost);
    free(cost);
}

static lf_status fits_show(lf_page *page, const lf_results *results, const lf_experiment_fit *is,
                           const lf_fit *fit, int level) {
    page->is->heading(page, level, NULL, is->title);
    fits_say(page, results, is);
    fits_grid(page, results, fit);
    if (page->brief) return LF_OK;
    fits_figure(page, results, is, fit);
    return fits_costs(page, results, is, fit);
}

lf_status lf_part_fits(lf_page *page, const lf_results *results, int level) {
    for (size_t i = 0; i < results->experiment->fits_count; i++) {
        const lf_experiment_fit *is = &results->experiment->fits[i];
        lf_fit fit;
        LF_TRY(lf_fit_make(results, is, 0.95, &fit));
        const lf_status status = fit.lines > 0 ? fits_show(page, results, is, &fit, level) : LF_OK;
        lf_fit_free(&fit);
        LF_TRY(status);
    }
    return LF_OK;
}
