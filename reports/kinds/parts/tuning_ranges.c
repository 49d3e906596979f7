/**
 * @file tuning_ranges.c
 * @brief Equal points are no equal chances if one method's are spread over more decades.
 */
#include "reports/kinds/parts/tuning.h"

#include <stdlib.h>

#include "harness/results/tried.h"
#include "reports/page/about.h"
#include "reports/page/digits.h"

/* What a pair was tried at. */
typedef struct {
    lf_tried *list;
    size_t n;
} ranges_pair;

/* Does another method on the problem have the quantity, too? */
static bool ranges_shared(const lf_results *results, const ranges_pair *all, size_t pair,
                          const char *name) {
    for (size_t i = 0; i < results->tuned_pairs; i++)
        if (i != pair && results->tuned[i].problem == results->tuned[pair].problem &&
            lf_tried_find(all[i].list, all[i].n, name))
            return true;
    return false;
}

static void ranges_value(lf_grid *grid, double value) {
    char text[LF_DIGITS_BYTES];
    lf_digits_at(value, lf_digits_place(value, 0, 0), text);
    lf_grid_add(grid, "%s", text);
}

static void ranges_show(lf_page *page, const lf_results *results, const ranges_pair *all) {
    lf_grid grid =
        lf_grid_make("tttnnn", LF_HEADS("Problem", "Quantity", "Method", "From", "To", "Decades"));
    for (size_t i = 0; i < results->tuned_pairs; i++)
        for (const lf_tried *is = all[i].list; is < all[i].list + all[i].n; is++) {
            if (!ranges_shared(results, all, i, is->name)) continue;
            lf_grid_add(&grid, "%s", lf_part_problem(results, results->tuned[i].problem));
            lf_grid_add(&grid, "%s", is->name);
            lf_grid_add(&grid, "%s", lf_part_method(results, results->tuned[i].method));
            ranges_value(&grid, is->least);
            ranges_value(&grid, is->most);
            lf_grid_add(&grid, "%.1f", lf_tried_decades(is));
        }
    if (lf_grid_rows(&grid) > 1) {
        page->is->fold(page, "Over how many decades each quantity was tried");
        lf_page_take(page, &grid);
        page->is->unfold(page);
    }
    lf_grid_free(&grid);
}

lf_status lf_tuning_ranges(lf_page *page, const lf_results *results) {
    ranges_pair *all = calloc(results->tuned_pairs + 1, sizeof *all);
    if (!all) return lf_fail(LF_NO_MEMORY, "no memory for the ranges of tuning");
    lf_status status = LF_OK;
    for (size_t i = 0; i < results->tuned_pairs && status == LF_OK; i++)
        status = lf_tuned_tried(results, &results->tuned[i], &all[i].list, &all[i].n);
    if (status == LF_OK) ranges_show(page, results, all);
    for (size_t i = 0; i < results->tuned_pairs; i++)
        free(all[i].list);
    free(all);
    return status;
}
