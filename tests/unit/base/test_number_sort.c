/* Sorted as qsort sorts: a few numbers and many, of all sizes and both signs, with equal ones. */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/number_sort.h"
#include "near.h"
#include "random_table.h"

/* n numbers of either sort, the same ones. */
static void check(size_t n, double *ours, double *theirs) {
    memcpy(theirs, ours, n * sizeof *ours);
    lf_number_sort(n, ours);
    qsort(theirs, n, sizeof *theirs, lf_number_compare);
    for (size_t i = 0; i < n; i++)
        assert_true(ours[i] == theirs[i]);
}

static double any_number(size_t kind, size_t i) {
    const double u = table_random(kind, i, -1, 1);
    const double few[] = {0, -0.0, INFINITY, -INFINITY, 5e-324, -5e-324, 1e308, -1};
    switch (kind) {
    case 0:
        return u;
    case 1:
        return ldexp(u, (int)(i % 2000) - 1000); /* every digit takes every value */
    case 2:
        return few[i % 8];
    default:
        return floor(u * 50) / 7; /* many ties, and digits that all have in common */
    }
}

static void test_like_qsort(void **state) {
    (void)state;
    const size_t sizes[] = {0, 1, 2, 100, 511, 512, 30001};
    double *ours = malloc(30001 * sizeof *ours), *theirs = malloc(30001 * sizeof *theirs);
    assert_true(ours && theirs);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (size_t kind = 0; kind < 4; kind++) {
            for (size_t i = 0; i < sizes[s]; i++)
                ours[i] = any_number(kind, i);
            check(sizes[s], ours, theirs);
        }
    free(ours);
    free(theirs);
}

/* What is in order stays so, and what is in the opposite order is turned about. */
static void test_orders(void **state) {
    (void)state;
    enum { MANY = 10000 };
    double *ours = malloc(MANY * sizeof *ours), *theirs = malloc(MANY * sizeof *theirs);
    assert_true(ours && theirs);
    for (int up = 0; up < 3; up++) {
        for (size_t i = 0; i < MANY; i++)
            ours[i] = (up - 1) * ((double)i - 5000.5);
        check(MANY, ours, theirs);
    }
    free(ours);
    free(theirs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_like_qsort),
        cmocka_unit_test(test_orders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
