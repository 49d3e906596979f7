/* Vectors of exponentials and logarithms against the C library's in long double. */
#include "problems/pieces/elementary.h"

#include <float.h>
#include <math.h>

#include "near.h"

enum { SIZE = 1001 };

/* Units in the last place between what came out and what is right. */
static double off_by(double got, long double right) {
    const double near = (double)right;
    return (double)fabsl((long double)got - right) / (nextafter(fabs(near), INFINITY) - fabs(near));
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
            assert_true(off_by(e[i], expl(-fabsl((long double)x[i]))) < 2);
    }
}

static void test_exp_ends(void **state) {
    (void)state;
    const double x[] = {0, -0.0, 707, -708, 1e300, INFINITY, -INFINITY, NAN};
    double e[8];
    lf_exp_minus_abs(8, x, e);
    assert_near(e[0], 1, 0);
    assert_near(e[1], 1, 0);
    assert_true(off_by(e[2], expl(-707)) < 2);
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
            assert_true(off_by(v[i], log1pl((long double)e[i])) < 2);
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
