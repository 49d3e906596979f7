/**
 * @file test_two_groups.c
 * @brief The generated default set: the same bits everywhere, and a gap that is worth constraining.
 */
#include "table.h"

#include "base/sha256.h"

/* Over the features, labels and groups as stored; a new value here is a new data set. */
static const char stored[] = "641612c8806f07040b98444a49b7bd31fbfe4972185bac2ae44b6ac2c213a6e8";

static lf_data *data;

static int open_data(void **state) {
    (void)state;
    unsetenv("LEVELFIELD_DATA");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME"); /* needs no folder whatsoever */
    return lf_data_open("two_groups", &data);
}

static int close_data(void **state) {
    (void)state;
    lf_data_close(data);
    return 0;
}

static void digest(const lf_data *d, char hex[LF_SHA256_TEXT]) {
    lf_sha256 hash;
    lf_sha256_start(&hash);
    lf_sha256_add(&hash, d->dense, d->rows * d->features * sizeof(double));
    lf_sha256_add(&hash, d->label, d->rows * sizeof(double));
    table_hash_codes(&hash, d, 0);
    assert_ok(lf_sha256_finish(&hash, hex));
}

static void test_same_bits(void **state) {
    (void)state;
    char hex[LF_SHA256_TEXT];
    lf_data *again;
    assert_ok(lf_data_open("two_groups", &again));
    int same = table_equal(data, again);
    lf_data_close(again);
    assert_true(same);
    digest(data, hex);
    assert_string_equal(hex, stored);
}

static void test_shape(void **state) {
    (void)state;
    size_t unprotected = 0, positive = 0;
    assert_int_equal(data->rows, 6000);
    assert_int_equal(data->features, 20);
    assert_int_equal(data->train_rows, 4000);
    assert_string_equal(data->attribute[0].name, "group");
    assert_string_equal(data->attribute[0].category[0], "protected");
    for (size_t i = 0; i < data->rows; i++) {
        unprotected += data->attribute[0].code[i];
        positive += data->label[i] > 0;
        assert_near(table_at(data, i, 19), 1, 0);
    }
    assert_near((double)unprotected, 4000, 5 * 36.5); /* binomial */
    assert_in_range(positive, 2000, 4000);
}

/* Unshifted features have mean 0 and variance 1, to five standard errors. */
static void test_moments(void **state) {
    (void)state;
    for (size_t j = 4; j < 19; j++) {
        double sum = 0, squares = 0, n = (double)data->rows;
        for (size_t i = 0; i < data->rows; i++) {
            sum += table_at(data, i, j);
            squares += table_at(data, i, j) * table_at(data, i, j);
        }
        assert_near(sum / n, 0, 5 / sqrt(n));
        assert_near(squares / n, 1, 5 * sqrt(2 / n));
    }
}

static double score(const double *w, size_t row) {
    double sum = 0;
    for (size_t j = 0; j < data->features; j++)
        sum += w[j] * table_at(data, row, j);
    return sum;
}

/* Near the hinge optimum of the training part, the mean sigmoid scores of the two groups are apart
 * by far more than 0.02, and the classifier is far better than guessing. */
static void test_plain_classifier_has_a_gap(void **state) {
    (void)state;
    double w[20] = {0}, mean[2] = {0}, count[2] = {0}, wrong = 0;
    for (int step = 1; step <= 400; step++) {
        double g[20] = {0};
        for (size_t i = 0; i < data->train_rows; i++) {
            if (data->label[i] * score(w, i) >= 1) continue;
            for (size_t j = 0; j < 20; j++)
                g[j] -= data->label[i] * table_at(data, i, j) / (double)data->train_rows;
        }
        for (size_t j = 0; j < 20; j++)
            w[j] -= 1.0 / sqrt(step) * g[j];
    }
    for (size_t i = data->train_rows; i < data->rows; i++) {
        size_t group = data->attribute[0].code[i];
        double s = score(w, i);
        mean[group] += 1 / (1 + exp(-s));
        count[group]++;
        wrong += s * data->label[i] <= 0;
    }
    double gap = fabs(mean[0] / count[0] - mean[1] / count[1]);
    print_message("gap %.3f, error %.3f\n", gap, wrong / (count[0] + count[1]));
    assert_true(gap > 0.1);
    assert_true(wrong / (count[0] + count[1]) < 0.3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_bits),
        cmocka_unit_test(test_shape),
        cmocka_unit_test(test_moments),
        cmocka_unit_test(test_plain_classifier_has_a_gap),
    };
    return cmocka_run_group_tests(tests, open_data, close_data);
}
