/**
 * @file overview.c
 * @brief Several experiments of one folder at a glance: what each is, how it ended, what held.
 */
#include <stdlib.h>

#include "reports/parts.h"

/* One experiment: its title leads to its section, which bears this id. */
static void overview_row(lf_page *page, const lf_results *results, size_t i, bool claims,
                         const lf_claim_verdict *verdicts, lf_grid *grid) {
    char *counts = lf_part_counts(results);
    lf_grid_add(grid, "%s\nexperiment-%zu", lf_part_title(results), i + 1);
    lf_grid_add(grid, "%s", results->name);
    lf_grid_add(grid, "%s", results->scale);
    lf_grid_add(grid, "%s", counts ? counts : "");
    for (int k = LF_CLAIM_HELD; k <= LF_CLAIM_UNDECIDED && claims; k++)
        lf_grid_add(grid, "%zu", lf_part_outcomes(results, verdicts, (lf_claim_outcome)k));
    if (!counts) page->lost = true;
    free(counts);
}

void lf_part_overview(lf_page *page, const lf_results *results, size_t n,
                      lf_claim_verdict *const *verdicts) {
    static const lf_column columns[] = {LF_COLUMN_LINK,  LF_COLUMN_CODE,   LF_COLUMN_TEXT,
                                        LF_COLUMN_TEXT,  LF_COLUMN_NUMBER, LF_COLUMN_NUMBER,
                                        LF_COLUMN_NUMBER};
    static const char *const heads[] = {
        "Experiment",      "Name", "Scale", "Runs", "Claims held", "Claims not held",
        "Claims undecided"};
    bool claims = false;
    for (size_t i = 0; i < n; i++)
        claims |= results[i].experiment->claims_count > 0;
    lf_grid grid = {.columns = claims ? 7 : 4, .column = columns, .wraps = true};
    lf_grid_head(&grid, heads);
    for (size_t i = 0; i < n; i++)
        overview_row(page, &results[i], i, claims, verdicts[i], &grid);
    lf_page_take(page, &grid);
}
