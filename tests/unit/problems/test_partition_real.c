/* The groups of the real tables have the published sizes. */
#include "problems/common/partition.h"
#include "scratch.h"
#include "table.h"

static int fresh_cache(void **state) {
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

static void check(const char *set, const char *first, size_t m, const size_t *train,
                  const size_t *test) {
    static uint32_t rows[48842];
    lf_data *data;
    lf_partition p, rest;
    assert_ok(lf_data_open(set, &data));
    for (size_t i = 0; i < data->rows; i++)
        rows[i] = (uint32_t)i;
    const size_t n = test ? data->train_rows : data->rows;
    assert_ok(lf_partition_create(data, "auto", n, rows, 0, 0, &p));
    assert_ok(lf_partition_apply(&p, data->rows - n, rows + n, &rest));
    assert_int_equal(p.m, m);
    assert_string_equal(p.name[0], first);
    for (size_t i = 0; i < m; i++) {
        assert_int_equal(p.start[i + 1] - p.start[i], train[i]);
        if (test) assert_int_equal(rest.start[i + 1] - rest.start[i], test[i]);
    }
    lf_partition_free(&p);
    lf_partition_free(&rest);
    lf_data_close(data);
}

static void test_a9a(void **state) {
    (void)state;
    skip_without_data();
    check("a9a", "White, Female", 10,
          (size_t[]){8642, 19174, 346, 693, 119, 192, 109, 162, 1555, 1569},
          (size_t[]){4385, 9561, 171, 309, 66, 93, 46, 89, 753, 808});
}

/* The label is one of the attributes. Sizes counted in the columns of adult.data and adult.test. */
static void test_a9a16(void **state) {
    (void)state;
    skip_without_data();
    check(
        "a9a16", "Female, not white, not married, <=50K", 16,
        (size_t[]){1788, 57, 190, 94, 6893, 362, 721, 666, 1254, 79, 789, 494, 6488, 641, 6597,
                   5448},
        (size_t[]){866, 29, 94, 47, 3492, 200, 379, 314, 647, 31, 372, 249, 3309, 290, 3276, 2686});
}

static void test_compas13(void **state) {
    (void)state;
    skip_without_data();
    check("compas13", "African-American, Female", 8,
          (size_t[]){549, 2626, 482, 1621, 82, 427, 62, 323}, NULL);
}

/* Feature by feature against what the columns must sum to. */
static void test_compas13_features(void **state) {
    (void)state;
    skip_without_data();
    lf_data *data;
    assert_ok(lf_data_open("compas13", &data));
    double sum[13] = {0}, square = 0;
    for (size_t i = 0; i < data->rows; i++)
        for (size_t j = 0; j < 13; j++)
            sum[j] += data->dense[i * 13 + j];
    for (size_t i = 0; i < data->rows; i++)
        square += data->dense[i * 13 + 1] * data->dense[i * 13 + 1];
    assert_near(sum[0], 6172, 0);
    assert_near(sum[1], 0, 1e-8);
    assert_near(square, 6172, 1e-7);
    assert_near(sum[7], 4997, 0);
    assert_near(sum[10], 3175, 0);
    assert_near(sum[11], 2103, 0);
    assert_near(sum[12], 509, 0);
    lf_data_close(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a9a),
        cmocka_unit_test(test_a9a16),
        cmocka_unit_test(test_compas13),
        cmocka_unit_test(test_compas13_features),
    };
    return cmocka_run_group_tests_name("partition_real", tests, fresh_cache, scratch_teardown);
}
