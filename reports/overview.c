/**
 * @file overview.c
 * @brief Several experiments of one folder at a glance: what each is, how it ended, what held.
 */
#include <stdlib.h>

#include "reports/kinds/claims/parts/claims.h"
#include "reports/parts.h"

/* One experiment: its title leads to its section, which bears this id. */
static void overview_row(lf_page *page, const lf_results *results, size_t i,
                         const lf_decided *decided, lf_grid *grid) {
    char *counts = lf_part_counts(results), outcomes[120];
    size_t claims = lf_claims_tell(results, lf_decided_of(decided, &lf_section_claims), outcomes,
                                   sizeof outcomes);
    lf_grid_add(grid, "%s\nexperiment-%zu", lf_part_title(results), i + 1);
    lf_grid_add(grid, "%s", results->name);
    lf_grid_add(grid, "scale %s", results->scale);
    lf_grid_add(grid, "%s", counts ? counts : "");
    if (claims > 0)
        lf_grid_add(grid, "%zu %s: %s", claims, claims == 1 ? "claim" : "claims", outcomes);
    else
        lf_grid_add(grid, "no claims");
    if (!counts) page->lost = true;
    free(counts);
}

void lf_part_overview(lf_page *page, const lf_results *results, size_t n,
                      const lf_decided *decided) {
    static const lf_column columns[] = {LF_COLUMN_LINK, LF_COLUMN_CODE, LF_COLUMN_TEXT,
                                        LF_COLUMN_TEXT, LF_COLUMN_TEXT};
    static const char *const heads[] = {"Experiment", "Name", "Scale", "Runs", "Claims"};
    lf_grid grid = {.columns = 5, .column = columns, .wraps = true};
    lf_grid_head(&grid, heads);
    for (size_t i = 0; i < n; i++)
        overview_row(page, &results[i], i, &decided[i], &grid);
    lf_page_take(page, &grid);
}
