/**
 * @file tuning.c
 * @brief The section `tuning`: what was tuned, at what equal cost, what was chosen, and every point
 * that was tried.
 *
 * A comparison of tuned methods is fair only if each had the same chance. So the rule stands first,
 * in words, then what it cost for each problem and method, and who had no part in it.
 */
#include "harness/experiment/tuning_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/experiment/section.h"
#include "harness/results/results.h"
#include "reports/kinds/parts/tuning.h"
#include "reports/page/about.h"
#include "reports/page/digits.h"
#include "reports/page/page.h"

/* The same choice for the same problem and method? */
static bool tuning_same_pair(const lf_results *a, const lf_results *b, size_t pair) {
    const lf_tuned *x = &a->tuned[pair], *y = &b->tuned[pair];
    if (x->points != y->points || x->chosen != y->chosen) return false;
    if (strcmp(lf_part_problem(a, x->problem), lf_part_problem(b, y->problem)) != 0) return false;
    if (strcmp(lf_part_method(a, x->method), lf_part_method(b, y->method)) != 0) return false;
    for (size_t p = 0; p < x->points; p++)
        if (strcmp(x->point[p].parameters, y->point[p].parameters) != 0) return false;
    return true;
}

/* Experiments of one paper tune by the same section. */
static bool tuning_same(const lf_results *a, const lf_results *b) {
    if (!a->experiment->tuning || !b->experiment->tuning) return false;
    if (a->tuned_pairs != b->tuned_pairs || strcmp(a->scale, b->scale) != 0) return false;
    for (size_t i = 0; i < a->tuned_pairs; i++)
        if (!tuning_same_pair(a, b, i)) return false;
    return true;
}

/* Everything that tuning cost: in each unit, and in CPU time. */
static void tuning_cost(lf_page *page, const lf_results *results) {
    char count[LF_DIGITS_BYTES], seconds[LF_DIGITS_BYTES], cost[LF_DIGITS_BYTES], costs[400] = "";
    double cpu = 0;
    for (size_t i = 0; i < results->tuned_pairs; i++) {
        double sum = 0;
        bool told = false;
        cpu += results->tuned[i].cpu_seconds;
        for (size_t k = 0; k < results->tuned_pairs; k++) {
            bool same = strcmp(results->tuned[k].unit, results->tuned[i].unit) == 0;
            if (same) sum += results->tuned[k].cost;
            told |= same && k < i;
        }
        size_t used = strlen(costs);
        if (told) continue;
        lf_digits_at(sum, lf_digits_place(sum, 0, 0), cost);
        snprintf(costs + used, sizeof costs - used, ", %s %s", cost, results->tuned[i].unit);
    }
    lf_digits_count(results->trials, count);
    lf_digits_seconds(cpu, seconds);
    lf_page_text(page, "In all: %s trials%s, %s of CPU time.", count, costs, seconds);
}

static bool tuning_has(const lf_results *results, size_t method) {
    for (size_t i = 0; i < results->tuned_pairs; i++)
        if (results->tuned[i].method == method) return true;
    return false;
}

/* Methods that run as given; they are named because a reader would not miss them. */
static void tuning_untuned(lf_page *page, const lf_results *results) {
    lf_text text = {0};
    for (size_t m = 0; m < results->experiment->methods_count; m++) {
        bool runs = false;
        for (size_t p = 0; p < results->experiment->problems_count; p++)
            runs |= lf_part_has(results, p, m);
        if (runs && !tuning_has(results, m))
            lf_text_format(&text, "%s%s", text.used ? "; " : "", lf_part_method(results, m));
    }
    page->lost |= text.failed;
    if (text.bytes) lf_page_note(page, LF_NOTE_REMARK, "Not tuned:", "%s", text.bytes);
    free(text.bytes);
}

