/* Slides of hospitals: what the groups are made of, and that they stay the same. */
#include "datasets/families/hospital_groups.h"

#include <stdlib.h>
#include <string.h>

#include "datasets/parse.h"
#include "scratch.h"
#include "table.h"

enum { D = LF_HOSPITAL_DIM, N = 60, H = 20, SIZE = 2000, MOST = 1252 };

static lf_data *fill(const lf_hospital_groups *groups) {
    size_t train = 0, test = 0;
    lf_builder *builder;
    lf_data *data;
    for (size_t i = 0; i < groups->n; i++) {
        train += lf_hospital_size(groups, i);
        test += (lf_hospital_size(groups, i) + 4) / 5;
    }
    const lf_dataset entry = {.name = "made",
                              .rows = train + test,
                              .features = LF_HOSPITAL_FEATURES,
                              .train_rows = train,
                              .recipe = groups};
    assert_ok(lf_builder_create(&entry, &builder));
    assert_ok(lf_hospital_groups_parse(NULL, builder));
    assert_ok(lf_builder_finish(builder, "", &data));
    lf_builder_free(builder);
    return data;
}

static const lf_hospital_groups many = {.seed = 5, .n = N, .hospitals = H, .least = SIZE, SIZE};

/* mean (D) <- of the features of one training group, without their scale; likewise of y (x - mean)
 * -> lean. */
static void group_means(const lf_data *data, size_t group, double mean[D], double lean[D]) {
    const double scale = sqrt((double)D), share = 1.0 / SIZE;
    memset(mean, 0, D * sizeof *mean);
    memset(lean, 0, D * sizeof *lean);
    for (size_t k = group * SIZE; k < (group + 1) * SIZE; k++)
        for (size_t j = 0; j < D; j++)
            mean[j] += data->dense[k * LF_HOSPITAL_FEATURES + j] * scale * share;
    for (size_t k = group * SIZE; k < (group + 1) * SIZE; k++)
        for (size_t j = 0; j < D; j++)
            lean[j] += data->label[k] * share *
                       (data->dense[k * LF_HOSPITAL_FEATURES + j] * scale - mean[j]);
}

/* Within a group features are normal of variance 1; the last one is the intercept. */
static void test_features(void **state) {
    (void)state;
    lf_data *data = fill(&many);
    double mean[D], lean[D], square = 0;
    const double n = (double)N * SIZE * D;
    for (size_t i = 0; i < N; i++) {
        group_means(data, i, mean, lean);
        for (size_t k = i * SIZE; k < (i + 1) * SIZE; k++) {
            const double *x = data->dense + k * LF_HOSPITAL_FEATURES;
            assert_near(x[D], 1 / sqrt((double)D), 1e-16);
            for (size_t j = 0; j < D; j++)
                square += (x[j] * sqrt((double)D) - mean[j]) * (x[j] * sqrt((double)D) - mean[j]);
        }
    }
    /* the mean of a group takes 1 of SIZE degrees of freedom */
    assert_near(square / n * SIZE / (SIZE - 1), 1, 5 * sqrt(2 / n));
    assert_string_equal(data->feature[D], "intercept");
    lf_data_close(data);
}

/* Means of groups vary by .25 with the hospital and by .09 with the slide, in each coordinate. */
static void test_shifts(void **state) {
    (void)state;
    lf_data *data = fill(&many);
    static double mean[N][D];
    double lean[D], within = 0, between = 0;
    for (size_t i = 0; i < N; i++)
        group_means(data, i, mean[i], lean);
    for (size_t h = 0; h < H; h++)
        for (size_t j = 0; j < D; j++) {
            double middle = 0;
            for (size_t i = h; i < N; i += H)
                middle += mean[i][j] * H / N;
            between += middle * middle / (H * D);
            for (size_t i = h; i < N; i += H)
                within += (mean[i][j] - middle) * (mean[i][j] - middle) / ((N - H) * D);
        }
    const double slide = 0.09 + 1.0 / SIZE, hospital = 0.25 + slide * H / N;
    assert_near(within, slide, 5 * slide * sqrt(2.0 / ((N - H) * D)));
    assert_near(between, hospital, 5 * hospital * sqrt(2.0 / (H * D)));
    lf_data_close(data);
}

