/**
 * @file test_axis.c
 * @brief Ranges and ticks that a reader can use.
 */
#include "near.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plots/panel.h"

/* One cost alone, and costs that hardly differ, are shown at their distance from none. */
static void a_single_cost_has_an_axis(void **state) {
    (void)state;
    for (double low = 19700; low <= 20000; low += 100) {
        const lf_axis axis = lf_axis_fit(&(lf_extent){low, 20000, low}, false, true);
        const double begins = low < 19850 ? low : 0;
        assert_near(axis.low, begins, 0);
        assert_near(axis.high, 20000 + 0.02 * (20000 - begins), 1e-9);
    }
}

static void ticks_are_written_as_in_tables(void **state) {
    (void)state;
    static const struct {
        lf_axis axis;
        const char *ticks;
    } cases[] = {
        {{.low = -1e-6, .high = 3.1e-5, .floor = NAN},
         ", '0.5e-5' 5e-06, '1e-5' 1e-05, '1.5e-5' 1.5e-05, '2e-5' 2e-05"},
        {{.low = 0, .high = 0.1, .floor = NAN}, ", '0.02' 0.02, '0.04' 0.04"},
        {{.low = 0, .high = 2e4, .floor = NAN},
         ", '5k' 5000, '10k' 10000, '15k' 15000, '20k' 20000"},
        {{.low = 0, .high = 1.02e6, .floor = NAN}, ", '0.8M' 800000, '1M' 1000000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *script;
        size_t n;
        FILE *out = open_memstream(&script, &n);
        assert_non_null(out);
        lf_axis_write(&cases[i].axis, 'y', out);
        fclose(out);
        if (!strstr(script, cases[i].ticks)) fail_msg("not %s in %s", cases[i].ticks, script);
        free(script);
    }
}

/* The largest and the smallest doubles leave room for a margin, which nothing else draws without.
 */
static void test_ends_of_doubles(void **state) {
    static const double values[][2] = {
        {4.9e-324, 4.9e-324}, {-1.7e308, 1.7e308}, {1e308, 1e308}, {0, 3e-310}};
    (void)state;
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        lf_extent extent = LF_EXTENT_NONE;
        lf_extent_add(&extent, values[k][0]);
        lf_extent_add(&extent, values[k][1]);
        for (int log = 0; log < 2; log++) {
            const lf_axis axis = lf_axis_fit(&extent, log, false);
            assert_true(axis.low < axis.high);
            assert_true(isfinite(axis.high - axis.low));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends_of_doubles),
        cmocka_unit_test(a_single_cost_has_an_axis),
        cmocka_unit_test(ticks_are_written_as_in_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
