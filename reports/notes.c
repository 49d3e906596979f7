/**
 * @file notes.c
 * @brief Everything that a reader should know about problems, methods and counts, in one block.
 */
#include <stdlib.h>

#include "datasets/table/dataset.h"
#include "harness/results/seed_runs.h"
#include "plots/panel.h"
#include "reports/parts.h"

/* Label and text, row by row; those that an earlier experiment of the page gave are dropped. */
static void notes_add(lf_grid *grid, const char *label, const char *text) {
    if (!text) return;
    lf_grid_add(grid, "%s", label);
    lf_grid_add(grid, "%s", text);
    lf_grid_settle(grid);
}

/* What the catalogue warns of: a leak, lossy copies. */
static const char *notes_data(const lf_record *record) {
    const lf_dataset *entry = record ? lf_dataset_find(record->data_name) : NULL;
    return entry ? entry->note : NULL;
}

/* A result that is not what it looks like, by the method whose it is. */
static void notes_warnings(const lf_results *results, lf_grid *grid) {
    for (size_t run = 0; run < results->runs; run++)
        if (lf_part_present(results, run))
            notes_add(grid, lf_part_method(results, results->plan[run].method),
                      lf_record_warning(&results->record[run]));
}

/* Runs that are all the same count as seeds, as a few may be so by luck; a method that draws
 * nothing has a word for it. */
static void notes_same(const lf_results *results, size_t problem, size_t method, lf_grid *grid) {
    lf_seed_runs runs;
    if (lf_seed_runs_find(results, problem, method, NULL, &runs) != LF_OK) {
        grid->lost = true;
        return;
    }
    if (!runs.fixed && lf_seed_runs_identical(results, &runs)) {
        lf_grid_add(grid, "%s", lf_part_method(results, method));
        lf_grid_add(grid,
                    "All %zu seeds gave the same run on %s. A method that draws nothing may be "
                    "called deterministic in the file: claims about it are exact then.",
                    runs.n, lf_part_problem(results, problem));
        lf_grid_settle(grid);
    }
    lf_seed_runs_free(&runs);
}

/* Notes in the order of their reach: the experiment, a problem and its data, a method. */
static void notes_gather(const lf_results *results, lf_grid *grid) {
    const lf_experiment *experiment = results->experiment;
    for (size_t i = 0; i < experiment->notes_count; i++)
        notes_add(grid, "", experiment->notes[i]);
    for (size_t p = 0; p < experiment->problems_count; p++)
        if (lf_part_has_problem(results, p)) {
            const lf_record *record = lf_panel_witness(results, p);
            notes_add(grid, lf_part_problem(results, p), experiment->problems[p].note);
            notes_add(grid, record ? record->data_name : "", notes_data(record));
        }
    for (size_t m = 0; m < experiment->methods_count; m++)
        for (size_t p = 0; p < experiment->problems_count; p++)
            if (lf_part_has(results, p, m)) {
                notes_add(grid, lf_part_method(results, m), experiment->methods[m].note);
                break;
            }
    for (size_t m = 0; m < experiment->methods_count; m++)
        for (size_t p = 0; p < experiment->problems_count; p++)
            if (lf_part_has(results, p, m)) notes_same(results, p, m, grid);
    notes_warnings(results, grid);
}

void lf_part_notes(lf_page *page, const lf_results *results, size_t n) {
    lf_grid grid = lf_grid_make("tt", LF_HEADS("About", "Note"));
    for (size_t i = 0; i < n; i++)
        notes_gather(&results[i], &grid);
    size_t notes = lf_grid_rows(&grid) - 1;
    char summary[80];
    snprintf(summary, sizeof summary, "%zu %s on problems, methods and counts", notes,
             notes == 1 ? "note" : "notes");
    if (notes > 0) {
        page->is->fold(page, summary);
        page->is->list(page, true);
        for (size_t row = 1; row <= notes; row++)
            page->is->item(page, lf_grid_at(&grid, row, 0), lf_grid_at(&grid, row, 1));
        page->is->list(page, false);
        page->is->unfold(page);
    }
    page->lost |= grid.lost;
    lf_grid_free(&grid);
}
