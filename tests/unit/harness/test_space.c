/* Search spaces: expansions written out by hand, ranges within their bounds, draws that repeat. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "harness/experiment/space.h"
#include "harness/registry/parameters.h"
#include "near.h"

static const lf_param table[] = {
    {.field = "eta", .kind = LF_KIND_REAL},
    {.field = "b", .kind = LF_KIND_COUNT},
    {0},
};

static lf_space parse(const char *text) {
    lf_space space;
    assert_ok(lf_space_parse(text, "method 'm'", table, &space));
    return space;
}

static void assert_points(const char *text, size_t n, const char *const *want) {
    lf_space space = parse(text);
    char **points;
    assert_int_equal(lf_space_size(&space), n);
    assert_ok(lf_space_points(&space, n, 5, &points));
    for (size_t i = 0; i < n; i++)
        assert_string_equal(points[i], want[i]);
    lf_text_list_free(points, n);
    lf_space_free(&space);
}

static void test_lists(void **state) {
    (void)state;
    assert_points("eta=1e-3", 1, (const char *const[]){"eta=1e-3"});
    assert_points("eta={2e-4|5e-4},b=8,mode={x|y}", 4,
                  (const char *const[]){"eta=2e-4,b=8,mode=x", "eta=2e-4,b=8,mode=y",
                                        "eta=5e-4,b=8,mode=x", "eta=5e-4,b=8,mode=y"});
}

static void test_ranges(void **state) {
    (void)state;
    assert_points("eta={1e-4..1e-1:4}", 4,
                  (const char *const[]){"eta=0.0001", "eta=0.001", "eta=0.01", "eta=0.1"});
    assert_points("eta={1e-4..1e-2:5}", 5,
                  (const char *const[]){"eta=0.0001", "eta=0.0003162", "eta=0.001", "eta=0.003162",
                                        "eta=0.01"});
    /* Whole numbers; 1, 1.26, 1.59, 2 round to two different ones. */
    assert_points("b={1..64:3}", 3, (const char *const[]){"b=1", "b=8", "b=64"});
    assert_points("b={1..2:4}", 2, (const char *const[]){"b=1", "b=2"});
    lf_space wide = parse("eta={1e-300..1e300:10000}");
    assert_int_equal(lf_space_size(&wide), 10000);
    lf_space_free(&wide);
}

static void assert_refused(const char *text, const char *words) {
    lf_space space;
    assert_true(lf_space_parse(text, "method 'm'", table, &space) < 0);
    if (!strstr(lf_message(), words)) print_error("message: %s\n", lf_message());
    assert_non_null(strstr(lf_message(), words));
    assert_int_equal(space.axes, 0);
}

static void test_refused(void **state) {
    (void)state;
    assert_refused("", "empty");
    assert_refused("eta", "NAME=VALUE");
    assert_refused("eta={1|2", "expected {A|B|C}");
    assert_refused("eta=1|2", "expected {A|B|C}");
    assert_refused("eta={1|{2}}", "expected {A|B|C}");
    assert_refused("eta={1||2}", "a value is empty");
    assert_refused("eta={}", "a value is empty");
    assert_refused("eta={1e-3|0.001}", "stands there twice");
    assert_refused("eta={x|2|1|y|1.0}", "stands there twice");
    assert_refused("eta={x|2|1|x}", "stands there twice");
    assert_refused("eta=1,eta=2", "given twice");
    char axes[4096];
    for (size_t i = 0, at = 0; i < 257; i++)
        at += (size_t)sprintf(axes + at, "%sp%zu=1", i ? "," : "", i);
    assert_refused(axes, "more than 256 parameters");
    assert_refused("eta={0..1:3}", "above 0");
    assert_refused("eta={1..1:3}", "to a larger one");
    assert_refused("eta={1..x}", "a number above 0");
    assert_refused("eta={1..2:1}", "from 2 to 10000");
    assert_refused("eta={1..2:10001}", "from 2 to 10000");
    assert_refused("eta={1..2:2.5}", "from 2");
    assert_refused("b={1.5..3:2}", "whole");
    assert_refused("eta={1e-9..1e9:2000},b={1..1e9:1000}", "more than 1000000");
}

/* A draw without replacement keeps the order, repeats with its seed, and changes with another. */
static void test_thinned(void **state) {
    (void)state;
    lf_space space = parse("eta={1|2|3|4|5|6|7|8|9},b={1|2|3|4}");
    char **first, **again, **other;
    size_t same = 0;
    assert_ok(lf_space_points(&space, 12, 1, &first));
    assert_ok(lf_space_points(&space, 12, 1, &again));
    assert_ok(lf_space_points(&space, 12, 2, &other));
    for (size_t i = 0; i < 12; i++) {
        assert_string_equal(first[i], again[i]);
        if (i > 0) assert_true(strcmp(first[i - 1], first[i]) < 0);
        for (size_t k = 0; k < 12; k++)
            same += strcmp(first[i], other[k]) == 0;
    }
    assert_true(same < 12);
    lf_text_list_free(first, 12);
    lf_text_list_free(again, 12);
    lf_text_list_free(other, 12);
    assert_int_equal(lf_space_points(&space, 37, 1, &first), LF_BAD_INPUT);
    assert_null(first);
    lf_space_free(&space);
}

/* Each of the 6 values of a thinned axis is about equally likely: 600 draws of 2 of 6. */
static void test_thinned_evenly(void **state) {
    (void)state;
    lf_space space = parse("eta={1|2|3|4|5|6}");
    size_t count[6] = {0};
    for (uint64_t seed = 0; seed < 600; seed++) {
        char **points;
        assert_ok(lf_space_points(&space, 2, seed, &points));
        for (size_t i = 0; i < 2; i++)
            count[points[i][4] - '1']++;
        lf_text_list_free(points, 2);
    }
    for (size_t i = 0; i < 6; i++)
        assert_near((double)count[i], 200, 50); /* 200 +- 11.5: beyond 4 deviations */
    lf_space_free(&space);
}

/* Random search: within bounds, half below the geometric middle, the same for every n. */
static void test_random(void **state) {
    (void)state;
    enum { N = 400 };
    lf_space space = parse("eta={1e-4..1e-1},b={1..100},mode={x|y}");
    assert_true(lf_space_size(&space) == SIZE_MAX);
    char **points, **fewer;
    size_t below = 0, y = 0;
    assert_ok(lf_space_points(&space, N, 3, &points));
    assert_ok(lf_space_points(&space, 7, 3, &fewer));
    for (size_t i = 0; i < N; i++) {
        double eta, b;
        char mode;
        assert_int_equal(sscanf(points[i], "eta=%lf,b=%lf,mode=%c", &eta, &b, &mode), 3);
        assert_true(eta >= 1e-4 && eta <= 1e-1 && b >= 1 && b <= 100);
        assert_true(b == (double)(int)b);
        below += eta < 3.1623e-3;
        y += mode == 'y';
        if (i < 7) assert_string_equal(points[i], fewer[i]);
    }
    assert_near((double)below, N / 2.0, 40); /* 4 deviations */
    assert_near((double)y, N / 2.0, 40);
    lf_text_list_free(points, N);
    lf_text_list_free(fewer, 7);
    lf_space_free(&space);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lists),          cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_thinned),
        cmocka_unit_test(test_thinned_evenly), cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
