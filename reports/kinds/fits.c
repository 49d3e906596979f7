/**
 * @file fits.c
 * @brief The section `fits`: exponents, measured, beside those of theory, with the figure and the
 * costs behind them.
 *
 *   Method   Exponent      Theory   Points   Never reached
 *   ALEG     1.02             1     5 of 5   0 of 50
 *            0.97 to 1.09
 */
#include <math.h>
#include <stdlib.h>

#include "harness/experiment/section.h"
#include "reports/kinds/parts/fits.h"
#include "reports/page/about.h"
#include "reports/page/digits.h"
#include "reports/page/drawn.h"
#include "reports/page/json_out.h"

static const cyaml_schema_field_t fits_theory_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_theory, method),
    LF_SCHEMA_REAL(lf_experiment_theory, exponent),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(fits_theory, lf_experiment_theory, fits_theory_fields);

static const cyaml_schema_field_t fits_from_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_from, cost),
    LF_SCHEMA_REAL(lf_experiment_from, value),
    CYAML_FIELD_END,
};

static const cyaml_schema_field_t fits_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_fit, id),
    LF_SCHEMA_NEEDED(lf_experiment_fit, title),
    LF_SCHEMA_TEXT(lf_experiment_fit, caption),
    LF_SCHEMA_TEXT(lf_experiment_fit, problem),
    LF_SCHEMA_TEXT(lf_experiment_fit, along),
    LF_SCHEMA_WORDS(lf_experiment_fit, problems, lf_schema_word),
    LF_SCHEMA_WORDS(lf_experiment_fit, methods, lf_schema_word),
    LF_SCHEMA_NEEDED(lf_experiment_fit, metric),
    LF_SCHEMA_WORDS(lf_experiment_fit, targets, lf_schema_number),
    LF_SCHEMA_TEXT(lf_experiment_fit, cost),
    CYAML_FIELD_MAPPING_PTR("from", LF_SCHEMA_LEFT_OUT, lf_experiment_fit, from, fits_from_fields),
    LF_SCHEMA_LIST(lf_experiment_fit, theory, fits_theory),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(fits_entry, lf_experiment_fit, fits_fields);

