/**
 * @file run_summary.c
 * @brief The final table of `run`, and its JSON twin.
 *
 * Medians are over the seeds; a run that failed or diverged has no final value and counts as worse
 * than all others, so that failing never looks like winning.
 */
#include "cli/run_summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/terminal.h"
#include "cli/columns.h"
#include "harness/results/quantity.h"
#include "harness/store/export.h"

/* Is this a stored run of the problem and the method? */
static bool summary_belongs(const lf_results *results, size_t run, size_t problem, size_t method) {
    return results->plan[run].problem == problem && results->plan[run].method == method &&
           results->record[run].key[0] != '\0';
}

/* Is there more than one seed to take a median over? */
static bool summary_seeds(const lf_results *results) {
    for (size_t i = 1; i < results->runs; i++)
        if (results->plan[i].spec.seed != results->plan[0].spec.seed) return true;
    return false;
}

/* The last evaluated value of a metric in a run that ended well; NAN if there is none. */
static double summary_final(const lf_record *record, size_t metric) {
    if (record->status != LF_RUN_DONE) return NAN;
    for (size_t point = record->points; point-- > 0;) {
        double value = record->value[point * record->metrics + metric];
        if (!isnan(value)) return value;
    }
    return NAN;
}

/* "5 done" or "3 done, 2 diverged". */
static void summary_statuses(const lf_results *results, size_t problem, size_t method,
                             lf_table *table) {
    size_t count[LF_RUN_STATUSES] = {0};
    for (size_t i = 0; i < results->runs; i++)
        if (summary_belongs(results, i, problem, method)) count[results->record[i].status]++;
    char text[128] = "";
    size_t used = 0;
    for (lf_run_status s = 0; s < LF_RUN_STATUSES && used < sizeof text; s++)
        if (count[s])
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%zu %s", used ? ", " : "",
                                     count[s], lf_run_status_name(s));
    lf_table_add(table, "%s", used ? text : "none");
}

/* Six digits are enough to compare by eye; --json and `export` have all of them. */
static void summary_cell(lf_table *table, double *values, size_t n, bool higher) {
    double median = lf_quantity_quartiles(values, n, higher).median;
    if (isnan(median))
        lf_table_add(table, "-");
    else
        lf_table_add(table, "%.6g", median);
}

/* One method's row: label, runs, steps, each metric of `head`. */
static void summary_row(const lf_results *results, size_t problem, size_t method,
                        const lf_record *head, double *values, lf_table *table) {
    lf_table_add(table, "%s", results->experiment->methods[method].label);
    summary_statuses(results, problem, method, table);
    size_t n = 0;
    for (size_t i = 0; i < results->runs; i++) {
        const lf_record *r = &results->record[i];
        if (!summary_belongs(results, i, problem, method)) continue;
        values[n++] = r->points ? (double)r->point[r->points - 1].count[LF_COUNTER_STEPS] : NAN;
    }
    summary_cell(table, values, n, false);
    for (size_t metric = 0; metric < head->metrics; metric++) {
        n = 0;
        for (size_t i = 0; i < results->runs; i++) {
            const lf_record *r = &results->record[i];
            if (summary_belongs(results, i, problem, method))
                values[n++] = metric < r->metrics ? summary_final(r, metric) : NAN;
        }
        summary_cell(table, values, n, head->metric[metric].higher_is_better);
    }
}

/* A record of this problem that knows its metrics; NULL if no run got that far. */
static const lf_record *summary_head(const lf_results *results, size_t problem) {
    for (size_t i = 0; i < results->runs; i++)
        if (results->plan[i].problem == problem && results->record[i].metrics)
            return &results->record[i];
    return NULL;
}

/* Each problem has its own metrics, so each gets its own table. */
static void summary_problem(const lf_results *results, size_t problem, double *values, FILE *out) {
    const lf_record none = {0}; /* no run knows the metrics: the table has only the first columns */
    const lf_record *head = summary_head(results, problem);
    if (!head) head = &none;
    lf_table table = {.columns = 3 + head->metrics};
    LF_TABLE_ROW(&table, "algorithm", "runs", "steps");
    for (size_t i = 0; i < head->metrics; i++)
        lf_table_add(&table, "%s", head->metric[i].name);
    for (size_t i = 0; i < results->experiment->methods_count; i++)
        summary_row(results, problem, i, head, values, &table);
    lf_table_print(&table, 2, out);
}

/* Why a run is missing from the medians, or counts as worst in them; or what is to be known of one
 * that ended well. */
static void summary_causes(const lf_results *results, size_t problem, FILE *out) {
    for (size_t i = 0; i < results->runs; i++) {
        const lf_record *r = &results->record[i];
        if (results->plan[i].problem != problem || !r->key[0] ||
            (r->status == LF_RUN_DONE && !lf_record_warning(r)))
            continue;
        fprintf(out, "  %s%s, seed %" PRIu64 ": %s: %s%s\n",
                lf_terminal_as(fileno(out), LF_TERMINAL_RED),
                results->experiment->methods[results->plan[i].method].label, r->spec.seed,
                lf_run_status_name(r->status), r->cause ? r->cause : "no cause recorded",
                lf_terminal_as(fileno(out), LF_TERMINAL_PLAIN));
    }
}

lf_status lf_summary_tables(const lf_results *results, FILE *out) {
    double *values = calloc(results->runs + 1, sizeof *values);
    if (!values) return lf_fail(LF_NO_MEMORY, "out of memory");
    const lf_experiment_scale *scale = &results->experiment->scales[0];
    for (size_t p = 0; p < results->experiment->problems_count; p++) {
        fprintf(out, "%s%s: budget %s, seeds %s, final values%s\n", p ? "\n" : "",
                results->experiment->problems[p].label, scale->budget, scale->seeds,
                summary_seeds(results) ? " (medians over the seeds)" : "");
        summary_problem(results, p, values, out);
        summary_causes(results, p, out);
    }
    free(values);
    return LF_OK;
}

lf_status lf_summary_json(const lf_results *results, char *const *files) {
    /* The objects are printed as the harness wrote them, digit for digit. */
    const char *separator = "";
    printf("{\"runs\": [");
    for (size_t i = 0; i < results->runs; i++) {
        if (!results->record[i].key[0]) continue;
        char *json;
        LF_TRY(lf_export_json(&results->record[i], files ? files[i] : NULL, &json));
        printf("%s\n%s", separator, json);
        separator = ",";
        free(json);
    }
    printf("\n]}\n");
    return LF_OK;
}
