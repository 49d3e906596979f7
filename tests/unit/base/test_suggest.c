/**
 * @file test_suggest.c
 * @brief Edit distances against values computed by hand, and which names count as near.
 */
#include "near.h"

#include <string.h>

#include "base/suggest.h"

static void test_distances(void **state) {
    (void)state;
    static const struct {
        const char *a, *b;
        size_t distance;
    } cases[] = {
        {"", "", 0},
        {"", "abc", 3},
        {"abc", "", 3},
        {"sonex", "sonex", 0},
        {"kitten", "sitting", 3},
        {"a9a", "a8a", 1},
        {"ab", "ba", 1},
        {"ca", "abc", 2},
        {"alrex2", "alexr2", 2},
        {"sxonex", "sonex", 1},
        {"abcdef", "badcfe", 3},
        {"xyz", "abc", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(lf_suggest_distance(cases[i].a, cases[i].b), cases[i].distance);
        assert_int_equal(lf_suggest_distance(cases[i].b, cases[i].a), cases[i].distance);
    }
}

static void test_long_words(void **state) {
    (void)state;
    char fits[64], over[65], other[64];
    memset(fits, 'a', 63);
    memset(other, 'b', 63);
    memset(over, 'a', 64);
    fits[63] = other[63] = over[64] = '\0';
    assert_int_equal(lf_suggest_distance(fits, other), 63);
    assert_true(lf_suggest_distance(fits, over) == SIZE_MAX);
}

static void test_nearest(void **state) {
    (void)state;
    static const char *const names[] = {"a1a", "a8a", "a9a", "compas16", "compas16leak", "w8a"};
    assert_string_equal(lf_suggest_among("a9a", 6, names), "a9a");
    assert_string_equal(lf_suggest_among("compass16", 6, names), "compas16");
    assert_string_equal(lf_suggest_among("compas16leek", 6, names), "compas16leak");
    assert_string_equal(lf_suggest_among("a7a", 6, names), "a1a"); /* the first of equals */
    assert_null(lf_suggest_among("mnist", 6, names));
    assert_null(lf_suggest_among("xy", 6, names));
    static const char *const brief[] = {"auc", "sgd", "ssg"};
    assert_null(lf_suggest_among("run", 3, brief)); /* one letter of three is in its place */
    assert_string_equal(lf_suggest_among("sdg", 3, brief), "sgd");
    assert_null(lf_suggest_among("a9a", 0, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_long_words),
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
