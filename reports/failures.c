/**
 * @file failures.c
 * @brief Runs that diverged or failed: which, why, and what they said last.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "reports/parts.h"

/* Lines of a run's log that are shown. */
enum { FAILURES_LOG_LINES = 12 };

/* The first lines that a failed run wrote: usually the fault comes before its consequences. */
static void failures_log(lf_page *page, const lf_results *results, size_t run) {
    const lf_record *record = &results->record[run];
    if (!record->log || record->log[0] == '\0') return;
    const char *end = record->log;
    for (size_t i = 0; i < FAILURES_LOG_LINES && *end; i++) {
        end += strcspn(end, "\n");
        if (*end) end++;
    }
    while (end > record->log && end[-1] == '\n')
        end--;
    char *text = strndup(record->log, (size_t)(end - record->log));
    lf_page_quiet(page, "Log of %s on %s, seed %" PRIu64 ":",
                  lf_part_method(results, results->plan[run].method),
                  lf_part_problem(results, results->plan[run].problem), record->spec.seed);
    if (text)
        page->is->code(page, text);
    else
        page->lost = true;
    free(text);
}

/* One row for each run that has a result and is not done, then the logs. */
void lf_part_failures(lf_page *page, const lf_results *results, int level) {
    lf_grid grid = lf_grid_make("ttnst", LF_HEADS("Problem", "Method", "Seed", "Status", "Cause"));
    for (size_t run = 0; run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        if (!lf_part_present(results, run) || record->status == LF_RUN_DONE) continue;
        lf_grid_add(&grid, "%s", lf_part_problem(results, results->plan[run].problem));
        lf_grid_add(&grid, "%s", lf_part_method(results, results->plan[run].method));
        lf_grid_add(&grid, "%" PRIu64, record->spec.seed);
        lf_grid_add(&grid, "%s", lf_run_status_name(record->status));
        lf_grid_add(&grid, "%s", record->cause ? record->cause : "");
    }
    bool any = lf_grid_rows(&grid) > 1;
    if (any) {
        page->is->heading(page, level, NULL, "Runs that did not finish");
        lf_page_take(page, &grid);
    }
    lf_grid_free(&grid);
    for (size_t run = 0; run < results->runs; run++)
        if (lf_part_present(results, run) && results->record[run].status != LF_RUN_DONE)
            failures_log(page, results, run);
}
