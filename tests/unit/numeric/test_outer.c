/* Outer functions against definitions, hand values and numerical minimisation. */
#include <levelfield/outer.h>

#include <string.h>

#include "near.h"
#include "numeric/stream.h"

static double random_in(uint64_t draw, double low, double high) {
    uint64_t bits[4];
    lf_stream_block(7, LF_STREAM_TEST, 0, draw, 0, bits);
    return low + (high - low) * lf_stream_uniform(bits[0]);
}

static void test_scad_is_continuous(void **state) {
    (void)state;
    const lf_outer scad = {LF_OUTER_SCAD, 1, 1, 0};
    const double at[] = {0, 0.5, 1, 1.5, 2, 7, -1.5};
    const double want[] = {0, 1, 2, 2.75, 3, 3, 2.75};
    for (size_t i = 0; i < 7; i++)
        assert_near(lf_outer_value(&scad, &at[i]), want[i], 1e-15);
    for (double joint = 1; joint <= 2; joint++) {
        const double below = joint - 1e-9, above = joint + 1e-9;
        assert_near(lf_outer_value(&scad, &below), lf_outer_value(&scad, &above), 1e-8);
    }
}

static void test_values_and_slopes(void **state) {
    (void)state;
    const double z[] = {-3, 2, 3};
    double y[3];
    const lf_outer largest = {LF_OUTER_MAX_ABS, 3, 2, 0.5};
    assert_near(lf_outer_value(&largest, z), 5.5, 0);
    lf_outer_subgradient(&largest, z, y); /* the first of the tied entries */
    assert_near(y[0], -2, 0);
    assert_near(y[1], 0, 0);
    assert_near(y[2], 0, 0);
    const lf_outer sum = {LF_OUTER_SUM, 3, 1, 1};
    assert_near(lf_outer_value(&sum, z), 1, 0);
    const double zero = 0;
    const lf_outer absolute = {LF_OUTER_ABS, 1, 1, 0}, hinge = {LF_OUTER_HINGE, 1, 1, 0};
    lf_outer_subgradient(&absolute, &zero, y);
    assert_near(y[0], 0, 0);
    lf_outer_subgradient(&hinge, &zero, y);
    assert_near(y[0], 0, 0);
}

/* A hinge with a level, a gap and a logarithm. */
/* A value that is lost may not look like one that is within its bound. */
static void test_nan_stays(void **state) {
    (void)state;
    const double z[] = {1, NAN, 2};
    const lf_outer hinge = {LF_OUTER_HINGE, 1, 1, 0}, largest = {LF_OUTER_MAX_ABS, 3, 1, 0};
    const lf_outer bound = {LF_OUTER_GAP, 2, 1, 0, .penalty = LF_PENALTY_HINGE, .rho = 1};
    assert_true(isnan(lf_outer_value(&hinge, &z[1])));
    assert_true(isnan(lf_outer_value(&largest, z)));
    assert_true(isnan(lf_outer_value(&bound, z)));
}

static void test_later_kinds(void **state) {
    (void)state;
    const lf_outer hinge = {.kind = LF_OUTER_HINGE, .p = 1, .scale = 4, .level = 0.5};
    const lf_outer gap = {.kind = LF_OUTER_GAP, .p = 2, .scale = 3, .shift = 0.25};
    const lf_outer logarithm = {.kind = LF_OUTER_LOG, .p = 1, .scale = 0.05, .level = 1};
    const double at[] = {0.25, 0.5, 2}, value[] = {0, 0, 6}, slope[] = {0, 0, 4};
    double y[2];
    for (size_t i = 0; i < 3; i++) {
        assert_near(lf_outer_value(&hinge, &at[i]), value[i], 0);
        lf_outer_subgradient(&hinge, &at[i], y);
        assert_near(y[0], slope[i], 0);
        assert_near(lf_outer_value(&logarithm, &at[i]), 0.05 * log(1 + at[i]), 1e-16);
        lf_outer_subgradient(&logarithm, &at[i], y);
        assert_near(y[0], 0.05 / (1 + at[i]), 1e-16);
    }
    const double z[] = {0.75, 2};
    assert_near(lf_outer_value(&gap, z), 3.5, 0);
    lf_outer_subgradient(&gap, z, y);
    assert_near(y[0], -3, 0);
    assert_near(y[1], 3, 0);
    assert_true(lf_outer_linear(&(lf_outer){LF_OUTER_SUM, 2, 3, 1}));
    assert_false(lf_outer_linear(&gap));
}

