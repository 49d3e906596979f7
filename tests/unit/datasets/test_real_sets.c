/**
 * @file test_real_sets.c
 * @brief The published counts of the LIBSVM and Adult files, and that the two describe one table.
 */
#include "table.h"

#include "datasets/families/adult_columns.h"

static char cache[4096];

static int fresh_cache(void **state) {
    if (scratch_setup(state) != 0) return -1;
    snprintf(cache, sizeof cache, "%s", (char *)*state);
    return setenv("XDG_CACHE_HOME", cache, 1);
}

/* Rows [from, to) labelled `label` whose attribute `name` is the category `category`. */
static size_t count(const lf_data *d, size_t from, size_t to, double label, const char *name,
                    const char *category) {
    const lf_attribute *a = NULL;
    size_t n = 0;
    if (name) assert_ok(lf_data_attribute(d, name, &a));
    for (size_t i = from; i < to; i++)
        n += d->label[i] == label && (!a || strcmp(a->category[a->code[i]], category) == 0);
    return n;
}

/* Published rows, labels and nonzeros of both files of each set. */
static const struct {
    const char *name;
    size_t features, rows[2], positive[2], nonzeros[2], empty[2];
} published[] = {
    {"a1a", 123, {1605, 30956}, {395, 7446}, {22249, 429343}, {0, 0}},
    {"a8a", 123, {22696, 9865}, {5506, 2335}, {314815, 136777}, {0, 0}},
    {"a9a", 123, {32561, 16281}, {7841, 3846}, {451592, 225731}, {0, 0}},
    {"w1a", 300, {2477, 47272}, {72, 1407}, {28410, 551176}, {207, 3996}},
    {"w8a", 300, {49749, 14951}, {1479, 454}, {579586, 174276}, {4203, 1252}},
};

static void test_libsvm_counts(void **state) {
    (void)state;
    skip_without_data();
    for (size_t s = 0; s < sizeof published / sizeof *published; s++) {
        lf_data *d;
        assert_ok(lf_data_open(published[s].name, &d));
        assert_int_equal(d->features, published[s].features);
        assert_int_equal(d->train_rows, published[s].rows[0]);
        assert_null(d->value);
        size_t from = 0;
        for (size_t part = 0; part < 2; part++) {
            size_t to = from + published[s].rows[part], empty = 0;
            size_t positive = count(d, from, to, 1, NULL, NULL);
            assert_int_equal(positive, published[s].positive[part]);
            assert_int_equal(count(d, from, to, -1, NULL, NULL), to - from - positive);
            assert_int_equal(d->row_start[to] - d->row_start[from], published[s].nonzeros[part]);
            for (size_t i = from; i < to; i++)
                empty += d->row_start[i] == d->row_start[i + 1];
            assert_int_equal(empty, published[s].empty[part]);
            from = to;
        }
        assert_int_equal(from, d->rows);
        lf_data_close(d);
    }
}

static void test_groups_of_a9a(void **state) {
    (void)state;
    skip_without_data();
    static const struct {
        const char *sex;
        double label;
        size_t train, test;
    } groups[] = {{"Male", 1, 6662, 3256},
                  {"Male", -1, 15128, 7604},
                  {"Female", 1, 1179, 590},
                  {"Female", -1, 9592, 4831}};
    static const char *const races[] = {"White", "Black", "Asian-Pac-Islander",
                                        "Amer-Indian-Eskimo", "Other"};
    static const size_t race_rows[] = {27816, 3124, 1039, 311, 271};
    lf_data *d;
    assert_ok(lf_data_open("a9a", &d));
    for (size_t g = 0; g < 4; g++) {
        assert_int_equal(count(d, 0, 32561, groups[g].label, "sex", groups[g].sex),
                         groups[g].train);
        assert_int_equal(count(d, 32561, 48842, groups[g].label, "sex", groups[g].sex),
                         groups[g].test);
    }
    for (size_t r = 0; r < 5; r++)
        assert_int_equal(count(d, 0, 32561, 1, "race", races[r]) +
                             count(d, 0, 32561, -1, "race", races[r]),
                         race_rows[r]);
    assert_string_equal(d->feature[71], "sex=Female");
    assert_string_equal(d->feature[72], "sex=Male");
    assert_string_equal(d->feature[66], "race=White");
    assert_string_equal(d->feature[70], "race=Black");
    assert_string_equal(d->feature[21], "education=HS-grad");
    assert_string_equal(d->feature[122], "native-country=Holand-Netherlands");
    for (size_t i = 0; i < d->rows; i++) /* exactly one of 72 and 73; 36 = 22 and 37 = 20 */
        assert_true(table_at(d, i, 71) + table_at(d, i, 72) == 1 &&
                    table_at(d, i, 35) == table_at(d, i, 21) &&
                    table_at(d, i, 36) == table_at(d, i, 19));
    lf_data_close(d);
}

