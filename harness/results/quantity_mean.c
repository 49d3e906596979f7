/**
 * @file quantity_mean.c
 * @brief The mean of a metric over what was spent: the area under its curve, by the width.
 *
 * A final value says nothing of the way there. The area does, in the metric's own unit: one number
 * in which a method that is early counts as well as one that ends well.
 */
#include <math.h>

#include "harness/results/quantity.h"

lf_status lf_quantity_mean(const lf_results *results, size_t run, const char *metric,
                           const char *cost, double *mean) {
    const lf_record *record = &results->record[run];
    double area = 0, from = NAN, last_x = NAN, last = NAN;
    *mean = NAN;
    for (size_t i = 0; i < record->points; i++) {
        const double value = lf_record_value(record, i, metric);
        double x;
        if (isnan(value)) continue; /* not evaluated there: the line goes on to the next */
        LF_TRY(lf_quantity_x(results, run, cost, i, &x));
        if (isnan(from))
            from = x;
        else
            area += (x - last_x) * (last + value) / 2;
        last_x = x;
        last = value;
    }
    if (last_x > from) *mean = area / (last_x - from);
    return LF_OK;
}
