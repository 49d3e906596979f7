/* Penalties on outer functions: values worked out by hand, differences, brute-force minimisation.
 */
#include <levelfield/outer.h>

#include <string.h>

#include "near.h"
#include "numeric/stream.h"

static const lf_penalty penalties[] = {LF_PENALTY_NONE, LF_PENALTY_HINGE, LF_PENALTY_SQUARED_HINGE,
                                       LF_PENALTY_SMOOTHED_HINGE};
enum { PENALTIES = 4 };

static double random_in(uint64_t draw, double low, double high) {
    uint64_t bits[4];
    lf_stream_block(11, LF_STREAM_TEST, 0, draw, 0, bits);
    return low + (high - low) * lf_stream_uniform(bits[0]);
}

/* A function of this kind whose constants are random, the shift of either sign. */
static lf_outer random_outer(lf_outer_kind kind, size_t p, lf_penalty penalty, uint64_t draw) {
    return (lf_outer){.kind = kind,
                      .p = p,
                      .scale = random_in(10 * draw, 0.2, 2),
                      .shift = random_in(10 * draw + 1, -0.5, 1),
                      .level = kind == LF_OUTER_HINGE ? random_in(10 * draw + 2, -1, 1) : 0,
                      .penalty = penalty,
                      .rho = random_in(10 * draw + 3, 0.1, 4),
                      .lambda = random_in(10 * draw + 4, 0.01, 1)};
}

static double distance_square(size_t p, const double *a, const double *b) {
    double sum = 0;
    for (size_t j = 0; j < p; j++)
        sum += (a[j] - b[j]) * (a[j] - b[j]);
    return sum;
}

/* The FCCO paper's hinge rho [u]_+ with rho = 4, lambda = 0.05: u^2 / (2 lambda) up to 0.2. */
static void test_hinge_by_hand(void **state) {
    (void)state;
    const lf_outer f = {LF_OUTER_SUM, 1, 1, 0, 0, LF_PENALTY_HINGE, 4, 0};
    const double at[] = {-0.3, 0.1, 1}, value[] = {0, 0.1, 3.6}, slope[] = {0, 2, 4};
    const double prox[] = {-0.3, 0, 0.8};
    const lf_outer smooth = {LF_OUTER_SUM, 1, 1, 0, 0, LF_PENALTY_SMOOTHED_HINGE, 4, 0.05};
    for (size_t i = 0; i < 3; i++) {
        double u, v, y;
        assert_ok(lf_outer_prox(&f, 0.05, &at[i], &u));
        assert_ok(lf_outer_envelope(&f, 0.05, &at[i], &v, &y));
        assert_near(u, prox[i], 1e-15);
        assert_near(v, value[i], 1e-14);
        assert_near(y, slope[i], 1e-14);
        assert_near(lf_outer_value(&smooth, &at[i]), value[i], 1e-14);
        lf_outer_subgradient(&smooth, &at[i], &y);
        assert_near(y, slope[i], 1e-14);
    }
}

/* rho [|g1 - g2| - kappa]_+ with rho = 4, kappa = 0.005, lambda = 0.05; and the same envelope as a
 * smoothed hinge of twice the parameter. */
