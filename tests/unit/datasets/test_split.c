/**
 * @file test_split.c
 * @brief Sizes, order and repeatability of splits.
 */
#include "table.h"

enum { ROWS = 100 };
static uint32_t train[6200], rest[6200];
static size_t n_train, n_rest;

static lf_status split(size_t rows, size_t official, lf_split_kind kind, double fraction,
                       uint64_t seed) {
    const lf_data data = {.name = "test", .rows = rows, .train_rows = official};
    return lf_data_split(&data, kind, fraction, seed, train, &n_train, rest, &n_rest);
}

/* Every row once, each part increasing. */
static void assert_partition(size_t rows) {
    assert_int_equal(n_train + n_rest, rows);
    for (size_t i = 0, t = 0, r = 0; i < rows; i++) {
        if (t < n_train && train[t] == i)
            t++;
        else
            assert_true(r < n_rest && rest[r++] == i);
    }
}

static void test_file_order(void **state) {
    (void)state;
    assert_ok(split(6172, 0, LF_SPLIT_DEFAULT, 2.0 / 3, 0));
    assert_int_equal(n_train, 4115);
    assert_int_equal(n_rest, 2057);
    assert_int_equal(train[4114], 4114);
    assert_int_equal(rest[0], 4115);
    assert_ok(split(9, 0, LF_SPLIT_FILE, 1.0 / 3, 0));
    assert_int_equal(n_train, 3); /* not 4 by rounding */
    assert_ok(split(9, 0, LF_SPLIT_FILE, 2.0 / 3, 0));
    assert_int_equal(n_train, 6);
    assert_ok(split(10, 0, LF_SPLIT_FILE, 1.0 / 3, 0));
    assert_int_equal(n_train, 4);
}

static void test_official(void **state) {
    (void)state;
    assert_ok(split(ROWS, 70, LF_SPLIT_DEFAULT, 0.5, 0));
    assert_int_equal(n_train, 70);
    assert_partition(ROWS);
    assert_ok(split(ROWS, 70, LF_SPLIT_FILE, 0.5, 0));
    assert_int_equal(n_train, 50);
    assert_int_equal(split(ROWS, 0, LF_SPLIT_OFFICIAL, 0.5, 0), LF_BAD_ARGUMENT);
    assert_message("no official split");
}

static void test_random(void **state) {
    (void)state;
    uint32_t first[ROWS];
    assert_ok(split(ROWS, 70, LF_SPLIT_RANDOM, 0.5, 3));
    assert_int_equal(n_train, 50);
    assert_partition(ROWS);
    memcpy(first, train, sizeof first);
    assert_ok(split(ROWS, 70, LF_SPLIT_RANDOM, 0.5, 3));
    assert_memory_equal(first, train, 50 * sizeof *train);
    assert_ok(split(ROWS, 70, LF_SPLIT_RANDOM, 0.5, 4));
    assert_memory_not_equal(first, train, 50 * sizeof *train);
}

/* Each of 10 rows is drawn into 3 of 10 in 30 % of 2,000 seeds: 600, with a deviation of 20.5. */
static void test_random_is_fair(void **state) {
    (void)state;
    size_t count[10] = {0};
    for (uint64_t seed = 0; seed < 2000; seed++) {
        assert_ok(split(10, 0, LF_SPLIT_RANDOM, 0.3, seed));
        assert_int_equal(n_train, 3);
        for (size_t i = 0; i < n_train; i++)
            count[train[i]]++;
    }
    for (size_t i = 0; i < 10; i++)
        assert_near((double)count[i], 600, 5 * 20.5);
}

static void test_bad_fractions(void **state) {
    (void)state;
    static const double fractions[] = {0, 1, -0.5, 1.5, NAN, 0.999};
    for (size_t i = 0; i < sizeof fractions / sizeof *fractions; i++)
        assert_int_equal(split(10, 0, LF_SPLIT_FILE, fractions[i], 0), LF_BAD_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_file_order),    cmocka_unit_test(test_official),
        cmocka_unit_test(test_random),        cmocka_unit_test(test_random_is_fair),
        cmocka_unit_test(test_bad_fractions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
