/* Many tests at once, and the size of a difference: Holm's correction, Vargha and Delaney's A. */
#include <math.h>

#include "harness/statistics/statistics.h"

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
                remaining += k < j ? p[k] > p[j] : p[k] >= p[j];
            largest = fmax(largest, fmin(1, (double)remaining * p[j]));
        }
        adjusted[i] = largest;
    }
}

/* The least chance that is compatible with an estimate a: a - p = z times the deviation at p. The
 * variance is Hanley and McNeil's with the mean of both sizes, so that it is symmetric; beside one
 * value that is known it is that of a share. */
static double rank_least(double a, double n, double m, double z) {
    double low = 0, high = a;
    for (size_t i = 0; i < 60; i++) {
        const double p = (low + high) / 2, more = n > 1 && m > 1 ? (n + m) / 2 - 1 : 0;
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

/* C(n - i, k) / C(n, k) is the product of (n - i - j) / (n - j) over j < k: 0 once n - i < k. */
size_t lf_stat_best_of(size_t n, size_t k) {
    for (size_t i = 1; i < n; i++) {
        double none = 1; /* chance that the i best are not among them */
        for (size_t j = 0; j < k && none > 0; j++)
            none *= n - i > j ? (double)(n - i - j) / (double)(n - j) : 0;
        if (none <= 0.5 * (1 + 1e-12)) return i;
    }
    return n;
}
