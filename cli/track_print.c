/**
 * @file track_print.c
 * @brief Checks and histories on standard output.
 */
#include <math.h>
#include <string.h>

#include "cli/columns.h"
#include "cli/track.h"

static void track_print_number(lf_table *table, const char *before, int digits, double value) {
    if (isfinite(value))
        lf_table_add(table, "%s%.*g", before, digits, value);
    else
        lf_table_add(table, "-");
}

static void track_print_row(const lf_track_row *row, lf_table *table) {
    LF_TABLE_ROW(table, row->problem, row->method, row->metric[0] ? row->metric : "-",
                 lf_track_verdict_name(row->verdict));
    track_print_number(table, "x", 3, row->calls_ratio);
    track_print_number(table, "", 4, row->before);
    track_print_number(table, "", 4, row->after);
    lf_table_add(table, "%s", row->note);
}

void lf_track_print_check(const lf_track_check *check) {
    lf_table table = {.columns = 8};
    if (check->count[LF_TRACK_IDENTICAL] < check->rows)
        LF_TABLE_ROW(&table, "problem", "method", "metric", "verdict", "calls", "before", "now",
                     "note");
    for (size_t i = 0; i < check->rows; i++)
        if (check->row[i].verdict != LF_TRACK_IDENTICAL) track_print_row(&check->row[i], &table);
    lf_table_print(&table, 0, stdout);
    if (check->hint[0]) printf("%s\n", check->hint);
    const char *comma = "";
    for (int v = LF_TRACK_VERDICTS; v-- > 0;)
        if (check->count[v]) {
            printf("%s%zu %s", comma, check->count[v], lf_track_verdict_name((lf_track_verdict)v));
            comma = ", ";
        }
    printf("; chance of a false alarm at most %.3g %%\n", 100 * check->alarms);
}

/* Which way the calls went, or the final value of a metric without targets. */
static const char *track_print_arrow(const lf_track_state *before, const lf_track_state *now) {
    if (!before || !before->metric || !now->metric) return "";
    if (now->metric->targets && !lf_track_same_targets(before->metric, now->metric))
        return " (new targets)";
    const bool calls = now->metric->targets > 0;
    const double a = calls ? before->calls : before->final, b = calls ? now->calls : now->final;
    return b < a ? " ↓" : b > a ? " ↑" : b == a ? " =" : "";
}

static void track_print_cell(const lf_track_state *before, const lf_track_state *now,
                             lf_table *table) {
    char calls[32] = "-", final[32] = "-";
    if (isfinite(now->calls)) snprintf(calls, sizeof calls, "%.4g", now->calls);
    if (isfinite(now->final)) snprintf(final, sizeof final, "%.4g", now->final);
    if (!now->metric)
        lf_table_add(table, "-");
    else
        lf_table_add(table, "%s / %s%s", calls, final, track_print_arrow(before, now));
}

/* One metric of one pair through all baselines. */
static lf_status track_print_line(const lf_track *track, size_t n, const lf_track_pair *pair,
                                  const char *metric, lf_table *table) {
    lf_track_state before = {NULL, NAN, NAN}, now;
    LF_TABLE_ROW(table, pair->problem, pair->method, metric);
    for (size_t i = 0; i < n; i++) {
        LF_TRY(lf_track_state_of(&track[i], pair->problem, pair->method, metric, &now));
        track_print_cell(i ? &before : NULL, &now, table);
        before = now;
    }
    return LF_OK;
}

/* Is the metric already on a line because an earlier baseline has it? */
static bool track_print_seen(const lf_track *track, size_t n, const lf_track_pair *pair,
                             const char *metric) {
    for (size_t i = 0; i < n; i++) {
        const lf_track_pair *other = lf_track_find(&track[i], pair->problem, pair->method);
        if (other && lf_track_find_metric(other, metric)) return true;
    }
    return false;
}

lf_status lf_track_print_history(const lf_track *track, const char *const *file, size_t n) {
    lf_table table = {.columns = 7};
    LF_TABLE_ROW(&table, "file", "date", "version", "commit", "cpu", "scale", "label");
    for (size_t i = 0; i < n; i++)
        LF_TABLE_ROW(&table, file[i], track[i].date, track[i].version, track[i].commit,
                     track[i].cpu, track[i].scale, track[i].label ? track[i].label : "");
    lf_table_print(&table, 0, stdout);
    printf("\nMedian oracle calls to 95 %% of the way / median final value:\n");
    table.columns = 3 + n;
    LF_TABLE_ROW(&table, "problem", "method", "metric");
    for (size_t i = 0; i < n; i++)
        lf_table_add(&table, "%s", track[i].label ? track[i].label : track[i].commit);
    lf_status status = LF_OK;
    for (size_t i = 0; i < n; i++)
        for (size_t p = 0; p < track[i].pairs; p++)
            for (size_t k = 0; status == LF_OK && k < track[i].pair[p].metrics; k++) {
                const lf_track_pair *pair = &track[i].pair[p];
                if (!track_print_seen(track, i, pair, pair->metric[k].name))
                    status = track_print_line(track, n, pair, pair->metric[k].name, &table);
            }
    lf_table_print(&table, 0, stdout);
    return status;
}
