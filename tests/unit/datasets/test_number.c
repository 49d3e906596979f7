/**
 * @file test_number.c
 * @brief Decimal numbers: what is one, what it is worth, and that locales do not matter.
 */
#include "near.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "numeric/stream.h"

static void test_values(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"1", 1},
        {"+1", 1},
        {"-1", -1},
        {"0", 0},
        {"007", 7},
        {"1.5", 1.5},
        {".5", 0.5},
        {"5.", 5},
        {"1e3", 1000},
        {"-2.5E-1", -0.25},
        {"123456789012345", 123456789012345},
        {"0.1", 0.1},
        {"1e-320", 1e-320},
        {"9007199254740993", 9007199254740992},
        {"1e-400", 0},
        {"1797693134862315708e290", 0x1.fffffffffffffp1023},
        {"3.14159265358979323846264338327950288", 3.141592653589793},
        {"-0.0", -0.0},
        {"000000000000.001", 0.001},
        {"0.0000000000000001", 1e-16},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = -7;
        assert_int_equal(lf_number_whole(cases[i].text, &value), LF_NUMBER_FINE);
        assert_memory_equal(&value, &cases[i].value, sizeof value); /* every bit */
    }
}

/* Short numbers do without strtod, and have its bits: of every length, with the point everywhere.
 */
static void test_same_as_strtod(void **state) {
    (void)state;
    char text[32];
    for (uint64_t i = 0; i < 200000; i++) {
        uint64_t bits[4];
        lf_stream_block(1, 0, 0, 0, i, bits);
        const int digits = 1 + (int)(bits[0] % 17), point = (int)(bits[1] % (uint64_t)(digits + 1));
        const int n = snprintf(text, sizeof text, "%0*llu", digits,
                               (unsigned long long)(bits[2] % (uint64_t)pow(10, digits)));
        assert_int_equal(n, digits);
        if (bits[3] % 4) memmove(text + point + 1, text + point, (size_t)(digits - point) + 1);
        if (bits[3] % 4) text[point] = '.';
        double value;
        const double expected = strtod(text, NULL);
        assert_int_equal(lf_number_whole(text, &value), LF_NUMBER_FINE);
        assert_memory_equal(&value, &expected, sizeof value);
    }
}

static void test_refused(void **state) {
    (void)state;
    static const char *const malformed[] = {
        "",   "+",   "-",   ".",     "e5",  "1e",  "1e+",   "0x10", "0x",      " 1",
        "1 ", "1,5", "--1", "1.2.3", "abc", "+-1", "nancy", "Info", "infinite"};
    static const char *const not_finite[] = {"nan",      "NaN",   "inf",   "-Inf",
                                             "infinity", "1e999", "-1e999"};
    double value;
    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
        assert_int_equal(lf_number_whole(malformed[i], &value), LF_NUMBER_MALFORMED);
    for (size_t i = 0; i < sizeof not_finite / sizeof *not_finite; i++)
        assert_int_equal(lf_number_whole(not_finite[i], &value), LF_NUMBER_NOT_FINITE);
}

/* In data the nearest double is 0; typed it is a slip. */
static void test_typed(void **state) {
    (void)state;
    static const char *const lost[] = {"1e-400", "-0.001e-330", "1e999", "1.5x"};
    static const char *const kept[] = {"0", "-0.0", "0e5", "0.000e-400", "1e-320", "2.5e3"};
    double value;
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        assert_false(lf_number_typed(lost[i], &value));
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_true(lf_number_typed(kept[i], &value));
}

static void test_stops_behind_the_number(void **state) {
    (void)state;
    static const char text[] = "12.5:3";
    const char *stop;
    double value;
    assert_int_equal(lf_number_read(text, &value, &stop), LF_NUMBER_FINE);
    assert_near(value, 12.5, 0);
    assert_ptr_equal(stop, text + 4);
}

/* A locale with a decimal comma must change nothing. */
static void test_locale(void **state) {
    (void)state;
    double value;
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        print_message("skipped: no locale de_DE.UTF-8: scripts/setup.sh test\n");
        skip();
    }
    assert_string_equal(localeconv()->decimal_point, ",");
    assert_int_equal(lf_number_whole("2.25", &value), LF_NUMBER_FINE);
    setlocale(LC_NUMERIC, "C");
    assert_near(value, 2.25, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_typed),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_same_as_strtod),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_stops_behind_the_number),
        cmocka_unit_test(test_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