/* a9a's column of that name; features if there is none. */
static size_t find_feature(const lf_data *d, const char *name) {
    size_t j = 0;
    while (j < d->features && strcmp(d->feature[j], name) != 0)
        j++;
    return j;
}

/* Row i of a9a is row i of adult: labels, sex, race and every categorical feature agree. */
static void test_a9a_is_adult(void **state) {
    (void)state;
    skip_without_data();
    lf_data *a9a, *adult;
    size_t shared = 0;
    assert_ok(lf_data_open("a9a", &a9a));
    assert_ok(lf_data_open("adult", &adult));
    assert_int_equal(a9a->rows, adult->rows);
    assert_memory_equal(a9a->label, adult->label, adult->rows * sizeof(double));
    assert_memory_equal(a9a->attribute[0].code, adult->attribute[0].code,
                        adult->rows * sizeof(uint16_t));
    assert_memory_equal(a9a->attribute[1].code, adult->attribute[1].code,
                        adult->rows * sizeof(uint16_t));
    for (size_t j = 0; j < adult->features; j++) {
        size_t k = find_feature(a9a, adult->feature[j]);
        if (!strchr(adult->feature[j], '=')) continue;
        assert_true(k < a9a->features);
        shared++;
        for (size_t i = 0; i < adult->rows; i++)
            if (table_at(adult, i, j) != table_at(a9a, i, k))
                fail_msg("row %zu differs in %s", i + 1, adult->feature[j]);
    }
    assert_int_equal(shared, 99);
    lf_data_close(a9a);
    lf_data_close(adult);
}

static void test_adult(void **state) {
    (void)state;
    skip_without_data();
    static const double first[] = {39, 77516, 13, 2174, 0, 40};      /* first row of adult.data */
    static const double most[] = {90, 1490400, 16, 99999, 4356, 99}; /* of both files */
    static const char *const names[] = {"age",          "fnlwgt",       "education-num",
                                        "capital-gain", "capital-loss", "hours-per-week"};
    size_t incomplete[2] = {0};
    lf_data *d;
    assert_ok(lf_data_open("adult", &d));
    assert_int_equal(d->features, 105);
    assert_int_equal(count(d, 0, 32561, 1, NULL, NULL), 7841);
    assert_int_equal(count(d, 32561, 48842, 1, NULL, NULL), 3846);
    for (size_t j = 0; j < 6; j++) {
        const size_t column = find_feature(d, names[j]);
        double largest = 0;
        assert_near(table_at(d, 0, column), first[j] / most[j], 0);
        for (size_t i = 0; i < d->rows; i++)
            largest = fmax(largest, table_at(d, i, column));
        assert_near(largest, 1, 0);
    }
    assert_near(table_at(d, 0, find_feature(d, "workclass=State-gov")), 1, 0);
    /* A complete row sets one feature in each of its eight blocks. */
    for (size_t i = 0; i < d->rows; i++) {
        size_t blocks = 0;
        for (uint64_t k = d->row_start[i]; k < d->row_start[i + 1]; k++)
            blocks += strchr(d->feature[d->column[k]], '=') != NULL;
        incomplete[i >= 32561] += blocks < 8;
    }
    assert_int_equal(incomplete[0], 2399);
    assert_int_equal(incomplete[1], 1221);
    lf_data_close(d);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_libsvm_counts),
        cmocka_unit_test(test_groups_of_a9a),
        cmocka_unit_test(test_a9a_is_adult),
        cmocka_unit_test(test_adult),
    };
    return cmocka_run_group_tests(tests, fresh_cache, scratch_teardown);
}
