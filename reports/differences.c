/**
 * @file differences.c
 * @brief The same experiment in several folders: what another commit or machine made of it.
 *
 * Folders are held against the first one that has the experiment, method by method, seed by seed:
 * whether traces are the same bits, and if not, whether the final values differ by more than seeds
 * do (differences_pair.c). Quartiles of both are drawn on one scale, a row each.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/text.h"
#include "plots/plot.h"
#include "reports/differences_parts.h"
#include "reports/parts.h"

/* Pixels of a drawing, and around it. */
enum { DIFFERENCES_WIDE = 110, DIFFERENCES_HIGH = 26, DIFFERENCES_ROOM = 6 };

/* Where a value lies between two others; in the middle where these are one. */
static double differences_place(double value, double low, double high) {
    const double share = low < high ? (value - low) / (high - low) : 0.5;
    return DIFFERENCES_ROOM + share * (DIFFERENCES_WIDE - 2 * DIFFERENCES_ROOM);
}

/* A cell with the quartiles of the first folder above those of the other; a bar is a median. */
static void differences_draw(const lf_difference *d, lf_grid *grid) {
    const lf_quartiles *row[] = {&d->q[0], &d->q[1]};
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

static void differences_metric(const lf_difference *d, lf_grid *grid) {
    char *words = lf_plot_judged_words(d->of[0], d->problem[0], &d->by);
    lf_grid_add(grid, "%s", words ? words : d->by.metric);
    free(words);
}

/* What is no number is the median of runs most of which did not end well. */
static void differences_median(const lf_difference *d, int side, lf_grid *grid) {
    const double value = d->q[side].median;
    if (isfinite(value))
        lf_grid_add(grid, "%.6g", value);
    else
        lf_grid_add(grid, "%s", d->by.where ? "beyond, or not finished" : "not finished");
}

/* NAN: the first folder's runs end nowhere that one could come to. */
static void differences_cost(lf_grid *grid, double cost) {
    lf_grid_add(grid, isfinite(cost) ? "%.4g" : isnan(cost) ? "–" : "not reached", cost);
}

/* The verdict, and what was not set up alike, which is the first thing that may explain it. */
static void differences_verdict(const lf_difference *d, lf_grid *grid) {
    static const char *const words[] = {
        [LF_DIFFERENCE_IDENTICAL] = "identical", [LF_DIFFERENCE_SAME_ENDS] = "other bits, same end",
        [LF_DIFFERENCE_CHANGED] = "changed",     [LF_DIFFERENCE_FEW] = "too few seeds",
        [LF_DIFFERENCE_WITHIN] = "within seeds", [LF_DIFFERENCE_DIFFERS] = "differs"};
    char p[32] = "";
    if (d->verdict == LF_DIFFERENCE_WITHIN || d->verdict == LF_DIFFERENCE_DIFFERS)
        snprintf(p, sizeof p, ", p = %.2g", d->p);
    const char *what = d->task ? "\nanother problem" : d->parameters ? "\nother parameters" : "";
    const char *budget = !d->budget ? "" : *what ? ", another budget" : "\nanother budget";
    lf_grid_add(grid, "%s%s%s%s", words[d->verdict], p, what, budget);
}

static void differences_row(const lf_difference *d, lf_grid *grid) {
    const lf_results *a = d->of[0];
    lf_grid_add(grid, "%s", d->of[1]->folder);
    lf_grid_add(grid, "%s", lf_part_problem(a, d->problem[0]));
    lf_grid_add(grid, "%s", lf_part_method(a, d->method[0]));
    differences_metric(d, grid);
    differences_median(d, 0, grid);
    differences_median(d, 1, grid);
    differences_draw(d, grid);
    for (int i = 0; i < 2; i++)
        differences_cost(grid, d->cost[i]);
    const char *alone = d->pairs < d->runs[0] || d->pairs < d->runs[1] ? "\nnot all seeds" : "";
    lf_grid_add(grid, "%zu of %zu%s", d->same, d->pairs, alone);
    differences_verdict(d, grid);
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

/* Rows of folder i, held against the first one, behind those that are there. */
static lf_status differences_folder(const lf_results *first, const lf_results *other,
                                    lf_difference *row, size_t *rows) {
    for (size_t p = 0; p < first->experiment->problems_count; p++)
        for (size_t m = 0; m < first->experiment->methods_count; m++) {
            LF_TRY(lf_difference_make(first, other, p, m, &row[*rows]));
            *rows += row[*rows].pairs > 0;
        }
    return LF_OK;
}

/* A pair that the first of its two folders has, and that is not compared; `turned`: if the other
 * one has none of it. */
static void differences_alone(const lf_difference *d, bool turned, lf_text *text) {
    const char *problem = lf_part_problem(d->of[0], d->problem[0]);
    const char *method = lf_part_method(d->of[0], d->method[0]);
    if (d->pairs > 0 || d->runs[0] == 0 || !d->by.metric || (turned && d->runs[1] > 0)) return;
    lf_text_format(text, "%s%s on %s (", text->bytes ? ", " : "", method, problem);
    if (d->runs[1] > 0)
        lf_text_format(text, "no seed is in both)");
    else
        lf_text_format(text, "only in %s)", d->of[0]->folder);
}

/* What only one of two folders has: left out in silence it would look as if nothing had changed. */
static lf_status differences_left(lf_page *page, const lf_results *first, const lf_results *other) {
    const lf_results *side[] = {first, other};
    lf_text text = {0};
    lf_status status = LF_OK;
    for (size_t k = 0; k < 2; k++)
        for (size_t p = 0; p < side[k]->experiment->problems_count; p++)
            for (size_t m = 0; m < side[k]->experiment->methods_count && status == LF_OK; m++) {
                lf_difference d;
                status = lf_difference_make(side[k], side[1 - k], p, m, &d);
                if (status == LF_OK) differences_alone(&d, k == 1, &text);
            }
    if (text.bytes)
        lf_page_text(page, "Not compared between %s and %s: %s.", first->folder, other->folder,
                     text.bytes);
    page->lost |= text.failed;
    free(text.bytes);
    return status;
}

/* malloc'ed rows of all folders, settled together; NULL: no memory. */
static lf_difference *differences_all(const lf_results *results, size_t n, size_t *rows) {
    size_t most = 1; /* room for one that is begun and has no pairs */
    for (size_t i = 0; i < n; i++) {
        const lf_results *first = differences_first(results, i);
        if (first)
            most += (size_t)first->experiment->problems_count * first->experiment->methods_count;
    }
    lf_difference *row = calloc(most, sizeof *row);
    lf_status status = row ? LF_OK : LF_NO_MEMORY;
    *rows = 0;
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        const lf_results *first = differences_first(results, i);
        if (first) status = differences_folder(first, &results[i], row, rows);
    }
    if (status == LF_OK) status = lf_differences_settle(row, *rows);
    if (status == LF_OK) return row;
    free(row);
    return NULL;
}

static void differences_words(lf_page *page, const lf_results *results, size_t n, int level) {
    page->is->heading(page, level, "differences", "Between the folders");
    lf_page_text(page,
                 "Medians over the seeds that both have, of the metric that methods are judged by, "
                 "and their quartiles, the first folder's above the other's on a scale of the row; "
                 "the median cost, by the first limit of the budget, until a run was where three "
                 "of four of the first folder's end. A run that failed, diverged or ended "
                 "beyond the bound is infinitely bad. A difference by Wilcoxon's test of pairs, "
                 "both sides, at 0.05 with Holm's "
                 "correction over the rows; what seeds do not move has changed or has not.");
    for (size_t i = 0; i < n; i++)
        differences_made(page, &results[i]);
}

void lf_part_differences(lf_page *page, const lf_results *results, size_t n, int level) {
    bool any = false;
    for (size_t i = 0; i < n; i++)
        any |= differences_first(results, i) != NULL;
    if (!any) return;
    size_t rows;
    lf_difference *row = differences_all(results, n, &rows);
    lf_grid grid =
        lf_grid_make("ttttnndnnnt", LF_HEADS("Folder", "Problem", "Method", "Metric", "First",
                                             "In folder", "Quartiles", "Cost, first",
                                             "Cost, in folder", "Same bits", "Difference"));
    differences_words(page, results, n, level);
    for (size_t i = 0; row && i < rows; i++)
        differences_row(&row[i], &grid);
    if (rows > 0) lf_page_take(page, &grid);
    for (size_t i = 0; i < n; i++) {
        const lf_results *first = differences_first(results, i);
        if (first && differences_left(page, first, &results[i]) != LF_OK) page->lost = true;
    }
    if (!row) page->lost = true;
    free(row);
    lf_grid_free(&grid);
}