/* Problems that use what was chosen on others. */
static void tuning_borrowed(lf_page *page, const lf_results *results) {
    const lf_experiment *experiment = results->experiment;
    for (size_t on = 0; on < experiment->problems_count; on++) {
        lf_text text = {0};
        for (size_t p = 0; p < experiment->problems_count; p++) {
            bool runs = false;
            for (size_t run = 0; run < results->runs; run++)
                runs |= results->plan[run].problem == p;
            if (p == on || !runs || lf_experiment_tuned_on(experiment, p) != on) continue;
            lf_text_format(&text, "%s%s", text.used ? "; " : "", lf_part_problem(results, p));
        }
        page->lost |= text.failed;
        if (text.bytes)
            lf_page_text(page, "With the parameters chosen on %s, and no trials of their own: %s.",
                         lf_part_problem(results, on), text.bytes);
        free(text.bytes);
    }
}

/* A value that a trial came to. */
static void tuning_value(lf_grid *grid, double value) {
    char text[LF_DIGITS_BYTES];
    lf_digits_at(value, lf_digits_place(value, NAN, NAN), text);
    lf_grid_add(grid, "%s", text);
}

/* What was chosen for each pair. */
static void tuning_chosen(lf_page *page, const lf_results *results) {
    char text[LF_DIGITS_BYTES];
    lf_grid grid = lf_grid_make("ttcnnntn", LF_HEADS("Problem", "Method", "Chosen",
                                                     results->experiment->tuning->metric, "Points",
                                                     "Cost", "Unit", "CPU time"));
    for (size_t i = 0; i < results->tuned_pairs; i++) {
        const lf_tuned *tuned = &results->tuned[i];
        bool decided = tuned->chosen < tuned->points;
        lf_grid_add(&grid, "%s", lf_part_problem(results, tuned->problem));
        lf_grid_add(&grid, "%s", lf_part_method(results, tuned->method));
        lf_grid_add(&grid, "%s", decided ? tuned->point[tuned->chosen].parameters : "");
        if (!decided || tuned->failed)
            lf_grid_add(&grid, "%s", decided ? "no point finished" : "trials missing");
        else
            tuning_value(&grid, tuned->point[tuned->chosen].metric);
        lf_grid_add(&grid, "%zu", tuned->points);
        lf_digits_at(tuned->cost, lf_digits_place(tuned->cost, 0, 0), text);
        lf_grid_add(&grid, "%s", text);
        lf_grid_add(&grid, "%s", tuned->unit);
        lf_digits_seconds(tuned->cpu_seconds, text);
        lf_grid_add(&grid, "%s", text);
    }
    lf_page_take(page, &grid);
}

/* Why modes of one method have other grids. */
static void tuning_notes(lf_page *page, const lf_results *results) {
    const lf_experiment_tuning *tuning = results->experiment->tuning;
    const lf_names methods = lf_method_names(results->experiment);
    lf_text text = {0};
    for (size_t i = 0; i < tuning->grids_count; i++) {
        const lf_experiment_grid *grid = &tuning->grids[i];
        const size_t method = lf_names_find(&methods, grid->method);
        if (grid->note && method != SIZE_MAX && tuning_has(results, method))
            lf_text_format(&text, "%s%s: %s", text.used ? " " : "", lf_part_method(results, method),
                           grid->note);
    }
    page->lost |= text.failed;
    if (text.bytes)
        lf_page_note(page, LF_NOTE_REMARK, "Modes of one method with grids of their own:", "%s",
                     text.bytes);
    free(text.bytes);
}

/* Choices that a wider grid might overturn, and (worse) those that not moving beats. */
static void tuning_remark(lf_page *page, const lf_results *results, bool worse) {
    lf_text text = {0};
    for (size_t i = 0; i < results->tuned_pairs; i++) {
        const lf_tuned *tuned = &results->tuned[i];
        if (worse ? !tuned->worse : !tuned->edges || !tuned->edges[0]) continue;
        lf_text_format(
            &text, "%s%s, %s%s%s", text.used ? "; " : "", lf_part_problem(results, tuned->problem),
            lf_part_method(results, tuned->method), worse ? "" : ": ", worse ? "" : tuned->edges);
    }
    page->lost |= text.failed;
    if (text.bytes)
        lf_page_note(page, LF_NOTE_REMARK,
                     worse ? "Chosen, and worse than the start:"
                           : "Chosen on an edge of what was tried:",
                     "%s", text.bytes);
    free(text.bytes);
}

