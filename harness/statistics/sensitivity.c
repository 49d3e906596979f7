#include "harness/statistics/sensitivity.h"

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
