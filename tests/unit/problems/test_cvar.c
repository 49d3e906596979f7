/* CVaR of losses: golden values, the smallest value over s, the largest value over weights. */
#include "problems/groups/parts/cvar.h"

#include <math.h>

#include "near.h"
#include "random_table.h"

enum { MOST = 40 };

static double cvar(size_t n, const double *loss, double r) {
    lf_cvar_group ranked[MOST];
    lf_cvar_rank(n, loss, ranked);
    return lf_cvar_value(n, ranked, r);
}

static void test_golden(void **state) {
    (void)state;
    const double loss[] = {3, 1, 2, 5};
    assert_near(cvar(4, loss, 0.375), 13.0 / 3, 1e-14); /* m = 1.5: (5 + 3/2) / 1.5 */
    assert_near(cvar(4, loss, 0.5), 4, 0);
    assert_near(cvar(4, loss, 1), 2.75, 0);
    assert_near(cvar(4, loss, 0.1), 5, 1e-14); /* less than one group: the largest */
    assert_int_equal(lf_cvar_worst(4, 0.375), 2);
    assert_int_equal(lf_cvar_worst(4, 0.1), 1);
    assert_int_equal(lf_cvar_worst(30, 0.15), 5);
    assert_int_equal(lf_cvar_worst(1252, 0.15), 188);
    assert_int_equal(lf_cvar_worst(20, 0.15), 3); /* whole, whatever the rounding */
    assert_int_equal(lf_cvar_worst(20, 0.35), 7);
}

static void test_rank(void **state) {
    (void)state;
    const double loss[] = {2, 5, 2, 7};
    const size_t want[] = {3, 1, 0, 2};
    lf_cvar_group ranked[4];
    lf_cvar_rank(4, loss, ranked);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(ranked[i].group, want[i]);
        assert_near(ranked[i].loss, loss[want[i]], 0);
    }
}

static void test_lost_losses(void **state) {
    (void)state;
    const double nan[] = {1, NAN, 2}, infinite[] = {1, INFINITY, 2};
    assert_true(isnan(cvar(3, nan, 0.5)));
    assert_true(isnan(cvar(3, nan, 0.1)));
    assert_true(isinf(cvar(3, infinite, 1.0 / 3)));
}

/* min over s of s + (1/n) sum [L - s]_+ / r: convex and piecewise linear, so one of the losses. */
static double least_over_s(size_t n, const double *loss, double r) {
    double least = INFINITY;
    for (size_t k = 0; k < n; k++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += fmax(loss[i] - loss[k], 0);
        least = fmin(least, loss[k] + sum / ((double)n * r));
    }
    return least;
}

static const double shares[] = {0.01, 0.15, 0.25, 0.3, 1.0 / 3, 0.7, 1};
static const size_t sizes[] = {1, 2, 16, 20, 30, 40};

static void test_least_over_s(void **state) {
    (void)state;
    double loss[MOST];
    for (size_t a = 0; a < sizeof sizes / sizeof *sizes; a++)
        for (size_t b = 0; b < sizeof shares / sizeof *shares; b++) {
            table_point(10 * a + b, sizes[a], 3, loss);
            if (b % 2) loss[0] = loss[sizes[a] - 1]; /* a tie */
            assert_near(cvar(sizes[a], loss, shares[b]), least_over_s(sizes[a], loss, shares[b]),
                        1e-13);
        }
}

/* The projection of a long multiple of the losses is where the linear function is largest. */
static void test_most_over_weights(void **state) {
    (void)state;
    double loss[MOST], q[MOST];
    for (size_t a = 0; a < sizeof sizes / sizeof *sizes; a++)
        for (size_t b = 0; b < sizeof shares / sizeof *shares; b++) {
            const size_t n = sizes[a];
            const lf_domain Q = lf_cvar_weights(n, shares[b]);
            double sum = 0;
            table_point(10 * a + b, n, 3, loss);
            for (size_t i = 0; i < n; i++)
                q[i] = 1e6 * loss[i];
            lf_domain_project(&Q, q);
            assert_true(lf_domain_contains(&Q, q, 1e-9));
            for (size_t i = 0; i < n; i++)
                sum += q[i] * loss[i];
            assert_near(sum, cvar(n, loss, shares[b]), 1e-8);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_golden),
        cmocka_unit_test(test_rank),
        cmocka_unit_test(test_lost_losses),
        cmocka_unit_test(test_least_over_s),
        cmocka_unit_test(test_most_over_weights),
    };
    return cmocka_run_group_tests_name("cvar", tests, NULL, NULL);
}