/* Why a point was chosen, or could not be; "" if another was better. */
static const char *tuning_word(const lf_tuned *tuned, size_t p) {
    const lf_tuning_point *point = &tuned->point[p];
    if (point->missing > 0) return "missing";
    if (p == tuned->chosen) return "chosen";
    if (point->out) return point->trials > 0 ? "one seed" : "screened out";
    if (2 * point->failed > point->trials || isinf(point->metric)) return "failed";
    return point->feasible ? "" : "infeasible";
}

/* Every point of one pair. */
static void tuning_points(const lf_results *results, const lf_tuned *tuned, lf_grid *grid) {
    const lf_experiment_tuning *tuning = results->experiment->tuning;
    for (size_t p = 0; p < tuned->points; p++) {
        const lf_tuning_point *point = &tuned->point[p];
        lf_grid_add(grid, "%s", lf_part_method(results, tuned->method));
        lf_grid_add(grid, "%s", point->parameters);
        lf_grid_add(grid, "%s", tuning_word(tuned, p));
        tuning_value(grid, point->metric);
        if (tuning->target) tuning_value(grid, point->cost);
        if (tuning->where) tuning_value(grid, point->where);
        if (point->failed > 0)
            lf_grid_add(grid, "%zu, %zu failed", point->trials, point->failed);
        else
            lf_grid_add(grid, "%zu", point->trials);
    }
}

/* One folded table for each problem. */
static void tuning_problem(lf_page *page, const lf_results *results, size_t problem) {
    const lf_experiment_tuning *tuning = results->experiment->tuning;
    const char *heads[7] = {"Method", "Point", "Outcome", tuning->metric};
    double bound = lf_tuning_bound(results->experiment, problem);
    char where[160];
    size_t n = 4;
    if (tuning->where && isnan(bound))
        snprintf(where, sizeof where, "%s", tuning->where);
    else if (tuning->where)
        snprintf(where, sizeof where, "%s, at most %.3g", tuning->where, bound);
    if (tuning->target) heads[n++] = "cost to target";
    if (tuning->where) heads[n++] = where;
    heads[n++] = "Trials";
    lf_grid grid = lf_grid_make("tcsn", n, heads);
    for (size_t i = 0; i < results->tuned_pairs; i++)
        if (results->tuned[i].problem == problem) tuning_points(results, &results->tuned[i], &grid);
    if (lf_grid_rows(&grid) > 1) {
        char summary[200];
        snprintf(summary, sizeof summary, "Every point on %s", lf_part_problem(results, problem));
        page->is->fold(page, summary);
        lf_page_take(page, &grid);
        page->is->unfold(page);
    }
    lf_grid_free(&grid);
}

static lf_status tuning_show(lf_page *page, const lf_results *results, const void *decided,
                             int level) {
    (void)decided;
    if (!results->experiment->tuning) return LF_OK;
    page->is->heading(page, level, NULL, "Tuning");
    if (results->tuned_pairs == 0) {
        lf_page_quiet(page, "The scale %s tunes nothing: all parameters are as given.",
                      results->scale);
        return LF_OK;
    }
    lf_tuning_rule(page, results);
    tuning_cost(page, results);
    tuning_untuned(page, results);
    tuning_notes(page, results);
    tuning_borrowed(page, results);
    tuning_chosen(page, results);
    tuning_remark(page, results, false);
    tuning_remark(page, results, true);
    for (size_t p = 0; p < results->experiment->problems_count; p++)
        tuning_problem(page, results, p);
    LF_TRY(lf_tuning_ranges(page, results));
    return lf_tuning_curves(page, results);
}

const lf_section lf_section_tuning = {
    .place = 30,
    .part = LF_SECTION_MAKING,
    .field = CYAML_FIELD_MAPPING_PTR("tuning", LF_SCHEMA_LEFT_OUT, lf_experiment, tuning,
                                     lf_tuning_fields),
    .check = lf_tuning_check,
    .show = tuning_show,
    .same = tuning_same,
};