static void test_gap_by_hand(void **state) {
    (void)state;
    const lf_outer f = {LF_OUTER_GAP, 2, 1, 0.005, 0, LF_PENALTY_HINGE, 4, 0};
    const lf_outer smooth = {LF_OUTER_GAP, 2, 1, 0.005, 0, LF_PENALTY_SMOOTHED_HINGE, 4, 0.1};
    const double at[][2] = {{0.8, 0.1}, {0.3, 0.1}, {0.1, 0.3}, {0.2, 0.204}};
    const double value[] = {1.98, 0.190125, 0.190125, 0}, c[] = {4, 1.95, -1.95, 0};
    const double prox[][2] = {{0.6, 0.3}, {0.2025, 0.1975}, {0.1975, 0.2025}, {0.2, 0.204}};
    for (size_t i = 0; i < 4; i++) {
        double u[2], v, y[2], slope[2];
        assert_ok(lf_outer_prox(&f, 0.05, at[i], u));
        assert_ok(lf_outer_envelope(&f, 0.05, at[i], &v, y));
        lf_outer_subgradient(&smooth, at[i], slope);
        assert_near(v, value[i], 1e-14);
        assert_near(lf_outer_value(&smooth, at[i]), value[i], 1e-14);
        for (size_t j = 0; j < 2; j++) {
            assert_near(u[j], prox[i][j], 1e-15);
            assert_near(y[j], j == 0 ? c[i] : -c[i], 1e-14);
            assert_near(slope[j], y[j], 1e-13);
        }
    }
}

static void test_squared_by_hand(void **state) {
    (void)state;
    const lf_outer f = {LF_OUTER_ABS, 1, 2, 1, 0, LF_PENALTY_SQUARED_HINGE, 3, 0};
    const double z = -1.5, inside = 0.5, edge = -0.5; /* h = 2, 0, 0 */
    double y;
    assert_near(lf_outer_value(&f, &z), 12, 0);
    assert_near(lf_outer_value(&f, &inside), 0, 0);
    lf_outer_subgradient(&f, &z, &y);
    assert_near(y, -24, 0); /* 2 rho h times the slope -2 */
    lf_outer_subgradient(&f, &edge, &y);
    assert_near(y, 0, 0);
}

/* Where the slope is that of both sides, it is the subgradient. */
static void test_slopes_match_differences(void **state) {
    (void)state;
    const lf_outer_kind kinds[] = {LF_OUTER_SUM,  LF_OUTER_ABS, LF_OUTER_MAX_ABS, LF_OUTER_HINGE,
                                   LF_OUTER_SCAD, LF_OUTER_GAP, LF_OUTER_LOG};
    size_t checked = 0;
    for (uint64_t draw = 0; draw < 2800; draw++) {
        const lf_outer_kind kind = kinds[draw % 7];
        const size_t p = kind == LF_OUTER_GAP ? 2 : 1;
        const lf_outer f = random_outer(kind, p, penalties[draw / 7 % PENALTIES], draw);
        const double low = kind == LF_OUTER_LOG ? 0.5 : -3, h = 1e-6;
        double z[2] = {random_in(10 * draw + 5, low, 3), random_in(10 * draw + 6, low, 3)};
        double value[3], y[2];
        lf_outer_subgradient(&f, z, y);
        for (int k = 0; k < 3; k++, z[0] += h)
            value[k] = lf_outer_value(&f, z);
        const double left = (value[1] - value[0]) / h, right = (value[2] - value[1]) / h;
        if (fabs(left - right) > 1e-4) continue;
        assert_near(y[0], left, 1e-4);
        checked++;
    }
    assert_true(checked > 2500);
}

/* No point of a grid around z does better than the prox; z and value bound the envelope, and its
 * gradient is (z - u) / lambda and no longer than the Lipschitz constant of f. */
static void check_minimises(const lf_outer *f, double lambda, const double *z, double lipschitz) {
    double u[2], y[2], v[2], value;
    const double here = lf_outer_value(f, z);
    const size_t across = f->p == 2 ? 200 : 0;
    const double step = f->p == 2 ? 0.04 : 1e-3;
    assert_ok(lf_outer_prox(f, lambda, z, u));
    assert_ok(lf_outer_envelope(f, lambda, z, &value, y));
    assert_near(value, lf_outer_value(f, u) + distance_square(f->p, u, z) / (2 * lambda), 1e-13);
    for (size_t j = 0; j < f->p; j++)
        assert_near(y[j], (z[j] - u[j]) / lambda, 1e-13);
    for (v[0] = -4; v[0] <= 4; v[0] += step)
        for (size_t k = 0; k <= across; k++) {
            v[1] = -4 + step * (double)k;
            assert_true(lf_outer_value(f, v) + distance_square(f->p, v, z) / (2 * lambda) >=
                        value - 1e-12);
        }
    if (isinf(lipschitz)) return;
    const double zero[2] = {0, 0};
    assert_true(sqrt(distance_square(f->p, y, zero)) <= lipschitz + 1e-12);
    assert_true(here - value >= -1e-12);
    assert_true(here - value <= lambda * lipschitz * lipschitz / 2 + 1e-12);
}

