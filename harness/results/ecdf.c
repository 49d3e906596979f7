/**
 * @file ecdf.c
 * @brief Share of run-target pairs reached within a cost.
 *
 * The costs of all pairs that were reached, sorted, are the places of the steps; each step is as
 * high as the number of pairs at its place.
 */
#include "harness/results/ecdf.h"

#include <math.h>
#include <stdlib.h>

#include "harness/results/quantity.h"

/* For qsort. */
static int ecdf_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* x (runs x targets) <- costs of the pairs that were reached; *n of them. */
static lf_status ecdf_collect(const lf_results *results, size_t runs, const size_t *run,
                              const char *metric, size_t targets, const double *target,
                              const char *cost, double *x, size_t *n) {
    *n = 0;
    for (size_t i = 0; i < runs; i++)
        for (size_t k = 0; k < targets; k++) {
            const lf_target goal = {.metric = metric, .target = target[k]};
            double reached;
            LF_TRY(lf_quantity_reach(results, run[i], &goal, cost, &reached));
            if (isfinite(reached)) x[(*n)++] = reached;
        }
    return LF_OK;
}

lf_status lf_ecdf_make(const lf_results *results, size_t runs, const size_t *run,
                       const char *metric, size_t targets, const double *target, const char *cost,
                       lf_ecdf *ecdf) {
    /* At most one step for every pair, reached or not. */
    const size_t pairs = runs * targets;
    *ecdf = (lf_ecdf){.pairs = pairs,
                      .x = calloc(pairs + 1, sizeof *ecdf->x),
                      .share = calloc(pairs + 1, sizeof *ecdf->share)};
    size_t reached = 0;
    lf_status status = LF_OK;
    if (!ecdf->x || !ecdf->share) status = lf_fail(LF_NO_MEMORY, "no memory for an ECDF");
    if (status == LF_OK)
        status = ecdf_collect(results, runs, run, metric, targets, target, cost, ecdf->x, &reached);
    if (status != LF_OK) {
        lf_ecdf_free(ecdf);
        return status;
    }
    if (reached) qsort(ecdf->x, reached, sizeof *ecdf->x, ecdf_compare);
    for (size_t i = 0; i < reached; i++) {
        /* Of equal costs the last one's share is that of the step. */
        if (ecdf->n == 0 || ecdf->x[ecdf->n - 1] != ecdf->x[i]) ecdf->x[ecdf->n++] = ecdf->x[i];
        ecdf->share[ecdf->n - 1] = (double)(i + 1) / (double)pairs;
    }
    return LF_OK;
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
