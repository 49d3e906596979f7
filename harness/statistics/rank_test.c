/* Tests on ranks: Wilcoxon's signed-rank test, Holm's correction, Vargha and Delaney's effect size.
 */
#include "harness/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>

/* Above this many pairs the normal approximation is good to the digits anybody quotes. */
static const size_t rank_exact_limit = 50;

typedef struct {
    double size;
    bool positive;
} rank_item;

static int rank_compare(const void *a, const void *b) {
    const double x = ((const rank_item *)a)->size, y = ((const rank_item *)b)->size;
    return (x > y) - (x < y);
}

/* twice (n) <- twice the mid-ranks of the sorted sizes: whole numbers even with ties. *ties gains
 * t^3 - t for every group of t equal sizes. */
static void rank_assign(const rank_item *item, size_t n, size_t *twice, double *ties) {
    for (size_t first = 0, last; first < n; first = last) {
        for (last = first; last < n && item[last].size == item[first].size;)
            last++;
        for (size_t i = first; i < last; i++)
            twice[i] = first + last + 1;
        const double t = (double)(last - first);
        *ties += t * t * t - t;
    }
}

/*
 * The null distribution: each difference is positive or negative with equal chance, given the
 * sizes. ways[s] counts the sign patterns with doubled positive rank sum s; 2^50 patterns are still
 * exact in a double. P(sum <= s) and P(sum >= s) are one-sided p-values.
 */
static lf_status rank_exact(const size_t *twice, size_t n, size_t sum, lf_wilcoxon *test) {
    const size_t most = n * (n + 1);
    double *ways = calloc(most + 1, sizeof *ways);
    if (!ways) return lf_fail(LF_NO_MEMORY, "Wilcoxon: no memory");
    ways[0] = 1;
    for (size_t i = 0; i < n; i++)
        for (size_t s = most + 1; s-- > twice[i];)
            ways[s] += ways[s - twice[i]];
    double below = 0, above = 0;
    for (size_t s = 0; s <= most; s++) {
        if (s <= sum) below += ways[s];
        if (s >= sum) above += ways[s];
    }
    free(ways);
    test->less = ldexp(below, -(int)n);
    test->greater = ldexp(above, -(int)n);
    test->exact = true;
    return LF_OK;
}

static void rank_normal(double n, double ties, lf_wilcoxon *test) {
    const double mean = n * (n + 1) / 4;
    const double deviation = sqrt((n * (n + 1) * (2 * n + 1) - ties / 2) / 24);
    test->less = lf_stat_normal((test->plus + 0.5 - mean) / deviation);
    test->greater = lf_stat_normal((mean + 0.5 - test->plus) / deviation);
}

static lf_status rank_decide(rank_item *item, size_t n, size_t *twice, lf_wilcoxon *test) {
    double ties = 0;
    size_t sum = 0;
    qsort(item, n, sizeof *item, rank_compare);
    rank_assign(item, n, twice, &ties);
    for (size_t i = 0; i < n; i++)
        sum += item[i].positive ? twice[i] : 0;
    test->plus = (double)sum / 2;
    test->minus = (double)(n * (n + 1)) / 2 - test->plus;
    if (n <= rank_exact_limit)
        LF_TRY(rank_exact(twice, n, sum, test));
    else
        rank_normal((double)n, ties, test);
    test->two_sided = fmin(1, 2 * fmin(test->less, test->greater));
    return LF_OK;
}

lf_status lf_stat_wilcoxon(const double *difference, size_t n, lf_wilcoxon *test) {
    *test = (lf_wilcoxon){.less = 1, .greater = 1, .two_sided = 1, .exact = true};
    rank_item *item = malloc((n ? n : 1) * sizeof *item);
    size_t *twice = malloc((n ? n : 1) * sizeof *twice);
    lf_status status = LF_OK;
    if (!item || !twice) status = lf_fail(LF_NO_MEMORY, "Wilcoxon: no memory");
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        if (isnan(difference[i]))
            status = lf_fail(LF_BAD_ARGUMENT, "Wilcoxon: difference %zu is not a number", i);
        else if (difference[i] != 0)
            item[test->n++] = (rank_item){fabs(difference[i]), difference[i] > 0};
    }
    test->exact = test->n <= rank_exact_limit;
    if (status == LF_OK && test->n > 0) status = rank_decide(item, test->n, twice, test);
    free(item);
    free(twice);
    return status;
}

size_t lf_stat_pairs_needed(size_t family, double level) {
    size_t n = 1; /* the smallest p of n pairs is 2^-n */
    while ((double)family * ldexp(1, -(int)n) > level)
        n++;
    return n;
}

void lf_stat_holm(const double *p, size_t m, double *adjusted) {
    /* The k-th smallest p is multiplied by the number of hypotheses not yet rejected, and no
     * adjusted value is below one of a smaller p. Families are small: no sorting. */
    for (size_t i = 0; i < m; i++) {
        double largest = 0;
        for (size_t j = 0; j < m; j++) {
            if (p[j] > p[i]) continue;
            size_t remaining = 0;
            for (size_t k = 0; k < m; k++)
                remaining += p[k] > p[j] || (p[k] == p[j] && k >= j);
            largest = fmax(largest, fmin(1, (double)remaining * p[j]));
        }
        adjusted[i] = largest;
    }
}

/* The least chance that is compatible with an estimate a: a - p = z times the deviation at p. The
 * variance is Hanley and McNeil's with the mean of both sizes, so that it is symmetric. */
static double rank_least(double a, double n, double m, double z) {
    double low = 0, high = a;
    for (size_t i = 0; i < 60; i++) {
        const double p = (low + high) / 2, more = (n + m) / 2 - 1;
        const double variance =
            p * (1 - p) * (1 + more * ((1 - p) / (2 - p) + p / (1 + p))) / (n * m);
        *(a - p > z * sqrt(variance) ? &low : &high) = p;
    }
    return high;
}

lf_interval lf_stat_superiority(const double *x, size_t n, const double *y, size_t m,
                                double level) {
    double below = 0;
    if (n == 0 || m == 0) return (lf_interval){NAN, NAN, NAN};
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            below += x[i] < y[j] ? 1 : x[i] == y[j] ? 0.5 : 0;
    const double a = below / (double)(n * m), z = lf_stat_normal_quantile((1 + level) / 2);
    return (lf_interval){a, rank_least(a, (double)n, (double)m, z),
                         1 - rank_least(1 - a, (double)n, (double)m, z)};
}
