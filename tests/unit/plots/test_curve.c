/**
 * @file test_curve.c
 * @brief Medians at equal cost, axes that show zeros and always have ticks, looks that differ.
 */
#include "near.h"
#include "sample_each.h"

#include "plots/palette.h"
#include "plots/panel.h"

/* ---- palette ---- */

static double channel(const char *colour, int at) {
    char two[3] = {colour[1 + 2 * at], colour[2 + 2 * at], '\0'};
    double c = (double)strtol(two, NULL, 16) / 255;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void palette_is_readable_on_white(void **state) {
    (void)state;
    for (size_t i = 0; i < 20; i++) {
        const char *colour = lf_palette_of(i).colour;
        double luminance =
            0.2126 * channel(colour, 0) + 0.7152 * channel(colour, 1) + 0.0722 * channel(colour, 2);
        assert_true(1.05 / (luminance + 0.05) >= 3); /* WCAG's bound for graphics */
    }
}

static void palette_tells_methods_apart(void **state) {
    (void)state;
    for (size_t i = 0; i < 72; i++)
        for (size_t k = 0; k < i; k++) {
            lf_palette a = lf_palette_of(i), b = lf_palette_of(k);
            assert_false(a.colour == b.colour && a.marker == b.marker);
            assert_false(i < 32 && a.colour == b.colour && a.dash == b.dash);
        }
    for (size_t i = 0; i < 9; i++) /* in grey: markers alone */
        for (size_t k = 0; k < i; k++)
            assert_int_not_equal(lf_palette_of(i).marker, lf_palette_of(k).marker);
}

/* ---- curves ---- */

static void medians_are_read_at_equal_cost(void **state) {
    (void)state;
    lf_curve curve;
    assert_ok(lf_curve_make(&results, 0, 0, "steps", "FV", &curve));
    assert_int_equal(curve.points, SAMPLE_POINTS);
    /* Seed s reaches its i-th checkpoint after 500 i + s steps: the slowest decides where. */
    assert_near(curve.x[4], 2002, 0);
    double v[3];
    for (uint64_t seed = 0; seed < 3; seed++)
        v[seed] = sample_value(0, 0, seed, 0, 4);
    double low = fmin(v[0], fmin(v[1], v[2])), high = fmax(v[0], fmax(v[1], v[2]));
    double middle = v[0] + v[1] + v[2] - low - high;
    assert_near(curve.median[4], middle, 1e-15);
    assert_near(curve.lower[4], (low + middle) / 2, 1e-15);
    assert_near(curve.upper[4], (high + middle) / 2, 1e-15);
    lf_curve_free(&curve);
}

static void sparse_metrics_have_their_own_points(void **state) {
    (void)state;
    lf_curve curve;
    assert_ok(lf_curve_make(&results, 0, 0, "steps", "SVio", &curve));
    assert_int_equal(curve.points, 5);
    assert_near(curve.x[1], 2502, 0);
    lf_curve_free(&curve);
}

static void diverged_runs_count_as_worst(void **state) {
    (void)state;
    lf_curve curve;
    /* One of three: the median goes on, the upper quartile has no end. */
    assert_ok(lf_curve_make(&results, 0, 2, "steps", "FV", &curve));
    assert_int_equal(curve.points, SAMPLE_POINTS);
    assert_true(isinf(curve.upper[SAMPLE_POINTS - 1]));
    assert_true(isfinite(curve.median[SAMPLE_POINTS - 1]));
    lf_curve_free(&curve);
    /* All three: the curve ends with them, and every run is marked. */
    assert_ok(lf_curve_make(&results, 1, 3, "steps", "FV", &curve));
    assert_int_equal(curve.points, 9);
    for (size_t r = 0; r < curve.runs; r++)
        assert_true(curve.run[r].cut);
    lf_curve_free(&curve);
}

static void failed_runs_count_as_worst(void **state) {
    (void)state;
    lf_curve curve;
    assert_ok(lf_curve_make(&results, 0, 1, "steps", "FV", &curve));
    assert_int_equal(curve.runs, 3);
    assert_true(isinf(curve.upper[curve.points - 1]));
    assert_true(isfinite(curve.median[curve.points - 1]));
    lf_curve_free(&curve);
}

/* ---- axes ---- */

static lf_extent extent_of(size_t n, const double *values) {
    lf_extent extent = LF_EXTENT_NONE;
    for (size_t i = 0; i < n; i++)
        lf_extent_add(&extent, values[i]);
    return extent;
}

static void log_axes_show_zeros(void **state) {
    (void)state;
    lf_extent extent = extent_of(3, (double[]){0, 1e-5, 1e-2});
    lf_axis axis = lf_axis_fit(&extent, true, false);
    assert_true(axis.log);
    assert_string_equal(axis.floor_label, "0");
    double floor = lf_axis_place(&axis, 0);
    assert_true(floor > axis.low && floor < 1e-5);
    assert_near(lf_axis_place(&axis, 1e-5), 1e-5, 0);
    assert_true(lf_axis_share(&axis, 0) > 0 && lf_axis_share(&axis, 0) < 0.1);

    extent = extent_of(3, (double[]){-1, 1e-5, 1e-2});
    assert_string_equal(lf_axis_fit(&extent, true, false).floor_label, "≤ 0");
    extent = extent_of(3, (double[]){1e-18, 1e-5, 1});
    assert_string_equal(lf_axis_fit(&extent, true, false).floor_label, "<1e-12");
    extent = extent_of(2, (double[]){1e-5, 1});
    axis = lf_axis_fit(&extent, true, false);
    assert_true(isnan(axis.floor));
    extent = extent_of(2, (double[]){0, 0}); /* nothing has a logarithm: a linear axis */
    axis = lf_axis_fit(&extent, true, false);
    assert_false(axis.log);
    assert_true(axis.low < 0 && axis.high > 0);
}

/* Ticks with a label that an axis over [low, high] has. */
static size_t labels(double low, double high, bool log) {
    char *script;
    size_t size;
    FILE *out = open_memstream(&script, &size);
    lf_extent extent = extent_of(2, (double[]){low, high});
    lf_axis axis = lf_axis_fit(&extent, log, false);
    lf_axis_write(&axis, 'y', out);
    fclose(out);
    size_t n = 0;
    for (const char *at = script; (at = strchr(at, '\'')); at = strchr(at + 1, '\'') + 1)
        n += at[1] != '\'';
    free(script);
    return n;
}

static void every_axis_has_ticks(void **state) {
    (void)state;
    for (double ratio = 1.001; ratio < 1e11; ratio *= 1.7)
        for (double low = 1e-9; low < 1e9; low *= 31) {
            size_t n = labels(low, low * ratio, true);
            assert_in_range(n, 2, 14);
            n = labels(low, low * ratio, false);
            assert_in_range(n, 3, 12);
        }
    assert_in_range(labels(-3, 5, false), 3, 12);
    assert_in_range(labels(7, 7, false), 3, 12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(palette_is_readable_on_white),
        cmocka_unit_test(palette_tells_methods_apart),
        cmocka_unit_test_setup_teardown(medians_are_read_at_equal_cost, sample_setup,
                                        sample_teardown),
        cmocka_unit_test_setup_teardown(sparse_metrics_have_their_own_points, sample_setup,
                                        sample_teardown),
        cmocka_unit_test_setup_teardown(diverged_runs_count_as_worst, sample_setup,
                                        sample_teardown),
        cmocka_unit_test_setup_teardown(failed_runs_count_as_worst, sample_setup, sample_teardown),
        cmocka_unit_test(log_axes_show_zeros),
        cmocka_unit_test(every_axis_has_ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
