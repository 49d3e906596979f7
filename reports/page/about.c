/**
 * @file about.c
 * @brief Names and counts of an experiment's problems, methods and runs.
 */
#include "reports/page/about.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plots/panel.h"

const char *lf_part_title(const lf_results *results) {
    return results->experiment->title ? results->experiment->title : results->name;
}

char *lf_part_counts(const lf_results *results) {
    char *text = NULL;
    size_t size, count[LF_RUN_STATUSES] = {0}, missing = 0;
    for (size_t run = 0; run < results->runs; run++)
        if (lf_part_present(results, run))
            count[results->record[run].status]++;
        else
            missing++;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "%zu %s", results->runs, results->runs == 1 ? "run" : "runs");
    const char *separator = ": ";
    for (size_t status = 0; status < LF_RUN_STATUSES; status++) {
        if (count[status] == 0) continue;
        fprintf(out, "%s%zu %s", separator, count[status],
                lf_run_status_name((lf_run_status)status));
        separator = ", ";
    }
    if (missing > 0) fprintf(out, "%s%zu not run", separator, missing);
    return fclose(out) == 0 ? text : NULL;
}

const lf_experiment_scale *lf_part_scale(const lf_results *results) {
    return lf_experiment_find_scale(results->experiment, results->scale);
}

bool lf_part_is_check(const lf_results *results) {
    return strcmp(results->scale, "smoke") == 0;
}

const char *lf_part_problem(const lf_results *results, size_t problem) {
    const lf_experiment_problem *is = &results->experiment->problems[problem];
    return is->label ? is->label : is->id;
}

const char *lf_part_method(const lf_results *results, size_t method) {
    const lf_experiment_method *is = &results->experiment->methods[method];
    return is->label ? is->label : is->id;
}

bool lf_part_present(const lf_results *results, size_t run) {
    return results->record[run].key[0] != '\0';
}

bool lf_part_has_problem(const lf_results *results, size_t problem) {
    for (size_t run = 0; run < results->runs; run++)
        if (lf_experiment_under(results->experiment, results->plan[run].problem, problem))
            return true;
    return false;
}

bool lf_part_has(const lf_results *results, size_t problem, size_t method) {
    for (size_t run = 0; run < results->runs; run++)
        if (lf_experiment_under(results->experiment, results->plan[run].problem, problem) &&
            results->plan[run].method == method)
            return true;
    return false;
}

void lf_part_metric(lf_grid *grid, const lf_results *results, size_t problem, const char *metric,
                    const char *more) {
    char *words = lf_panel_metric(results, problem, metric);
    lf_grid_add(grid, "%s%s", words ? words : metric, more);
    free(words);
}
