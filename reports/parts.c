/**
 * @file parts.c
 * @brief What the parts of a report share.
 *
 * Results are planned runs beside their records; a record without a key is a run that has not been
 * made, and is no result.
 */
#include "reports/parts.h"

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
        if (results->plan[run].problem == problem && results->record[run].metrics > 0)
            return &results->record[run];
    return NULL;
}

bool lf_part_has_problem(const lf_results *results, size_t problem) {
    for (size_t run = 0; run < results->runs; run++)
        if (results->plan[run].problem == problem) return true;
    return false;
}

bool lf_part_has(const lf_results *results, size_t problem, size_t method) {
    for (size_t run = 0; run < results->runs; run++)
        if (results->plan[run].problem == problem && results->plan[run].method == method)
            return true;
    return false;
}
