/**
 * @file rank_sum.c
 * @brief Wilcoxon's rank-sum test of two samples that have no pairs.
 *
 * If nothing tells the samples apart, every division of all values into n and m is as likely as the
 * one that was seen. Ranks are those in the middle of equal values, doubled to be whole.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/statistics.h"

/* Up to so many values all divisions are counted; a table of 4 MB at most. */
enum { RANK_SUM_EXACT = 100 };

/* rank (n + m) <- twice the rank of each value among all; *own <- their sum over x. */
static void rank_sum_ranks(const double *x, size_t n, const double *y, size_t m, size_t *rank,
                           size_t *own) {
    *own = 0;
    for (size_t i = 0; i < n + m; i++) {
        const double value = i < n ? x[i] : y[i - n];
        size_t below = 0, equal = 0;
        for (size_t k = 0; k < n + m; k++) {
            const double other = k < n ? x[k] : y[k - n];
            below += other < value;
            equal += other == value;
        }
        rank[i] = 2 * below + equal + 1;
        if (i < n) *own += rank[i];
    }
}

/* Share of the choices of n of these ranks with a sum of at most `most`, one rank after the other:
 * ways[k][s] of those so far choose k with sum s. */
static double rank_sum_counted(const size_t *rank, size_t all, size_t n, size_t most, size_t top,
                               double *ways) {
    double below = 0, total = 0;
    memset(ways, 0, (n + 1) * (top + 1) * sizeof *ways);
    ways[0] = 1;
    for (size_t i = 0; i < all; i++)
        for (size_t k = (i < n ? i + 1 : n); k > 0; k--)
            for (size_t s = rank[i]; s <= top; s++)
                ways[k * (top + 1) + s] += ways[(k - 1) * (top + 1) + s - rank[i]];
    for (size_t s = 0; s <= top; s++) {
        total += ways[n * (top + 1) + s];
        if (s <= most) below += ways[n * (top + 1) + s];
    }
    return below / total;
}

/* The normal approximation of the same, with what ties take off the variance, and half a rank. */
static double rank_sum_normal(const size_t *rank, size_t n, size_t m, size_t own) {
    const double all = (double)(n + m), mean = (double)n * (all + 1);
    double variance = 0;
    for (size_t i = 0; i < n + m; i++)
        variance += ((double)rank[i] - all - 1) * ((double)rank[i] - all - 1);
    variance *= (double)n * (double)m / (all * (all - 1));
    return variance > 0 ? lf_stat_normal(((double)own + 1 - mean) / sqrt(variance)) : 1;
}

lf_status lf_stat_rank_sum(const double *x, size_t n, const double *y, size_t m, double *p) {
    const size_t all = n + m, top = all * (all + 1);
    const bool exact = all <= RANK_SUM_EXACT;
    size_t own;
    *p = 1;
    if (n == 0 || m == 0) return LF_OK;
    size_t *rank = calloc(all, sizeof *rank);
    double *ways = calloc(exact ? (n + 1) * (top + 1) : 1, sizeof *ways);
    if (rank && ways) {
        rank_sum_ranks(x, n, y, m, rank, &own);
        *p = exact ? rank_sum_counted(rank, all, n, own, top, ways)
                   : rank_sum_normal(rank, n, m, own);
    }
    const lf_status status = rank && ways ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for ranks");
    free(rank);
    free(ways);
    return status;
}