/* Slopes against central differences, away from kinks. */
static void test_slopes_match_differences(void **state) {
    (void)state;
    const lf_outer_kind kinds[] = {LF_OUTER_SUM, LF_OUTER_ABS, LF_OUTER_MAX_ABS, LF_OUTER_HINGE,
                                   LF_OUTER_SCAD};
    for (size_t k = 0; k < 5; k++)
        for (uint64_t draw = 0; draw < 200; draw++) {
            const lf_outer f = {kinds[k], 1, 1.7, 0.3};
            const double z = random_in(draw, -3, 3), h = 1e-6;
            double distance_to_kink = 1;
            for (double kink = -2; kink <= 2; kink++)
                distance_to_kink = fmin(distance_to_kink, fabs(z - kink));
            if (distance_to_kink < 1e-3) continue;
            const double right = z + h, left = z - h;
            double slope;
            lf_outer_subgradient(&f, &z, &slope);
            const double difference =
                (lf_outer_value(&f, &right) - lf_outer_value(&f, &left)) / (2 * h);
            assert_near(slope, difference, 1e-8);
        }
}

/* The prox value must not be beaten by any point of a fine grid. */
static void test_prox_minimises(void **state) {
    (void)state;
    const lf_outer_kind kinds[] = {LF_OUTER_SUM, LF_OUTER_ABS, LF_OUTER_HINGE, LF_OUTER_SCAD};
    for (size_t k = 0; k < 4; k++)
        for (uint64_t draw = 0; draw < 100; draw++) {
            const lf_outer f = {kinds[k], 1, 0.9, 0.1};
            const double z = random_in(draw, -4, 4), lambda = random_in(1000 + draw, 0.05, 0.5);
            double u, value, slope;
            assert_ok(lf_outer_prox(&f, lambda, &z, &u));
            assert_ok(lf_outer_envelope(&f, lambda, &z, &value, &slope));
            assert_near(value, lf_outer_value(&f, &u) + (u - z) * (u - z) / (2 * lambda), 1e-14);
            assert_near(slope, (z - u) / lambda, 1e-14);
            for (double v = -6; v <= 6; v += 1e-3)
                assert_true(lf_outer_value(&f, &v) + (v - z) * (v - z) / (2 * lambda) >=
                            value - 1e-12);
        }
}

static void test_prox_max_abs(void **state) {
    (void)state;
    const lf_outer f = {LF_OUTER_MAX_ABS, 4, 1, 0};
    /* |3| is cut to 2 by lambda = 1; then 2 and 2 share: lambda = 2 cuts both to 1.5. */
    const double z[] = {3, -2, 0.5, 0};
    double u[4];
    assert_ok(lf_outer_prox(&f, 1, z, u));
    assert_near(u[0], 2, 1e-15);
    assert_near(u[1], -2, 1e-15);
    assert_near(u[2], 0.5, 0);
    assert_ok(lf_outer_prox(&f, 2, z, u));
    assert_near(u[0], 1.5, 1e-15);
    assert_near(u[1], -1.5, 1e-15);
    assert_ok(lf_outer_prox(&f, 6, z, u));
    for (size_t j = 0; j < 4; j++)
        assert_near(u[j], 0, 0);
    /* Against random competitors. */
    double value, slope[4];
    assert_ok(lf_outer_envelope(&f, 0.7, z, &value, slope));
    for (uint64_t draw = 0; draw < 20000; draw++) {
        double v[4], distance = 0;
        for (uint64_t j = 0; j < 4; j++) {
            v[j] = random_in(4 * draw + j, -4, 4);
            distance += (v[j] - z[j]) * (v[j] - z[j]);
        }
        assert_true(lf_outer_value(&f, v) + distance / 1.4 >= value - 1e-12);
    }
}

