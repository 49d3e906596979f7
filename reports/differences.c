/**
 * @file differences.c
 * @brief The same experiment in several folders: what another commit or machine made of it.
 *
 * Folders are held against the first one that has the experiment, method by method, seed by seed:
 * whether traces are the same bits, and if not, whether the final values differ by more than seeds
 * do. Quartiles of both are drawn on one scale, a row each.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "harness/results/quantity.h"
#include "plots/plot.h"
#include "reports/parts.h"

/* Runs of one method on one problem in two folders, by seed. */
typedef struct {
    size_t pairs, same;
    lf_quartiles first, other;
    double cost[2]; /* medians, until a run is where three of four of the first folder's end */
    double p;       /* two-sided, of paired differences; NAN: there are none */
} differences_pair;

static bool differences_is(const lf_results *a, size_t run, size_t problem, size_t method) {
    return a->plan[run].problem == problem && a->plan[run].method == method &&
           lf_part_present(a, run);
}

/* The run of the same place in the plan: problem, method and seed. */
static size_t differences_twin(const lf_results *other, const lf_planned_run *plan) {
    for (size_t i = 0; i < other->runs; i++)
        if (other->plan[i].problem == plan->problem && other->plan[i].method == plan->method &&
            other->plan[i].spec.seed == plan->spec.seed && lf_part_present(other, i))
            return i;
    return SIZE_MAX;
}

/* Both medians of the cost until the worse quartile of the first folder is reached: three of its
 * four runs come there, where of an even number no more than half reach the median. */
static lf_status differences_costs(const lf_results *const r[2], size_t problem, size_t method,
                                   const char *metric, differences_pair *pair) {
    const lf_record *witness = lf_part_witness(r[0], problem);
    const size_t at = lf_record_metric(witness, metric);
    const bool higher = at < witness->metrics && witness->metric[at].higher_is_better;
    const lf_target target = {.metric = metric,
                              .target = higher ? pair->first.lower : pair->first.upper};
    double *cost = calloc(r[0]->runs + 1, sizeof *cost);
    char *unit = lf_budget_first(witness->spec.budget);
    lf_status status =
        cost && unit ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a comparison of folders");
    for (size_t side = 0; side < 2; side++) {
        size_t n = 0;
        for (size_t i = 0; i < r[0]->runs && status == LF_OK; i++) {
            if (!differences_is(r[0], i, problem, method)) continue;
            const size_t twin = differences_twin(r[1], &r[0]->plan[i]);
            if (twin == SIZE_MAX) continue;
            status = lf_quantity_reach(r[side], side ? twin : i, &target, unit, &cost[n++]);
        }
        pair->cost[side] = lf_stat_quartiles(cost, n).median;
    }
    free(unit);
    free(cost);
    return status;
}

static lf_status differences_make(const lf_results *a, const lf_results *b, size_t problem,
                                  size_t method, const char *metric, differences_pair *pair) {
    double *x = calloc(3 * a->runs + 1, sizeof *x);
    size_t n = 0;
    *pair = (differences_pair){0};
    if (!x) return lf_fail(LF_NO_MEMORY, "no memory for a comparison of folders");
    double *u = x + a->runs, *v = u + a->runs;
    for (size_t i = 0; i < a->runs; i++) {
        if (!differences_is(a, i, problem, method)) continue;
        const size_t k = differences_twin(b, &a->plan[i]);
        if (k == SIZE_MAX) continue;
        u[pair->pairs] = lf_quantity_final(a, i, metric);
        v[pair->pairs] = lf_quantity_final(b, k, metric);
        pair->same += strcmp(a->record[i].trace_sha256, b->record[k].trace_sha256) == 0;
        if (isfinite(v[pair->pairs] - u[pair->pairs])) x[n++] = v[pair->pairs] - u[pair->pairs];
        pair->pairs++;
    }
    pair->first = lf_quantity_quartiles(u, pair->pairs, false);
    pair->other = lf_quantity_quartiles(v, pair->pairs, false);
    pair->p = n ? lf_stat_two_sided(LF_TEST_PAIR_SUMS, x, n, NULL) : NAN;
    free(x);
    if (pair->pairs == 0) return LF_OK;
    return differences_costs((const lf_results *const[]){a, b}, problem, method, metric, pair);
}

/* Pixels of a drawing, and around it. */
enum { DIFFERENCES_WIDE = 110, DIFFERENCES_HIGH = 26, DIFFERENCES_ROOM = 6 };

/* Where a value lies between two others; in the middle where these are one. */
static double differences_place(double value, double low, double high) {
    const double share = low < high ? (value - low) / (high - low) : 0.5;
    return DIFFERENCES_ROOM + share * (DIFFERENCES_WIDE - 2 * DIFFERENCES_ROOM);
}