static double cosine(const double *x, const double *y) {
    double xy = 0, xx = 0, yy = 0;
    for (size_t j = 0; j < D; j++) {
        xy += x[j] * y[j];
        xx += x[j] * x[j];
        yy += y[j] * y[j];
    }
    return xy / sqrt(xx * yy);
}

/* E y (x - shift) points along w_i. Two slides share base and .4 D_h, or base alone: their cosines
 * differ by .16 |D_h|^2 / |w|^2, near .16 20 / (20 + 5). Its length is that of nearly clean signs,
 * sqrt(2/pi), less the flips, which are 1/12 on average. */
static void test_labels(void **state) {
    (void)state;
    lf_data *data = fill(&many);
    static double lean[N][D];
    double mean[D], same = 0, other = 0, length = 0;
    size_t n_same = 0, n_other = 0;
    for (size_t i = 0; i < N; i++) {
        group_means(data, i, mean, lean[i]);
        double square = 0;
        for (size_t j = 0; j < D; j++)
            square += lean[i][j] * lean[i][j];
        length += sqrt(square - (double)D / SIZE) / N; /* less what the noise adds */
        for (size_t k = 0; k < i; k++) {
            const bool together = i % H == k % H;
            *(together ? &same : &other) += cosine(lean[i], lean[k]);
            *(together ? &n_same : &n_other) += 1;
        }
    }
    assert_near(same / (double)n_same - other / (double)n_other, 0.128, 0.06);
    assert_near(length, 0.7979 * (1 - 2.0 / 12), 0.05);
    lf_data_close(data);
}

/* The catalogue's sets: rows of each group, in training and in test; a fifth more of them. */
static void check_set(const char *name, size_t n, size_t hospitals, size_t least, size_t most) {
    static size_t count[2][MOST];
    size_t small = SIZE, large = 0;
    lf_data *data;
    assert_ok(lf_dataset_parse(lf_dataset_find(name), &data));
    assert_int_equal(data->attribute[0].categories, hospitals);
    memset(count, 0, sizeof count);
    for (size_t k = 0; k < data->rows; k++) {
        const size_t group = data->attribute[1].code[k] * hospitals + data->attribute[0].code[k];
        assert_true(group < n);
        count[k >= data->train_rows][group]++;
    }
    for (size_t i = 0; i < n; i++) {
        assert_in_range(count[0][i], least, most);
        assert_int_equal(count[1][i], (count[0][i] + 4) / 5);
        small = count[0][i] < small ? count[0][i] : small;
        large = count[0][i] > large ? count[0][i] : large;
    }
    assert_true(small < least + (most - least) / 5 && large > most - (most - least) / 5);
    lf_data_close(data);
}

static void test_sets(void **state) {
    (void)state;
    check_set("synth30", 30, 3, 200, 2000);
    check_set("synth1252", 1252, 125, 40, 150);
}

static void test_stays_the_same(void **state) {
    (void)state;
    table_stays("synth30", "a0cb325a65195803784016be1cde99d227f28c1284195bb12d07389d1e97f7e8");
    table_stays("synth1252", "23896e81ba6d58c0e7dd6b2bca570dd4c0d6960cb1f57b3434578f0ccdafe1a9");
}

static int setup(void **state) {
    if (scratch_setup(state)) return -1;
    return setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_features),       cmocka_unit_test(test_shifts),
        cmocka_unit_test(test_labels),         cmocka_unit_test(test_sets),
        cmocka_unit_test(test_stays_the_same),
    };
    return cmocka_run_group_tests_name("hospital_groups", tests, setup, scratch_teardown);
}
