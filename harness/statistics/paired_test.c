/* Tests of paired differences by counting: positive sums of two of them, or positive ones. */
#include "harness/statistics/statistics.h"

#include <math.h>

/* Above this many pairs the normal approximation is good to the digits anybody quotes. */
enum { PAIRED_EXACT = 50 };

/* What can be counted in n differences at most. */
static size_t paired_most(lf_paired_test test, size_t n) {
    return test == LF_TEST_SIGNS ? n : n * (n + 1) / 2;
}

/* How many of the sorted x, or of the means of two of them, are above t. Minus infinity and
 * infinity have no mean, and are not above anything. */
static size_t paired_above(lf_paired_test test, const double *x, size_t n, double t) {
    size_t count = 0, first = n; /* of those that are above t together with x[i] */
    for (size_t i = 0; i < n; i++) {
        if (test == LF_TEST_SIGNS) {
            count += x[i] > t;
            continue;
        }
        while (first > 0 && x[i] + x[first - 1] > 2 * t)
            first--;
        count += n - (first > i ? first : i);
    }
    return count;
}

size_t lf_stat_positive(lf_paired_test test, double *x, size_t n) {
    lf_stat_sort(x, n);
    return paired_above(test, x, n, 0);
}

/* ways[s] counts the sign patterns with sum s of the positive ranks; 2^50 of them are still exact
 * in a double. Signs alone are ranks of 1. */
double lf_stat_tail(lf_paired_test test, size_t n, size_t count) {
    const double most = (double)paired_most(test, n), m = (double)n;
    if (n > PAIRED_EXACT) {
        const double variance = test == LF_TEST_SIGNS ? m / 4 : m * (m + 1) * (2 * m + 1) / 24;
        return lf_stat_normal((most / 2 + 0.5 - (double)count) / sqrt(variance));
    }
    double ways[PAIRED_EXACT * (PAIRED_EXACT + 1) / 2 + 1] = {1}, above = 0;
    size_t last = 0;
    for (size_t i = 1; i <= n; i++) {
        const size_t rank = test == LF_TEST_SIGNS ? 1 : i;
        last += rank;
        for (size_t s = last + 1; s-- > rank;)
            ways[s] += ways[s - rank];
    }
    for (size_t s = count; s <= last; s++)
        above += ways[s];
    return ldexp(above, -(int)n);
}

double lf_stat_two_sided(lf_paired_test test, double *x, size_t n, double *sign) {
    const size_t up = lf_stat_positive(test, x, n);
    for (size_t i = 0; i < n; i++)
        x[i] = -x[i];
    const size_t down = lf_stat_positive(test, x, n);
    if (sign) *sign = (double)up - (double)down;
    return fmin(1, 2 * lf_stat_tail(test, n, up > down ? up : down));
}

size_t lf_stat_least(lf_paired_test test, size_t n, double level) {
    size_t low = 0, high = paired_most(test, n) + 1;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (lf_stat_reaches(lf_stat_tail(test, n, middle), level))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The k-th largest of the sorted x, or of the means of two of them. A mean is finite if both are,
 * so it lies between the smallest and the largest that are; there may be none. */
static double paired_largest(lf_paired_test test, const double *x, size_t n, size_t k) {
    double low = 0, high = 0;
    for (size_t i = 0; i < n; i++) {
        if (isinf(x[i])) continue;
        low = fmin(low, nextafter(x[i], -INFINITY));
        high = fmax(high, x[i]);
    }
    if (paired_above(test, x, n, low) < k) return -INFINITY;
    if (paired_above(test, x, n, high) >= k) return INFINITY;
    for (;;) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) return high;
        *(paired_above(test, x, n, middle) >= k ? &low : &high) = middle;
    }
}

double lf_stat_lower_end(lf_paired_test test, double *x, size_t n, double error) {
    const size_t needed = lf_stat_least(test, n, error);
    lf_stat_sort(x, n);
    return needed > paired_most(test, n) ? -INFINITY : paired_largest(test, x, n, needed);
}

/* How many of the x, or of the means of two of them, there are: minus infinity and infinity have no
 * mean. Left out, they turn no centre round; at the bottom, where a test has them, they would. */
static size_t paired_means(lf_paired_test test, const double *x, size_t n) {
    size_t lowest = 0, highest = 0;
    for (size_t i = 0; i < n && test != LF_TEST_SIGNS; i++) {
        lowest += x[i] == -INFINITY;
        highest += x[i] == INFINITY;
    }
    return paired_most(test, n) - lowest * highest;
}

double lf_stat_centre(lf_paired_test test, double *x, size_t n) {
    const size_t means = paired_means(test, x, n);
    if (n == 0) return NAN;
    lf_stat_sort(x, n);
    const double upper = paired_largest(test, x, n, (means + 1) / 2);
    const double lower = paired_largest(test, x, n, means / 2 + 1);
    return (lower + upper) / 2;
}
