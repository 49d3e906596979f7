/**
 * @file solved.c
 * @brief Starts and best values over all runs of a problem.
 */
#include "harness/results/solved.h"

#include <math.h>

/* Everything is looked at in a sense in which lower is better. */
bool lf_span_find(const lf_results *results, size_t problem, const char *metric, lf_span *span) {
    double start = -INFINITY, best = INFINITY, sign = 1;
    for (size_t run = 0; run < results->runs; run++) {
        const lf_record *record = &results->record[run];
        size_t m = lf_record_metric(record, metric), seen = 0;
        if (!lf_experiment_under(results->experiment, results->plan[run].problem, problem) ||
            m >= record->metrics)
            continue;
        sign = record->metric[m].higher_is_better ? -1 : 1;
        for (size_t i = 0; i < record->points; i++) {
            const double value = sign * lf_record_value(record, i, metric);
            if (!isfinite(value)) continue;
            if (seen++ == 0) start = fmax(start, value);
            best = fmin(best, value);
        }
    }
    *span = (lf_span){sign * start, sign * best};
    return best < start;
}
