/**
 * @file setting.c
 * @brief What was run on what: problems, methods with every parameter, meanings of the quantities.
 *
 * A comparison is only as fair as its setting, so nothing is left to defaults that a reader would
 * have to know: every parameter is there, for every problem on which it differs.
 */
#include <stdlib.h>
#include <string.h>

#include "reports/parts.h"

/* A specification with room to break lines: "name: k=v, k=v". */
static void setting_spec(lf_grid *grid, const char *spec) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        grid->lost = true;
        return;
    }
    bool named = false;
    for (; *spec; spec++) {
        fputc(*spec, out);
        if (*spec == ',' || (*spec == ':' && !named)) fputc(' ', out);
        named |= *spec == ':';
    }
    if (fclose(out) == 0)
        lf_grid_add(grid, "%s", text);
    else
        grid->lost = true;
    free(text);
}

/* The canonical form, as planned: with every parameter, also those left at their defaults. */
static void setting_problems(lf_page *page, const lf_results *results) {
    static const lf_column columns[] = {LF_COLUMN_TEXT, LF_COLUMN_CODE};
    lf_grid grid = {.columns = 2, .column = columns};
    lf_grid_add(&grid, "Problem");
    lf_grid_add(&grid, "Every parameter");
    for (size_t p = 0; p < results->experiment->problems_count; p++)
        for (size_t run = 0; run < results->runs; run++)
            if (results->plan[run].problem == p) {
                lf_grid_add(&grid, "%s", lf_part_problem(results, p));
                setting_spec(&grid, results->plan[run].spec.problem);
                break;
            }
    lf_page_take(page, &grid);
}

/* Were these two planned with the same parameters, budget and method? */
static bool setting_same(const lf_results *results, size_t a, size_t b) {
    const lf_planned_run *x = &results->plan[a], *y = &results->plan[b];
    return x->method == y->method && strcmp(x->spec.algorithm, y->spec.algorithm) == 0 &&
           strcmp(x->spec.budget, y->spec.budget) == 0;
}

/* Is this the first run of its method with these parameters and budget? */
static bool setting_first(const lf_results *results, size_t run) {
    for (size_t i = 0; i < run; i++)
        if (setting_same(results, i, run)) return false;
    return true;
}

/* Problems on which the method ran like this, parted by semicolons (labels may hold commas). */
static void setting_where(lf_grid *grid, const lf_results *results, size_t run) {
    char *text = NULL;
    size_t size, shown = 0, last = SIZE_MAX;
    FILE *out = open_memstream(&text, &size);
    if (!out) {
        grid->lost = true;
        return;
    }
    for (size_t i = run; i < results->runs; i++) {
        if (!setting_same(results, i, run) || results->plan[i].problem == last) continue;
        last = results->plan[i].problem;
        fprintf(out, "%s%s", shown++ > 0 ? "; " : "", lf_part_problem(results, last));
    }
    if (fclose(out) == 0)
        lf_grid_add(grid, "%s", text);
    else
        grid->lost = true;
    free(text);
}

/* One row for each method and set of parameters, so that tuning per problem can be seen. */
static void setting_methods(lf_page *page, const lf_results *results) {
    static const lf_column columns[] = {LF_COLUMN_TEXT, LF_COLUMN_TEXT, LF_COLUMN_CODE,
                                        LF_COLUMN_CODE};
    static const char *const heads[] = {"Method", "On", "Every parameter", "Budget of a run"};
    lf_grid grid = {.columns = 4, .column = columns};
    for (size_t i = 0; i < 4; i++)
        lf_grid_add(&grid, "%s", heads[i]);
    for (size_t m = 0; m < results->experiment->methods_count; m++)
        for (size_t run = 0; run < results->runs; run++) {
            if (results->plan[run].method != m || !setting_first(results, run)) continue;
            lf_grid_add(&grid, "%s", lf_part_method(results, m));
            setting_where(&grid, results, run);
            setting_spec(&grid, results->plan[run].spec.algorithm);
            setting_spec(&grid, results->plan[run].spec.budget);
        }
    lf_page_take(page, &grid);
}

/* Is there a row of that name already? */
static bool setting_told(const lf_grid *grid, const char *name) {
    for (size_t row = 1; row < lf_grid_rows(grid); row++)
        if (strcmp(lf_grid_at(grid, row, 0), name) == 0) return true;
    return false;
}

/* Metrics and measures of all problems; one that several share is told once. */
static void setting_quantities(lf_page *page, const lf_results *results) {
    static const lf_column columns[] = {LF_COLUMN_TEXT, LF_COLUMN_TEXT, LF_COLUMN_CODE};
    lf_grid grid = {.columns = 3, .column = columns};
    lf_grid_add(&grid, "Quantity");
    lf_grid_add(&grid, "Meaning");
    lf_grid_add(&grid, "Counted as");
    for (size_t p = 0; p < results->experiment->problems_count; p++) {
        const lf_record *witness = lf_part_witness(results, p);
        for (size_t i = 0; witness && i < witness->metrics; i++) {
            const lf_metric_info *metric = &witness->metric[i];
            if (setting_told(&grid, metric->name)) continue;
            lf_grid_add(&grid, "%s", metric->name);
            lf_grid_add(&grid, "%s%s", metric->doc ? metric->doc : "",
                        metric->expensive ? " (evaluated on a sparser grid)" : "");
            lf_grid_add(&grid, "%s", "");
        }
        for (size_t i = 0; witness && i < witness->measures; i++) {
            const lf_measure_info *measure = &witness->measure[i];
            if (setting_told(&grid, measure->name)) continue;
            lf_grid_add(&grid, "%s", measure->name);
            lf_grid_add(&grid, "%s", measure->doc ? measure->doc : "");
            lf_grid_add(&grid, "%s", measure->cost ? measure->cost : "");
        }
    }
    if (lf_grid_rows(&grid) > 1) lf_page_take(page, &grid);
    lf_grid_free(&grid);
}

/* Seeds and checkpoints, which all methods share. */
static void setting_scale(lf_page *page, const lf_results *results) {
    const lf_experiment *experiment = results->experiment;
    for (size_t i = 0; i < experiment->scales_count; i++) {
        const lf_experiment_scale *scale = &experiment->scales[i];
        if (strcmp(scale->name, results->scale) != 0) continue;
        lf_page_text(page,
                     "Seeds %s; metrics at %u checkpoints, spaced %s in the budget%s%s. Methods "
                     "with the same seed see the same samples.",
                     scale->seeds ? scale->seeds : "0", scale->checkpoints,
                     scale->spacing && strcmp(scale->spacing, "log") == 0 ? "logarithmically"
                                                                          : "evenly",
                     scale->stop ? "; a run stops early at " : "", scale->stop ? scale->stop : "");
    }
}

void lf_part_setting(lf_page *page, const lf_results *results, int level) {
    page->is->heading(page, level, NULL, "Setting");
    setting_scale(page, results);
    setting_methods(page, results);
    setting_problems(page, results);
    setting_quantities(page, results);
}
