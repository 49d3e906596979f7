/* Columns of words: which are one category, in which order, and which are none at all. */
#include "near.h"

#include <string.h>

#include "datasets/readers/parts/column.h"

enum { WORDS = 4 };

/* The words of the rows, the categories in their order (NULL at the end), and the rows' codes. */
static const struct {
    const char *word[WORDS], *category[WORDS + 1];
    uint16_t code[WORDS];
} sorted[] = {
    {{"10", "9", "10", "2"}, {"2", "9", "10"}, {2, 1, 2, 0}},
    {{"b", "a", "10", "9"}, {"10", "9", "a", "b"}, {3, 2, 0, 1}},
    /* a number is one category, however it is written */
    {{"1.0", "01", "1", "+1"}, {"1"}, {0, 0, 0, 0}},
    {{"0.5", "-0", "5e-1", "0"}, {"0", "0.5"}, {1, 0, 1, 0}},
    /* ids that are too long for a double are told apart */
    {{"9007199254740993", "2.0", "9007199254740992", "2"},
     {"2", "9007199254740992", "9007199254740993"},
     {2, 0, 1, 0}},
    /* and text is what it is */
    {{"1.0", "Nancy", "1", "inflow"}, {"1", "1.0", "Nancy", "inflow"}, {1, 2, 0, 3}},
};

static void test_categories(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof sorted / sizeof *sorted; k++) {
        lf_user_column c = {0};
        size_t n = 0;
        for (size_t i = 0; i < WORDS; i++)
            assert_ok(lf_user_column_add(&c, sorted[k].word[i]));
        assert_ok(lf_user_column_sort(&c));
        for (; sorted[k].category[n]; n++)
            assert_string_equal(c.category[n], sorted[k].category[n]);
        assert_int_equal(c.categories, n);
        assert_memory_equal(c.code, sorted[k].code, sizeof sorted[k].code);
        lf_user_column_free(&c);
    }
}

/* What programs write where there is no value; words that only begin so are names. */
static void test_missing(void **state) {
    (void)state;
    static const char *const missing[] = {"",     "NA",        "nan",   "NaN", "-nan",
                                          "inf",  "-Infinity", "1e999", "N/A", "n/a",
                                          "NULL", "null",      "None",  "?"};
    static const char *const word[] = {"na", "Nancy", "NAN1", "Info", "infinite",  "0",    "none",
                                       "-",  "Null",  "??",   "N",    "Nullarbor", "nope", "."};
    for (size_t k = 0; k < sizeof word / sizeof *word; k++) {
        assert_true(lf_user_column_missing(missing[k]));
        assert_false(lf_user_column_missing(word[k]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_categories),
        cmocka_unit_test(test_missing),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
