/* Dense algebra of doubles, with the norm and the triangle that these alone have. */
#include <float.h>

#include "dense_trials.h"

/* It reads one triangle, and of C nothing else is written. */
static void try_symmetric(size_t n, size_t k, const room *r) {
    fill(k * (n + 1), n, false, r->A);
    fill(n * n, k, false, r->C);
    const product p = {LF_DENSE_TN, n, n, k, 1, -0.3, 1};
    for (size_t i = 0; i < n; i++)
        memcpy(r->want + i * (n + 1), r->C + i * n, n * sizeof *r->C);
    plain_product(&p, r->A, r->A, r->want);
    for (size_t i = 0; i < n; i++) {
        memmove(r->want + i * n, r->want + i * (n + 1), n * sizeof *r->C);
        memcpy(r->want + i * n, r->C + i * n, i * sizeof *r->C);
    }
    lf_dense_syrk(n, k, -0.3, r->A, n + 1, r->C, n);
    assert_bits(n * n, r->C, r->want, "syrk");
}

static void try_norms(void) {
    const double large[] = {3e300, -4e300}, small[] = {0, 3e-320, 4e-320}, none[] = {1, NAN};
    const double endless[] = {1, -INFINITY}, middle[] = {3, -4};
    assert_near(lf_dense_norm(2, middle), 5, 0);
    assert_near(lf_dense_norm(2, large) / 5e300, 1, 1e-15);
    assert_near(lf_dense_norm(3, small), 5e-320, DBL_TRUE_MIN);
    assert_true(isnan(lf_dense_norm(2, none)));
    assert_true(isinf(lf_dense_norm(2, endless)));
    assert_near(lf_dense_norm(0, NULL), 0, 0);
}

static void try_more(const room *r) {
    try_symmetric(7, 3, r);
    try_symmetric(100, 30, r);
    try_norms();
}

static void test_builds(void **state) {
    dense_try_builds(*state, try_more);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_builds),
                                       cmocka_unit_test(dense_test_fast)};
    return cmocka_run_group_tests(tests, dense_set_up, dense_tear_down);
}
