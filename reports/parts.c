/**
 * @file parts.c
 * @brief What the parts of a report share.
 *
 * Results are planned runs beside their records; a record without a key is a run that has not been
 * made, and is no result.
 */
#include "reports/parts.h"

#include <stdlib.h>
#include <string.h>

#include "harness/campaign/repeats.h"

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
    for (size_t i = 0; i < results->experiment->scales_count; i++)
        if (strcmp(results->experiment->scales[i].name, results->scale) == 0)
            return &results->experiment->scales[i];
    return NULL;
}

/* Every run that is not one of those before it. */
static lf_status part_distinct(const char **key, bool *repeats, lf_part_set *set) {
    size_t all = 0;
    for (size_t i = 0; i < set->experiments; i++)
        for (size_t run = 0; run < set->results[i].runs; run++)
            key[all++] = set->results[i].plan[run].key;
    LF_TRY(lf_keys_repeat(all, key, repeats));
    for (size_t i = 0; i < set->experiments; i++)
        for (size_t run = 0; run < set->results[i].runs; run++)
            if (!*repeats++) set->run[set->runs++] = (lf_part_run){&set->results[i], run};
    return LF_OK;
}

/* Experiments of one folder share runs: the key says which are the same. */
lf_status lf_part_gather(const lf_results *results, size_t n, lf_part_set *set) {
    size_t all = 0;
    for (size_t i = 0; i < n; i++)
        all += results[i].runs;
    *set = (lf_part_set){.results = results, .experiments = n};
    set->run = calloc(all + 1, sizeof *set->run);
    const char **key = calloc(all + 1, sizeof *key);
    bool *repeats = calloc(all + 1, sizeof *repeats);
    const lf_status status = set->run && key && repeats
                                 ? part_distinct(key, repeats, set)
                                 : lf_fail(LF_NO_MEMORY, "no memory for a report of %zu runs", all);
    free(key);
    free(repeats);
    if (status != LF_OK) lf_part_set_free(set);
    return status;
}

void lf_part_set_free(lf_part_set *set) {
    free(set->run);
    *set = (lf_part_set){0};
}

const lf_planned_run *lf_part_plan(const lf_part_set *set, size_t i) {
    return &set->run[i].of->plan[set->run[i].run];
}

const lf_record *lf_part_record(const lf_part_set *set, size_t i) {
    return &set->run[i].of->record[set->run[i].run];
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

const lf_record *lf_part_witness(const lf_results *results, size_t problem) {
    for (size_t run = 0; run < results->runs; run++)
        if (lf_experiment_under(results->experiment, results->plan[run].problem, problem) &&
            results->record[run].metrics > 0)
            return &results->record[run];
    return NULL;
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