static void test_prox_minimises(void **state) {
    (void)state;
    const lf_outer_kind kinds[] = {LF_OUTER_SUM, LF_OUTER_ABS, LF_OUTER_HINGE, LF_OUTER_GAP,
                                   LF_OUTER_SUM};
    const size_t arguments[] = {1, 1, 1, 2, 2};
    for (size_t k = 0; k < 5 * PENALTIES; k++)
        for (uint64_t draw = 0; draw < 60; draw++) {
            const lf_penalty penalty = penalties[k / 5];
            const lf_outer f = random_outer(kinds[k % 5], arguments[k % 5], penalty, 60 * k + draw);
            const double z[2] = {random_in(10 * draw + 5, -3, 3), random_in(10 * draw + 6, -3, 3)};
            const double rho = penalty == LF_PENALTY_NONE            ? 1
                               : penalty == LF_PENALTY_SQUARED_HINGE ? INFINITY
                                                                     : f.rho;
            const double lambda = random_in(10 * draw + 7, 0.05, 2);
            check_minimises(&f, lambda, z, rho * f.scale * sqrt((double)f.p));
        }
}

/* The result may lie where the argument was. */
static void test_prox_in_place(void **state) {
    (void)state;
    const lf_outer f = {LF_OUTER_GAP, 2, 1, 0.005, 0, LF_PENALTY_HINGE, 4, 0};
    double z[2] = {0.8, 0.1};
    assert_ok(lf_outer_prox(&f, 0.05, z, z));
    assert_near(z[0], 0.6, 1e-15);
    assert_near(z[1], 0.3, 1e-15);
}

static void test_no_closed_form(void **state) {
    (void)state;
    const lf_outer_kind kinds[] = {LF_OUTER_MAX_ABS, LF_OUTER_SCAD, LF_OUTER_LOG};
    const char *const words[] = {"max |z_j|", "SCAD", "logarithm"};
    const double z = 1;
    for (size_t k = 0; k < 3; k++) {
        const lf_outer f = {kinds[k], 1, 1, 0, 0, LF_PENALTY_HINGE, 1, 0};
        double u, value;
        assert_int_equal(lf_outer_prox(&f, 0.1, &z, &u), LF_UNSUPPORTED);
        assert_non_null(strstr(lf_message(), words[k]));
        assert_int_equal(lf_outer_envelope(&f, 0.1, &z, &value, &u), LF_UNSUPPORTED);
    }
}

/* What is not a number is not taken for a constraint that holds. */
static void test_nan_is_kept(void **state) {
    (void)state;
    const double z = NAN;
    for (size_t k = 0; k < PENALTIES; k++) {
        const lf_outer f = {LF_OUTER_SUM, 1, 1, 0, 0, penalties[k], 2, 0.1};
        double value, y;
        assert_true(isnan(lf_outer_value(&f, &z)));
        assert_ok(lf_outer_envelope(&f, 0.1, &z, &value, &y));
        assert_true(isnan(value) && isnan(y));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hinge_by_hand),   cmocka_unit_test(test_gap_by_hand),
        cmocka_unit_test(test_squared_by_hand), cmocka_unit_test(test_slopes_match_differences),
        cmocka_unit_test(test_prox_minimises),  cmocka_unit_test(test_prox_in_place),
        cmocka_unit_test(test_no_closed_form),  cmocka_unit_test(test_nan_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
