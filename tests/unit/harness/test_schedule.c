/* At which shares of the budget a run is judged, and which rows are expensive. */
#include "harness/run/run_live.h"
#include "near.h"

static lf_schedule schedule(size_t rows, size_t expensive, bool log_spaced) {
    const lf_run_spec spec = {
        .checkpoints = rows, .expensive = expensive, .log_spaced = log_spaced};
    return lf_schedule_of(&spec);
}

static void test_even(void **state) {
    (void)state;
    const lf_schedule s = schedule(4, 0, false);
    static const double want[] = {0, 0.25, 0.5, 0.75, 1};
    for (size_t k = 0; k <= 4; k++)
        assert_near(lf_schedule_share(&s, k), want[k], 0);
}

static void test_log(void **state) {
    (void)state;
    const lf_schedule s = schedule(5, 0, true);
    static const double want[] = {0, 1e-4, 1e-3, 1e-2, 1e-1, 1};
    for (size_t k = 0; k <= 5; k++)
        assert_near(lf_schedule_share(&s, k), want[k], 1e-16);
    const lf_schedule one = schedule(1, 0, true);
    assert_near(lf_schedule_share(&one, 1), 1, 0);
}

/* The rows of 0..K that are expensive, as text: "x...x". */
static void picks(size_t rows, size_t expensive, const char *want) {
    const lf_schedule s = schedule(rows, expensive, false);
    char got[32] = "";
    for (size_t k = 0; k <= rows; k++)
        got[k] = lf_schedule_expensive(&s, k) ? 'x' : '.';
    assert_string_equal(got, want);
}

static void test_expensive(void **state) {
    (void)state;
    picks(8, 0, ".........");
    picks(8, 1, "........x");
    picks(8, 2, "x.......x");
    picks(8, 3, "x...x...x");
    picks(8, 5, "x.x.x.x.x");
    picks(8, 9, "xxxxxxxxx");
    picks(8, 100, "xxxxxxxxx");
    picks(0, 1, "x");
}

/* However many are asked for, that many there are, the last one among them. */
static void test_expensive_count(void **state) {
    (void)state;
    for (size_t rows = 1; rows <= 40; rows++)
        for (size_t asked = 1; asked <= rows + 1; asked++) {
            const lf_schedule s = schedule(rows, asked, false);
            size_t n = 0;
            for (size_t k = 0; k <= rows; k++)
                n += lf_schedule_expensive(&s, k);
            assert_int_equal(n, asked);
            assert_true(lf_schedule_expensive(&s, rows));
        }
}

static void test_due(void **state) {
    (void)state;
    lf_schedule s = schedule(10, 3, false); /* expensive: 0, 5, 10 */
    bool expensive;
    assert_true(lf_schedule_due(&s, 0, &expensive));
    assert_true(expensive);
    assert_false(lf_schedule_due(&s, 0.05, &expensive));
    assert_true(lf_schedule_due(&s, 0.1 + 0.1 + 0.1, &expensive)); /* rows 1 to 3 at once */
    assert_false(expensive);
    assert_false(lf_schedule_due(&s, 0.3, &expensive));
    assert_true(lf_schedule_due(&s, 0.1 * 3 + 0.4 - 1e-15, &expensive)); /* 4 to 7: rounding */
    assert_true(expensive);
    assert_true(lf_schedule_due(&s, 2, &expensive));
    assert_true(expensive);
    assert_false(lf_schedule_due(&s, 3, &expensive));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_even),      cmocka_unit_test(test_log),
        cmocka_unit_test(test_expensive), cmocka_unit_test(test_expensive_count),
        cmocka_unit_test(test_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