/* An exponent with its interval on a second line. */
static void fits_exponent(lf_grid *grid, const lf_fit_line *line) {
    const lf_interval *e = &line->exponent;
    const char *instead = line->exact ? "every seed alike" : isnan(e->lower) ? "no interval" : NULL;
    if (isnan(e->estimate))
        lf_grid_add(grid, line->costs > 0 ? "too few points" : "not run");
    else
        lf_digits_interval(grid, e->estimate, e->lower, e->upper, instead);
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
    lf_grid grid = lf_grid_make(
        "tnnnnn", LF_HEADS("Method", "Exponent", "Theory", "Points", "Seeds", "Never reached"));
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
static void fits_costs(lf_page *page, const lf_results *results, const lf_experiment_fit *is,
                       const lf_fit *fit) {
    lf_grid grid = lf_grid_make("tn", fit->lines + 1, NULL);
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
}

static void fits_figure(lf_page *page, const lf_results *results, const lf_experiment_fit *is,
                        const lf_fit *fit) {
    const lf_drawn drawn = {
        "fit-", is->id, is->title,
        "Median cost over seeds, with a tick from the lower to the upper quartile, and the fitted "
        "lines. Small hollow points are not on the line; a cost that half of the runs never paid "
        "is not there."};
    lf_figure figure;
    const lf_status made = lf_fit_figure(results, is, fit, &figure);
    lf_drawn_show(page, results, &drawn, made, &figure);
}

/* What is fitted against what, in words. */
static void fits_say(lf_page *page, const lf_results *results, const lf_experiment_fit *is,
                     size_t problem) {
    char *name = lf_fit_cost(results, is);
    char *cost = name ? lf_panel_counts(results, problem, name) : NULL;
    char *from = is->from ? lf_panel_counts(results, problem, is->from->cost) : NULL;
    if (!cost || (is->from && !from)) page->lost = true;
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
    if (from) lf_page_quiet(page, "Points before %g %s are left out.", is->from->value, from);
    free(from);
    free(cost);
    free(name);
}

/* What is shown has the words for the metric where the file has its name. */
static lf_status fits_show_one(lf_page *page, const lf_results *results,
                               const lf_experiment_fit *is, const lf_fit *fit, int level) {
    const size_t problem = fit->line[0].point[0].problem;
    lf_experiment_fit said = *is;
    said.metric = lf_panel_metric(results, problem, is->metric);
    if (!said.metric) return lf_fail(LF_NO_MEMORY, "no memory for words");
    page->is->heading(page, level, NULL, is->title);
    fits_say(page, results, &said, problem);
    fits_grid(page, results, fit);
    if (!page->brief) {
        fits_figure(page, results, is, fit);
        fits_costs(page, results, &said, fit);
    }
    free(said.metric);
    return LF_OK;
}

/* Nothing of one that was not run. */
static lf_status fits_show(lf_page *page, const lf_results *results, const void *decided,
                           int level) {
    const lf_fit *fit = decided;
    for (size_t i = 0; i < results->experiment->fits_count; i++)
        if (fit[i].lines > 0)
            LF_TRY(fits_show_one(page, results, &results->experiment->fits[i], &fit[i], level));
    return LF_OK;
}

static lf_status fits_decide(const lf_results *results, void **decided) {
    const size_t n = results->experiment->fits_count;
    lf_fit *fit = *decided = calloc(n + 1, sizeof *fit);
    if (!fit) return lf_fail(LF_NO_MEMORY, "no memory for %zu fits", n);
    for (size_t i = 0; i < n; i++)
        LF_TRY(lf_fit_make(results, &results->experiment->fits[i], 0.95, &fit[i]));
    return LF_OK;
}

static void fits_release(const lf_results *results, void *decided) {
    lf_fit *fit = decided;
    for (size_t i = 0; fit && i < results->experiment->fits_count; i++)
        lf_fit_free(&fit[i]);
    free(fit);
}

static lf_status fits_plot(const lf_results *results, const void *decided, const char *dir) {
    const lf_fit *fit = decided;
    for (size_t i = 0; i < results->experiment->fits_count; i++) {
        const lf_experiment_fit *is = &results->experiment->fits[i];
        lf_figure figure;
        if (fit[i].lines == 0) continue;
        LF_TRY(lf_fit_figure(results, is, &fit[i], &figure));
        LF_TRY(lf_plot_take(results, "fit-", is->id, is->title, dir, &figure));
    }
    return LF_OK;
}

/* A measured slope. */
static json_t *fits_json_line(const lf_json *json, const lf_experiment_fit *is,
                              const lf_fit_line *line) {
    const lf_interval *e = &line->exponent;
    return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "fit", is->id, "method",
                     lf_json_method(json, line->method), "estimate", lf_json_number(e->estimate),
                     "lower", lf_json_number(e->lower), "upper", lf_json_number(e->upper), "theory",
                     lf_json_number(line->theory), "points", lf_json_count(line->used), "seeds",
                     lf_json_count(line->seeds));
}

static lf_status fits_json(lf_json *json, const void *decided) {
    const lf_fit *fit = decided;
    json_t *exponents = json_array();
    for (size_t i = 0; i < json->results->experiment->fits_count; i++)
        for (size_t k = 0; k < fit[i].lines; k++)
            lf_json_append(
                json, exponents,
                fits_json_line(json, &json->results->experiment->fits[i], &fit[i].line[k]));
    lf_json_set(json, "exponents", exponents);
    return LF_OK;
}

const lf_section lf_section_fits = {
    .place = 40,
    .part = LF_SECTION_NUMBERS,
    .field = LF_SCHEMA_LIST(lf_experiment, fits, fits_entry),
    .check = lf_fits_check,
    .decide = fits_decide,
    .release = fits_release,
    .plot = fits_plot,
    .show = fits_show,
    .json = fits_json,
};
