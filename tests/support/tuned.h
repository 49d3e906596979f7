/* What tuning chose for a pair, or for the one that it is tuned as. */
#pragma once

#include "harness/results/results.h"

/* NULL if that was not tuned. */
static inline const lf_tuned *tuned_find(const lf_results *results, size_t problem, size_t method) {
    const size_t on = lf_experiment_tuned_on(results->experiment, problem);
    for (size_t i = 0; i < results->tuned_pairs; i++)
        if (results->tuned[i].problem == on && results->tuned[i].method == method)
            return &results->tuned[i];
    return NULL;
}
