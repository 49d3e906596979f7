/* Costs to reach a target, over seeds and over problems. */
#include <math.h>

#include "harness/statistics/statistics.h"

double lf_stat_running_time(const double *spent, const bool *reached, size_t n) {
    double total = 0;
    size_t successes = 0;
    for (size_t i = 0; i < n; i++) {
        total += spent[i];
        successes += reached[i];
    }
    return successes ? total / (double)successes : INFINITY;
}

void lf_stat_ratios(const double *cost, size_t problems, size_t methods, double *ratio) {
    for (size_t p = 0; p < problems; p++) {
        const double *row = cost + p * methods;
        double best = INFINITY;
        for (size_t s = 0; s < methods; s++)
            best = fmin(best, row[s]);
        for (size_t s = 0; s < methods; s++)
            ratio[p * methods + s] = isinf(row[s]) ? INFINITY : row[s] == best ? 1 : row[s] / best;
    }
}