/* The envelope of the hinge is 3S-Econ's smoothing h^nu: z^2 / (2 nu) on [0, nu], then z - nu / 2.
 */
static void test_hinge_envelope(void **state) {
    (void)state;
    const lf_outer hinge = {LF_OUTER_HINGE, 1, 1, 0};
    const double nu = 0.25, at[] = {-1, 0, 0.1, 0.25, 2};
    for (size_t i = 0; i < 5; i++) {
        double value, slope;
        assert_ok(lf_outer_envelope(&hinge, nu, &at[i], &value, &slope));
        const double z = at[i];
        assert_near(value, z <= 0 ? 0 : z <= nu ? z * z / (2 * nu) : z - nu / 2, 1e-15);
        assert_near(slope, fmin(fmax(z / nu, 0), 1), 1e-15);
    }
}

/* Where z and its prox differ by a last digit or by none, the slope is what it is for any small
 * lambda: z - prox over lambda was 1.1 of a slope of 1, and then 0. */
static void test_tiny_envelope(void **state) {
    (void)state;
    static const lf_outer of[] = {
        {LF_OUTER_HINGE, 1, 1, 0},
        {LF_OUTER_HINGE, 1, 3, 0.1, .level = 0.2, .penalty = LF_PENALTY_HINGE, .rho = 2},
        {LF_OUTER_ABS, 1, 0.5, 0},
        {LF_OUTER_SUM, 2, 0.5, 0.1, .penalty = LF_PENALTY_SQUARED_HINGE, .rho = 2},
        {LF_OUTER_GAP, 2, 1, 0.1, .penalty = LF_PENALTY_HINGE, .rho = 4}};
    const double z[][2] = {{0.3, -0.4}, {-0.3, 0.7}, {2e3, 1}, {0.2, 0.2}, {0, 0}};
    for (size_t k = 0; k < sizeof of / sizeof *of; k++)
        for (size_t i = 0; i < sizeof z / sizeof *z; i++)
            for (double lambda = 1e-10; lambda > 1e-300; lambda /= 10) {
                double want[2], y[2], value;
                lf_outer_subgradient(&of[k], z[i], want);
                if (of[k].kind == LF_OUTER_HINGE && z[i][0] <= of[k].level) want[0] = 0;
                assert_ok(lf_outer_envelope(&of[k], lambda, z[i], &value, y));
                for (size_t j = 0; j < of[k].p; j++)
                    assert_near(y[j], want[j], 1e-5 * (1 + fabs(want[j])));
                assert_near(value, lf_outer_value(&of[k], z[i]), 1e-8 * (1 + value));
            }
}

static void test_bad_prox_is_refused(void **state) {
    (void)state;
    const lf_outer scad = {LF_OUTER_SCAD, 1, 1, 0};
    const double z = 1;
    double u;
    assert_int_equal(lf_outer_prox(&scad, 0.5, &z, &u), LF_BAD_ARGUMENT);
    assert_int_equal(lf_outer_prox(&scad, 0, &z, &u), LF_BAD_ARGUMENT);
    assert_int_equal(lf_outer_prox(&scad, NAN, &z, &u), LF_BAD_ARGUMENT);
    const lf_outer logarithm = {LF_OUTER_LOG, 1, 1, 0};
    assert_int_equal(lf_outer_prox(&logarithm, 0.1, &z, &u), LF_UNSUPPORTED);
    assert_non_null(strstr(lf_message(), "logarithm"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scad_is_continuous),  cmocka_unit_test(test_values_and_slopes),
        cmocka_unit_test(test_later_kinds),         cmocka_unit_test(test_slopes_match_differences),
        cmocka_unit_test(test_prox_minimises),      cmocka_unit_test(test_prox_max_abs),
        cmocka_unit_test(test_hinge_envelope),      cmocka_unit_test(test_tiny_envelope),
        cmocka_unit_test(test_bad_prox_is_refused), cmocka_unit_test(test_nan_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
