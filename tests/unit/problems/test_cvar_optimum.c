/* The certified minimum of CVaR: against a closed form, a search on a line, and random points. */
#include "problems/groups/parts/cvar_optimum.h"

#include <string.h>

#include "group_functions.h"
#include "problems/groups/parts/cvar.h"

enum { MOST = 40 };

/* P(w) */
static double objective(const lf_group_function *f, double r, double decay, const double *w) {
    double risk[MOST];
    lf_cvar_group ranked[MOST];
    assert_ok(f->risks(f->context, w, NULL, risk, NULL));
    lf_cvar_rank(f->m, risk, ranked);
    return lf_cvar_value(f->m, ranked, r) + decay / 2 * lf_vec_dot(f->d, w, w);
}

/* Convex on [-size, size]: two thirds of the interval are kept, again and again. */
static double least_on_line(const lf_group_function *f, double r, double decay, double size) {
    double low = -size, high = size;
    for (int k = 0; k < 150; k++) {
        const double left = low + (high - low) / 3, right = high - (high - low) / 3;
        if (objective(f, r, decay, &left) < objective(f, r, decay, &right))
            high = right;
        else
            low = left;
    }
    return objective(f, r, decay, &low);
}

/* All groups alike: CVaR is the risk, (w - c)^2 / 2, whatever r. */
static void test_groups_alike(void **state) {
    (void)state;
    const double centre[] = {3, 3, 3}, decay = 0.5;
    quadratics same = {.d = 1, .m = 3, .centre = centre};
    const lf_group_function f = quadratics_ask(&same, 1, true);
    double w = 0, value, lower;
    assert_ok(lf_cvar_optimum(&f, 0.4, decay, 1e-10, &w, &value, &lower, NULL));
    assert_near(w, 2, 1e-4); /* c / (1 + decay), outside the ball, which plays no part */
    assert_near(value, 1.5, 1e-10);
    assert_true(lower <= 1.5 && value - lower <= 1e-10);
}

/* Lower bound, truth, value: in this order, within the tolerance. Fractional and whole r n. */
static void check_line(const lf_group_function *f, double decay) {
    const double shares[] = {0.15, 0.375, 0.5, 0.9, 1}, tolerance = 1e-9;
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
        double w = 0.5, value, lower;
        const double truth = least_on_line(f, shares[k], decay, 20);
        assert_ok(lf_cvar_optimum(f, shares[k], decay, tolerance, &w, &value, &lower, NULL));
        assert_true(value - lower <= tolerance);
        assert_true(lower <= truth + 1e-13 && truth <= value + 1e-13);
    }
}

static void test_on_a_line(void **state) {
    (void)state;
    const double centre[] = {-2, 1, 1.5, 4};
    quadratics square = {.d = 1, .m = 4, .centre = centre};
    logistics logistic = logistics_create(4, 9, 1, 1, 0, 7);
    const lf_group_function f = quadratics_ask(&square, 1, true);
    const lf_group_function g = logistics_ask(&logistic, 1, true);
    check_line(&f, 0.1);
    check_line(&g, 1e-3);
    free(logistic.z);
}

/* Where the losses are nearly straight lines the decay is all the curvature there is, and the first
 * bound nearly tight: it must still be one. */
static void test_first_bound(void **state) {
    (void)state;
    logistics logistic = logistics_create(4, 9, 1, 1, 0, 7);
    const lf_group_function f = logistics_ask(&logistic, 1, true);
    const double r = 0.375, decay = 0.5, truth = least_on_line(&f, r, decay, 20);
    for (double start = -60; start <= 60; start += 7.5) {
        double w = start, value, lower;
        assert_ok(lf_cvar_optimum(&f, r, decay, 1e6, &w, &value, &lower, NULL));
        assert_near(w, start, 0);
        assert_near(value, objective(&f, r, decay, &start), 1e-12 * value);
        assert_true(lower <= truth);
    }
    free(logistic.z);
}

/* Many unknowns, ill-conditioned, two columns alike: certified, and no point near is better. */
static void test_many_unknowns(void **state) {
    (void)state;
    const double shares[] = {0.05, 0.15, 0.3}, decay = 1e-3, tolerance = 1e-7;
    logistics logistic = logistics_create(30, 40, 12, 0.7, 2, 11);
    const lf_group_function f = logistics_ask(&logistic, 1, true);
    for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
        double w[12] = {0}, near[12], step[12], value, lower;
        assert_ok(lf_cvar_optimum(&f, shares[k], decay, tolerance, w, &value, &lower, NULL));
        assert_true(value - lower <= tolerance);
        assert_true(objective(&f, shares[k], decay, w) >= lower - 1e-13);
        for (uint64_t i = 0; i < 200; i++) {
            table_point(500 + i, 12, i % 2 ? 1e-3 : 0.3, step);
            for (size_t j = 0; j < 12; j++)
                near[j] = w[j] + step[j];
            assert_true(objective(&f, shares[k], decay, near) >= lower - 1e-13);
        }
    }
    free(logistic.z);
}

static void test_refusals(void **state) {
    (void)state;
    const double centre[] = {-2, 1};
    quadratics square = {.d = 1, .m = 2, .centre = centre};
    lf_group_function f = quadratics_ask(&square, 1, true);
    double w = 0, value, lower;
    assert_int_equal(lf_cvar_optimum(&f, 0.5, 0, 1e-6, &w, &value, &lower, NULL), LF_UNSUPPORTED);
    f = quadratics_ask(&square, 1, false);
    assert_int_equal(lf_cvar_optimum(&f, 0.5, 1, 1e-6, &w, &value, &lower, NULL), LF_UNSUPPORTED);
    /* gradients that are not the values' own certify nothing */
    square.turn = 1;
    f = quadratics_ask(&square, 1, true);
    assert_int_equal(lf_cvar_optimum(&f, 0.5, 1, 1e-6, &w, &value, &lower, NULL), LF_DIVERGED);
    assert_true(strlen(lf_message()) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_groups_alike), cmocka_unit_test(test_on_a_line),
        cmocka_unit_test(test_first_bound),  cmocka_unit_test(test_many_unknowns),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("cvar_optimum", tests, NULL, NULL);
}
