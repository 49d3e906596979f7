/**
 * @file ranked_auc.c
 * @brief Sorts both lists, then goes through them side by side, one score after the other.
 */
#include "problems/common/ranked_auc.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static int ranked_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorting needs an order, which NaN has not: false if there is one. */
static bool ranked_sort(size_t n, double *score) {
    for (size_t i = 0; i < n; i++)
        if (isnan(score[i])) return false;
    qsort(score, n, sizeof *score, ranked_compare);
    return true;
}

lf_status lf_ranked_auc(size_t n_positive, double *positive, size_t n_negative, double *negative,
                        double *auc) {
    *auc = NAN;
    if (n_positive == 0 || n_negative == 0)
        return lf_fail(LF_BAD_INPUT, "AUC of %zu positive and %zu negative rows: it needs both",
                       n_positive, n_negative);
    if (!ranked_sort(n_positive, positive) || !ranked_sort(n_negative, negative)) return LF_OK;
    uint64_t twice = 0;          /* 2 for each pair in order, 1 for each tie */
    size_t below = 0, until = 0; /* negative scores < and <= that of the positive row */
    for (size_t i = 0; i < n_positive; i++) {
        while (below < n_negative && negative[below] < positive[i])
            below++;
        if (until < below) until = below;
        while (until < n_negative && negative[until] <= positive[i])
            until++;
        twice += (uint64_t)below + until;
    }
    *auc = (double)twice / (2.0 * (double)n_positive * (double)n_negative);
    return LF_OK;
}
