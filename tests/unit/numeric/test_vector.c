/* Vector kernels against hand values. */
#include <levelfield/vector.h>

#include "near.h"

static void test_kernels(void **state) {
    (void)state;
    double x[] = {3, -4, 0}, y[] = {1, 1, 2};
    assert_near(lf_vec_dot(3, x, y), -1, 0);
    assert_near(lf_vec_norm(3, x), 5, 0);
    assert_near(lf_vec_distance(3, x, y), sqrt(4 + 25 + 4), 1e-15);
    lf_vec_axpy(3, 2, x, y);
    assert_near(y[0], 7, 0);
    assert_near(y[1], -7, 0);
    lf_vec_axpby(3, 1, x, -1, y);
    assert_near(y[0], -4, 0);
    lf_vec_scale(3, 0.5, x);
    assert_near(x[1], -2, 0);
    lf_vec_copy(3, x, y);
    assert_near(y[1], -2, 0);
    lf_vec_zero(3, y);
    assert_near(lf_vec_norm(3, y), 0, 0);
    lf_vec_zero(0, NULL);
    lf_vec_copy(0, NULL, NULL);
}

/* By hand: 0.5 * 9 + 0.25 * 2 = 5; 1 - 4 * 3 / (1 + sqrt(25)) = -1. */
static void test_roots(void **state) {
    (void)state;
    double x[] = {3, 0}, q[] = {2, 16}, y[] = {1, 1};
    lf_vec_squares(2, 0.5, x, 0.25, q);
    assert_near(q[0], 5, 0);
    assert_near(q[1], 4, 0);
    q[0] = 25;
    lf_vec_over_root(2, -4, x, q, 1, y);
    assert_near(y[0], -1, 0);
    assert_near(y[1], 1, 0);
}

static void test_finite(void **state) {
    (void)state;
    double x[] = {1, 1e308, -1e308};
    assert_true(lf_vec_finite(3, x));
    assert_true(lf_vec_finite(0, x));
    x[1] = INFINITY;
    assert_false(lf_vec_finite(3, x));
    x[1] = NAN;
    assert_false(lf_vec_finite(3, x));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kernels), cmocka_unit_test(test_roots),
                                       cmocka_unit_test(test_finite)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