/* A cell with the quartiles of the first folder above those of the other; a bar is a median. */
static void differences_draw(const differences_pair *pair, lf_grid *grid) {
    const lf_quartiles *row[] = {&pair->first, &pair->other};
    const double low = fmin(row[0]->lower, row[1]->lower);
    const double high = fmax(row[0]->upper, row[1]->upper);
    char *svg = NULL;
    size_t size;
    FILE *out = isfinite(row[0]->lower + row[0]->upper + row[1]->lower + row[1]->upper)
                    ? open_memstream(&svg, &size)
                    : NULL;
    for (int i = 0; out && i < 2; i++) {
        const double from = differences_place(row[i]->lower, low, high);
        const double to = differences_place(row[i]->upper, low, high);
        if (i == 0)
            fprintf(out,
                    "<svg width=\"%d\" height=\"%d\" role=\"img\" aria-label=\"first %.6g to "
                    "%.6g, in folder %.6g to %.6g\">",
                    DIFFERENCES_WIDE, DIFFERENCES_HIGH, row[0]->lower, row[0]->upper, row[1]->lower,
                    row[1]->upper);
        fprintf(out,
                "<path fill=\"none\" stroke=\"var(--lf-%d)\" stroke-width=\"2\" "
                "d=\"M%.4g %dH%.4gM%.4g %dv10\"/>",
                i, from, 7 + 12 * i, to, differences_place(row[i]->median, low, high), 2 + 12 * i);
    }
    if (out && (fputs("</svg>", out), fclose(out) != 0)) grid->lost = true;
    lf_grid_add(grid, "%s", svg ? svg : "–");
    free(svg);
}

static void differences_row(const lf_results *a, const lf_results *b, size_t problem, size_t method,
                            lf_page *page, lf_grid *grid) {
    differences_pair pair;
    const char *metric = lf_plot_metric(a, problem);
    if (!metric || !lf_part_has(a, problem, method)) return;
    if (differences_make(a, b, problem, method, metric, &pair) != LF_OK) page->lost = true;
    if (pair.pairs == 0) return;
    lf_grid_add(grid, "%s", b->folder);
    lf_grid_add(grid, "%s", lf_part_problem(a, problem));
    lf_grid_add(grid, "%s", lf_part_method(a, method));
    lf_part_metric(grid, a, problem, metric, "");
    lf_grid_add(grid, "%.6g", pair.first.median);
    lf_grid_add(grid, "%.6g", pair.other.median);
    differences_draw(&pair, grid);
    for (int i = 0; i < 2; i++)
        lf_grid_add(grid, isfinite(pair.cost[i]) ? "%.4g" : "not reached", pair.cost[i]);
    lf_grid_add(grid, "%zu of %zu", pair.same, pair.pairs);
    if (pair.same == pair.pairs)
        lf_grid_add(grid, "identical");
    else
        lf_grid_add(grid, pair.p <= 0.05 ? "differs, p = %.2g" : "within seeds, p = %.2g", pair.p);
}

/* The first folder that has an experiment is what its other ones are held against. */
static const lf_results *differences_first(const lf_results *results, size_t i) {
    for (size_t k = 0; k < i; k++)
        if (results[k].folder && results[i].folder &&
            strcmp(results[k].name, results[i].name) == 0 &&
            strcmp(results[k].scale, results[i].scale) == 0)
            return &results[k];
    return NULL;
}

/* "old: 0.1.0, commit 123456789abc, Some CPU". */
static void differences_made(lf_page *page, const lf_results *results) {
    for (size_t run = 0; run < results->runs; run++) {
        const char *text = results->record[run].environment;
        json_t *json = text ? json_loads(text, 0, NULL) : NULL;
        const char *version = "?", *commit = "?", *cpu = "?";
        json_unpack(json, "{s?s, s?s, s?s}", "version", &version, "commit", &commit, "cpu", &cpu);
        if (json)
            lf_page_text(page, "%s, %s: %s, commit %s, on %s.", results->folder,
                         lf_part_title(results), version, commit, cpu);
        json_decref(json);
        if (json) return;
    }
}

void lf_part_differences(lf_page *page, const lf_results *results, size_t n, int level) {
    static const lf_column columns[] = {LF_COLUMN_TEXT,    LF_COLUMN_TEXT,   LF_COLUMN_TEXT,
                                        LF_COLUMN_TEXT,    LF_COLUMN_NUMBER, LF_COLUMN_NUMBER,
                                        LF_COLUMN_DRAWING, LF_COLUMN_NUMBER, LF_COLUMN_NUMBER,
                                        LF_COLUMN_NUMBER,  LF_COLUMN_TEXT};
    static const char *const heads[] = {"Folder",          "Problem",   "Method",    "Metric",
                                        "First",           "In folder", "Quartiles", "Cost, first",
                                        "Cost, in folder", "Same bits", "Difference"};
    lf_grid grid = {.columns = 11, .column = columns};
    lf_grid_head(&grid, heads);
    for (size_t i = 0; i < n; i++) {
        const lf_results *first = differences_first(results, i);
        for (size_t p = 0; first && p < first->experiment->problems_count; p++)
            for (size_t m = 0; m < first->experiment->methods_count; m++)
                differences_row(first, &results[i], p, m, page, &grid);
    }
    if (lf_grid_rows(&grid) > 1) {
        page->is->heading(page, level, "differences", "Between the folders");
        lf_page_text(page,
                     "Medians over the seeds that both have, of the metric that methods are "
                     "judged by, and their quartiles, the first folder's above the other's on "
                     "a scale of the row; the median cost, by the first limit of the budget, until "
                     "a run was where three of four of the first folder's end; a difference by "
                     "Wilcoxon's test of pairs, both sides.");
        for (size_t i = 0; i < n; i++)
            differences_made(page, &results[i]);
        lf_page_take(page, &grid);
    }
    lf_grid_free(&grid);
}
