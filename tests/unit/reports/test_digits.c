/**
 * @file test_digits.c
 * @brief Numbers end where their uncertainty begins.
 */
#include "near.h"

#include "reports/page/digits.h"

static void digits_are_those_of_papers(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {8.4749e-2, "8.47e-2"}, {0.50512, "0.505"}, {0.5, "0.500"},       {455, "455"},
        {1499.6, "1.50e3"},     {15000, "1.50e4"},  {999.6, "1.00e3"},    {55, "55"},
        {55.25, "55.2"},        {0, "0"},           {NAN, "–"},           {-3.761e-5, "-3.76e-5"},
        {9.999, "10.0"},        {INFINITY, "∞"},    {1e-300, "1.00e-300"}};
    char text[LF_DIGITS_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lf_digits_short(cases[i].value, text);
        assert_string_equal(text, cases[i].text);
    }
    lf_digits_count(1234567, text);
    assert_string_equal(text, "1\u202f234\u202f567");
    lf_digits_count(UINT64_MAX, text);
    assert_string_equal(text, "18\u202f446\u202f744\u202f073\u202f709\u202f551\u202f615");
    lf_digits_count(12, text);
    assert_string_equal(text, "12");
}

static void digits_end_where_uncertainty_begins(void **state) {
    (void)state;
    static const struct {
        double value, lower, upper;
        const char *text;
    } cases[] = {
        {0.47123, 0.465, 0.480, "0.471"},             /* width 1.5e-2: its second digit */
        {0.47123, 0.2, 0.9, "0.47"},                  /* never less than two digits */
        {0.4712345, 0.4712344, 0.4712346, "0.47123"}, /* nor more than five */
        {8.4749e-2, 0, 0, "8.475e-2"},                /* certain: four */
        {8.4749e-2, NAN, NAN, "8.47e-2"},             /* nobody knows: three */
        {123456.7, 123000, 124000, "1.235e5"},
        {100000, 0, 0, "100\u202f000"},
        {-2000, 0, 0, "-2\u202f000"},
        {223500.5, 211000, 224000, "223\u202f501"}, /* a quartile of counts */
        {1250.75, 1250, 1251, "1\u202f251"},
        {12.5, 12, 13, "12.5"},
        {0, 0, 1e-3, "0"},
        {NAN, 0, 1, "–"},
        {INFINITY, 0, 1, "∞"},
    };
    char text[LF_DIGITS_BYTES];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int place = lf_digits_place(cases[i].value, cases[i].lower, cases[i].upper);
        lf_digits_at(cases[i].value, place, text);
        assert_string_equal(text, cases[i].text);
    }
    lf_digits_seconds(0.0423, text);
    assert_string_equal(text, "0.042 s");
    lf_digits_seconds(7500, text);
    assert_string_equal(text, "2 h 05 min");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_are_those_of_papers),
        cmocka_unit_test(digits_end_where_uncertainty_begins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
