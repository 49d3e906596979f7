/**
 * @file setting.c
 * @brief What was run on what: problems, methods with every parameter, meanings of the quantities.
 *
 * A comparison is only as fair as its setting, so nothing is left to defaults that a reader would
 * have to know: every parameter is there, for every problem on which it differs.
 */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "reports/parts.h"

/* The text as a cell; it is freed. */
static void setting_add(lf_grid *grid, lf_text *text) {
    grid->lost |= text->failed;
    lf_grid_add(grid, "%s", text->bytes ? text->bytes : "");
    free(text->bytes);
}

/* A specification with room to break lines: "name: k=v, k=v". */
static void setting_spec(lf_grid *grid, const char *spec) {
    lf_text text = {0};
    bool named = false;
    for (; *spec; spec++) {
        const bool breaks = *spec == ',' || (*spec == ':' && !named);
        lf_text_format(&text, breaks ? "%c " : "%c", *spec);
        named |= *spec == ':';
    }
    setting_add(grid, &text);
}

/* The canonical form, as planned: with every parameter, also those left at their defaults. */
static void setting_problems(lf_page *page, const lf_part_set *set) {
    lf_grid grid = lf_grid_make("tc", LF_HEADS("Problem", "Every parameter"));
    for (size_t i = 0; i < set->runs; i++) {
        const lf_planned_run *plan = lf_part_plan(set, i);
        lf_grid_add(&grid, "%s", lf_part_problem(set->run[i].of, plan->problem));
        setting_spec(&grid, plan->spec.problem);
        lf_grid_settle(&grid);
    }
    lf_page_take(page, &grid);
}

static const char *setting_method(const lf_part_set *set, size_t i) {
    return lf_part_method(set->run[i].of, lf_part_plan(set, i)->method);
}

/* Were these two planned with the same parameters, budget and method? */
static bool setting_same(const lf_part_set *set, size_t a, size_t b) {
    const lf_planned_run *x = lf_part_plan(set, a), *y = lf_part_plan(set, b);
    return strcmp(setting_method(set, a), setting_method(set, b)) == 0 &&
           strcmp(x->spec.algorithm, y->spec.algorithm) == 0 &&
           strcmp(x->spec.budget, y->spec.budget) == 0;
}

/* Is this the first run of its method with these parameters and budget? */
static bool setting_first(const lf_part_set *set, size_t run) {
    for (size_t i = 0; i < run; i++)
        if (setting_same(set, i, run)) return false;
    return true;
}

/* Problems on which the method ran like this, parted by semicolons (labels may hold commas). */
static void setting_where(lf_grid *grid, const lf_part_set *set, size_t run) {
    lf_text text = {0};
    const char *last = NULL;
    for (size_t i = run; i < set->runs; i++) {
        const char *problem = lf_part_problem(set->run[i].of, lf_part_plan(set, i)->problem);
        if (!setting_same(set, i, run) || (last && strcmp(problem, last) == 0)) continue;
        lf_text_format(&text, "%s%s", last ? "; " : "", problem);
        last = problem;
    }
    setting_add(grid, &text);
}

static void setting_methods_row(const lf_part_set *set, size_t i, lf_grid *grid) {
    lf_grid_add(grid, "%s", setting_method(set, i));
    setting_where(grid, set, i);
    setting_spec(grid, lf_part_plan(set, i)->spec.algorithm);
    setting_spec(grid, lf_part_plan(set, i)->spec.budget);
}

/* One row for each method and set of parameters, so that tuning per problem can be seen; a method's
 * rows stand together, at the place of its first. */
static void setting_methods(lf_page *page, const lf_part_set *set) {
    lf_grid grid =
        lf_grid_make("ttcc", LF_HEADS("Method", "On", "Every parameter", "Budget of a run"));
    for (size_t first = 0; first < set->runs; first++) {
        const char *method = setting_method(set, first);
        size_t before = 0;
        while (strcmp(setting_method(set, before), method) != 0)
            before++;
        for (size_t i = first; before == first && i < set->runs; i++)
            if (strcmp(setting_method(set, i), method) == 0 && setting_first(set, i))
                setting_methods_row(set, i, &grid);
    }
    lf_page_take(page, &grid);
}

/* A row, unless the quantity is told already: problems share metrics and measures. */
static void setting_tell(lf_grid *grid, const char *name, const char *meaning, const char *more,
                         const char *cost) {
    for (size_t row = 1; row < lf_grid_rows(grid); row++)
        if (strcmp(lf_grid_at(grid, row, 0), name) == 0) return;
    lf_grid_add(grid, "%s", name);
    lf_grid_add(grid, "%s%s", meaning ? meaning : "", more);
    lf_grid_add(grid, "%s", cost ? cost : "");
}

/* Metrics and measures of all problems. */
static void setting_quantities(lf_page *page, const lf_part_set *set) {
    lf_grid grid = lf_grid_make("ttc", LF_HEADS("Quantity", "Meaning", "Counted as"));
    for (size_t run = 0; run < set->runs; run++) {
        const lf_record *record = lf_part_record(set, run);
        for (size_t i = 0; i < record->metrics; i++)
            setting_tell(&grid, record->metric[i].name, record->metric[i].doc,
                         record->metric[i].expensive ? " (evaluated on a sparser grid)" : "", NULL);
        for (size_t i = 0; i < record->measures; i++)
            setting_tell(&grid, record->measure[i].name, record->measure[i].doc, "",
                         record->measure[i].cost);
    }
    if (lf_grid_rows(&grid) > 1) lf_page_take(page, &grid);
    lf_grid_free(&grid);
}

/* Seeds and checkpoints, which all methods share; once for experiments that share them too. */
static void setting_scale(lf_page *page, const lf_part_set *set) {
    for (size_t i = 0; i < set->experiments; i++) {
        const lf_experiment_scale *scale = lf_part_scale(&set->results[i]), *before = NULL;
        bool told = !scale;
        for (size_t k = 0; k < i && !told; k++) {
            before = lf_part_scale(&set->results[k]);
            told = before && before->seeds && scale->seeds &&
                   strcmp(before->name, scale->name) == 0 &&
                   strcmp(before->seeds, scale->seeds) == 0 &&
                   before->checkpoints == scale->checkpoints;
        }
        if (told) continue;
        bool log = scale->spacing && strcmp(scale->spacing, "log") == 0;
        lf_page_text(
            page,
            "%s%sSeeds %s; metrics at %u checkpoints, spaced %s in the budget%s%s. Methods "
            "with the same seed see the same samples.",
            i > 0 ? set->results[i].name : "", i > 0 ? ": " : "", scale->seeds ? scale->seeds : "0",
            scale->checkpoints, log ? "logarithmically" : "evenly",
            scale->stop ? "; a run stops early at " : "", scale->stop ? scale->stop : "");
    }
}

void lf_part_setting(lf_page *page, const lf_part_set *set, int level) {
    page->is->heading(page, level, NULL, "Setting");
    setting_scale(page, set);
    setting_methods(page, set);
    setting_problems(page, set);
    setting_quantities(page, set);
}
