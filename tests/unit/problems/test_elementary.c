/* Vectors of exponentials and logarithms against the C library's in long double, or in double where
 * that has no more digits: so it is under memcheck, whose log1pl loses most of them. */
#include "numeric/elementary.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#include "near.h"

enum { SIZE = 1001 };

static bool long_double_is_longer(void) {
    const volatile long double one = 1;
    return one + LDBL_EPSILON > one;
}

/* Within two units in the last place of what is right; and one more where `right` is itself the C
 * library's in double, which may be one off. */
static void assert_units(double got, long double right) {
    const double near = fabs((double)right), unit = nextafter(near, INFINITY) - near;
    const double units = (double)fabsl((long double)got - right) / unit;
    assert_true(units < (long_double_is_longer() ? 2 : 3));
}

static void assert_exp(double got, double x) {
    assert_units(got, long_double_is_longer() ? expl((long double)x) : (long double)exp(x));
}

static void assert_log1p(double got, double x) {
    assert_units(got, long_double_is_longer() ? log1pl((long double)x) : (long double)log1p(x));
}

static void test_exp(void **state) {
    (void)state;
    static const double widths[] = {1e-17, 1e-3, 0.3, 1, 20, 700};
    double x[SIZE], e[SIZE];
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++) {
        for (int i = 0; i < SIZE; i++)
            x[i] = widths[k] * (i - SIZE / 2) / (SIZE / 2.0);
        lf_exp_minus_abs(SIZE, x, e);
        for (int i = 0; i < SIZE; i++)
            assert_exp(e[i], -fabs(x[i]));
    }
}

static void test_exp_ends(void **state) {
    (void)state;
    const double x[] = {0, -0.0, 707, -708, 1e300, INFINITY, -INFINITY, NAN};
    double e[8];
    lf_exp_minus_abs(8, x, e);
    assert_near(e[0], 1, 0);
    assert_near(e[1], 1, 0);
    assert_exp(e[2], -707);
    for (size_t i = 3; i < 7; i++)
        assert_near(e[i], 0, 0);
    assert_true(isnan(e[7]));
}

static void test_log1p(void **state) {
    (void)state;
    double e[SIZE], v[SIZE];
    for (double most = 1; most > DBL_MIN; most *= 1e-7) {
        for (int i = 0; i < SIZE; i++)
            e[i] = most * (i + 1) / SIZE;
        lf_log1p_unit(SIZE, e, v);
        for (int i = 0; i < SIZE; i++)
            assert_log1p(v[i], e[i]);
    }
    const double ends[] = {0, NAN};
    lf_log1p_unit(2, ends, v);
    assert_near(v[0], 0, 0);
    assert_true(isnan(v[1]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exp),
        cmocka_unit_test(test_exp_ends),
        cmocka_unit_test(test_log1p),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
