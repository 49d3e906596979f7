/**
 * @file ecdf.c
 * @brief Shares of costs, and of run-target pairs reached within a cost.
 *
 * The costs that are finite, sorted, are the places of the steps; each step is as high as the
 * number of costs at its place.
 */
#include "harness/results/ecdf.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"
#include "harness/results/quantity.h"

lf_status lf_ecdf_of(double *cost, size_t pairs, lf_ecdf *ecdf) {
    *ecdf = (lf_ecdf){.pairs = pairs,
                      .x = calloc(pairs + 1, sizeof *ecdf->x),
                      .share = calloc(pairs + 1, sizeof *ecdf->share)};
    if (!ecdf->x || !ecdf->share) {
        lf_ecdf_free(ecdf);
        return lf_fail(LF_NO_MEMORY, "no memory for an ECDF");
    }
    if (pairs > 0) qsort(cost, pairs, sizeof *cost, lf_number_compare);
    for (size_t i = 0; i < pairs && isfinite(cost[i]); i++) {
        /* Of equal costs the last one's share is that of the step. */
        if (ecdf->n == 0 || ecdf->x[ecdf->n - 1] != cost[i]) ecdf->x[ecdf->n++] = cost[i];
        ecdf->share[ecdf->n - 1] = (double)(i + 1) / (double)pairs;
    }
    return LF_OK;
}

lf_status lf_ecdf_make(const lf_results *results, size_t runs, const size_t *run,
                       const lf_judged *by, size_t targets, const double *target, const char *cost,
                       lf_ecdf *ecdf) {
    const size_t pairs = runs * targets;
    double *reached = calloc(pairs + 1, sizeof *reached);
    *ecdf = (lf_ecdf){0};
    lf_status status = reached ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for an ECDF");
    for (size_t i = 0; i < pairs && status == LF_OK; i++) {
        const lf_target goal = {*by, target[i % targets]};
        status = lf_quantity_reach(results, run[i / targets], &goal, cost, &reached[i]);
    }
    if (status == LF_OK) status = lf_ecdf_of(reached, pairs, ecdf);
    free(reached);
    return status;
}

void lf_ecdf_free(lf_ecdf *ecdf) {
    free(ecdf->x);
    free(ecdf->share);
    *ecdf = (lf_ecdf){0};
}

/* The ends are set as given: exp(log x) is not always x. */
void lf_ecdf_targets(double first, double last, size_t n, double *target) {
    for (size_t i = 0; i < n; i++) {
        const double share = n > 1 ? (double)i / (double)(n - 1) : 0;
        target[i] = exp((1 - share) * log(first) + share * log(last));
    }
    if (n > 0) target[0] = first;
    if (n > 1) target[n - 1] = last;
}
