/**
 * @file runs.c
 * @brief Runs one by one: what each counted and took.
 *
 * Counters are shown as they were counted, per (kind, role), and only those that some run of the
 * problem used; the costs of tables and figures are sums of them.
 */
#include <inttypes.h>
#include <string.h>

#include "reports/page/digits.h"
#include "reports/parts.h"

/* Problems go by their names here, because experiments of one page may number them differently. */
static const char *runs_of(const lf_part_set *set, size_t run) {
    return lf_part_problem(set->run[run].of, lf_part_plan(set, run)->problem);
}

/* Which counters are not zero at the end of any run of the problem. Returns their number. */
static size_t runs_counters(const lf_part_set *set, const char *problem, bool used[LF_COUNTERS]) {
    size_t n = 0;
    memset(used, 0, LF_COUNTERS * sizeof *used);
    for (size_t run = 0; run < set->runs; run++) {
        const lf_record *record = lf_part_record(set, run);
        if (strcmp(runs_of(set, run), problem) != 0 || record->points == 0) continue;
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
static void runs_row(const lf_part_set *set, size_t run, const bool used[LF_COUNTERS],
                     lf_grid *grid) {
    static const lf_trace_point nothing;
    const lf_planned_run *plan = lf_part_plan(set, run);
    const lf_record *record = lf_part_record(set, run);
    const lf_trace_point *end = record->points > 0 ? &record->point[record->points - 1] : &nothing;
    const double seconds[] = {end->oracle_seconds, end->algorithm_seconds, end->evaluation_seconds,
                              record->wall_seconds};
    char text[LF_DIGITS_BYTES];
    lf_grid_add(grid, "%s", lf_part_method(set->run[run].of, plan->method));
    lf_grid_add(grid, "%" PRIu64, plan->spec.seed);
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

/* One folded table. Room for every counter and the nine other columns, and the end of the text. */
static void runs_problem(lf_page *page, const lf_part_set *set, const char *problem) {
    bool used[LF_COUNTERS];
    const size_t numbers = runs_counters(set, problem, used) + 4;
    char kinds[LF_COUNTERS + 10] = "tns";
    memset(kinds + 3, LF_COLUMN_NUMBER, numbers);
    memcpy(kinds + 3 + numbers, "tc", 2);
    lf_grid grid = lf_grid_make(kinds, 3 + numbers + 2, NULL);
    runs_head(&grid, used);
    for (size_t run = 0; run < set->runs; run++)
        if (strcmp(runs_of(set, run), problem) == 0 && lf_part_record(set, run)->key[0])
            runs_row(set, run, used, &grid);
    page->is->fold(page, problem);
    lf_page_take(page, &grid);
    page->is->unfold(page);
}

void lf_part_runs(lf_page *page, const lf_part_set *set, int level) {
    page->is->heading(page, level, NULL, "Every run");
    lf_page_quiet(page,
                  "Counters at the end of each run, all that are not zero; CPU seconds inside "
                  "the oracles, inside the method and in the evaluation of metrics, which is "
                  "neither counted nor part of the others.");
    for (size_t run = 0; run < set->runs; run++) {
        size_t before = 0;
        while (before < run && strcmp(runs_of(set, before), runs_of(set, run)) != 0)
            before++;
        if (before == run) runs_problem(page, set, runs_of(set, run));
    }
}
