/**
 * @file runs.c
 * @brief Runs one by one: what went wrong, what each counted and took.
 *
 * Counters are shown as they were counted, per (kind, role), and only those that some run of the
 * problem used; the costs of tables and figures are sums of them.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "reports/digits.h"
#include "reports/parts.h"

/* Lines of a run's log that are shown. */
enum { RUNS_LOG_LINES = 12 };

/* The first lines that a failed run wrote: usually the fault comes before its consequences. */
static void runs_log(lf_page *page, const lf_results *results, size_t run) {
    const lf_record *record = &results->record[run];
    if (!record->log || record->log[0] == '\0') return;
    const char *end = record->log;
    for (size_t i = 0; i < RUNS_LOG_LINES && *end; i++) {
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
void lf_part_mishaps(lf_page *page, const lf_results *results, int level) {
    static const lf_column columns[] = {LF_COLUMN_TEXT, LF_COLUMN_TEXT, LF_COLUMN_NUMBER,
                                        LF_COLUMN_STATUS, LF_COLUMN_TEXT};
    static const char *const heads[] = {"Problem", "Method", "Seed", "Status", "Cause"};
    lf_grid grid = {.columns = 5, .column = columns};
    for (size_t i = 0; i < 5; i++)
        lf_grid_add(&grid, "%s", heads[i]);
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
            runs_log(page, results, run);
}

/* Which counters are not zero at the end of any run of the problem. Returns their number. */
static size_t runs_counters(const lf_results *results, size_t problem, bool used[LF_COUNTERS]) {
    size_t n = 0;
    memset(used, 0, LF_COUNTERS * sizeof *used);
    for (size_t run = 0; run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        if (results->plan[run].problem != problem || record->points == 0) continue;
        for (size_t c = 0; c < LF_COUNTERS; c++)
            used[c] |= record->point[record->points - 1].count[c] > 0;
    }
    for (size_t c = 0; c < LF_COUNTERS; c++)
        n += used[c];
    return n;
}

/* Head of the table: which counters have a column depends on the problem. */
static void runs_head(lf_grid *grid, const bool used[LF_COUNTERS]) {
    static const char *const first[] = {"Method", "Seed", "Status"};
    static const char *const last[] = {"oracle [s]", "method [s]", "evaluation [s]", "wall [s]"};
    for (size_t i = 0; i < 3; i++)
        lf_grid_add(grid, "%s", first[i]);
    for (size_t c = 0; c < LF_COUNTERS; c++)
        if (used[c]) lf_grid_add(grid, "%s", lf_counter_name(c));
    for (size_t i = 0; i < 4; i++)
        lf_grid_add(grid, "%s", last[i]);
    lf_grid_add(grid, "Cause");
    lf_grid_add(grid, "Trace SHA-256");
}

/* A run that failed before its first checkpoint counts as zero everywhere. */
static void runs_row(const lf_results *results, size_t run, const bool used[LF_COUNTERS],
                     lf_grid *grid) {
    static const lf_trace_point nothing;
    const lf_record *record = &results->record[run];
    const lf_trace_point *end = record->points > 0 ? &record->point[record->points - 1] : &nothing;
    const double seconds[] = {end->oracle_seconds, end->algorithm_seconds, end->evaluation_seconds,
                              record->wall_seconds};
    char text[LF_DIGITS_BYTES];
    lf_grid_add(grid, "%s", lf_part_method(results, results->plan[run].method));
    lf_grid_add(grid, "%" PRIu64, results->plan[run].spec.seed);
    lf_grid_add(grid, "%s", lf_run_status_name(record->status));
    for (size_t c = 0; c < LF_COUNTERS; c++) {
        if (!used[c]) continue;
        lf_digits_count(end->count[c], text);
        lf_grid_add(grid, "%s", text);
    }
    for (size_t i = 0; i < 4; i++)
        lf_grid_add(grid, seconds[i] < 9.995 ? "%.2f" : "%.1f", seconds[i]);
    lf_grid_add(grid, "%s", record->cause ? record->cause : "");
    lf_grid_add(grid, "%.12s", record->trace_sha256);
}

/* One folded table. Room for every counter and the nine other columns. */
static void runs_problem(lf_page *page, const lf_results *results, size_t problem) {
    bool used[LF_COUNTERS];
    size_t counters = runs_counters(results, problem, used), at = 3;
    lf_column columns[LF_COUNTERS + 9] = {LF_COLUMN_TEXT, LF_COLUMN_NUMBER, LF_COLUMN_STATUS};
    while (at < 3 + counters + 4)
        columns[at++] = LF_COLUMN_NUMBER;
    columns[at++] = LF_COLUMN_TEXT;
    columns[at++] = LF_COLUMN_CODE;
    lf_grid grid = {.columns = at, .column = columns};
    runs_head(&grid, used);
    for (size_t run = 0; run < results->runs; run++)
        if (results->plan[run].problem == problem && lf_part_present(results, run))
            runs_row(results, run, used, &grid);
    page->is->fold(page, lf_part_problem(results, problem));
    lf_page_take(page, &grid);
    page->is->unfold(page);
}

void lf_part_runs(lf_page *page, const lf_results *results, int level) {
    page->is->heading(page, level, NULL, "Every run");
    lf_page_quiet(page,
                  "Counters at the end of each run, all that are not zero; CPU seconds inside "
                  "the oracles, inside the method and in the evaluation of metrics, which is "
                  "neither counted nor part of the others.");
    for (size_t problem = 0; problem < results->experiment->problems_count; problem++)
        if (lf_part_witness(results, problem)) runs_problem(page, results, problem);
}
