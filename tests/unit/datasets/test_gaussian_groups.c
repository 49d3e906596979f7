/* The generated groups: what they are made of, and that they stay the same. */
#include "datasets/families/gaussian_groups.h"

#include <math.h>
#include <string.h>

#include "datasets/parse.h"
#include "table.h"

enum { D = 8, M = 3, N_I = 20000, N_TEST = 2 };

static lf_data *fill(const lf_gaussian_groups *groups) {
    const lf_dataset entry = {.name = "made",
                              .rows = M * (N_I + N_TEST),
                              .features = D,
                              .train_rows = M * N_I,
                              .recipe = groups};
    lf_builder *builder;
    lf_data *data;
    assert_ok(lf_builder_create(&entry, &builder));
    assert_ok(lf_gaussian_groups_parse(NULL, builder));
    assert_ok(lf_builder_finish(builder, "", &data));
    lf_builder_free(builder);
    return data;
}

/* Five standard errors of a mean, a variance, a fourth moment and a correlation of neighbours. */
static void test_numbers_are_normal(void **state) {
    (void)state;
    const lf_gaussian_groups groups = {.seed = 3, .m = M, .train = N_I, .test = N_TEST};
    lf_data *data = fill(&groups);
    const double n = (double)(data->rows * D);
    double sum = 0, square = 0, fourth = 0, neighbour = 0;
    for (size_t k = 0; k < data->rows * D; k++) {
        const double z = data->dense[k];
        sum += z;
        square += z * z;
        fourth += z * z * z * z;
        if (k > 0) neighbour += z * data->dense[k - 1];
    }
    assert_near(sum / n, 0, 5 / sqrt(n));
    assert_near(square / n, 1, 5 * sqrt(2 / n));
    assert_near(fourth / n, 3, 5 * sqrt(96 / n));
    assert_near(neighbour / n, 0, 5 / sqrt(n));
    lf_data_close(data);
}

/* mean <- the mean of y x over the training rows of a group. */
static void group_mean(const lf_data *data, size_t group, double mean[D]) {
    memset(mean, 0, D * sizeof *mean);
    for (size_t k = group * N_I; k < (group + 1) * N_I; k++) {
        assert_int_equal(data->attribute[0].code[k], group);
        for (size_t j = 0; j < D; j++)
            mean[j] += data->label[k] * data->dense[k * D + j] / N_I;
    }
}

/* E y x = sqrt(2/pi) w* without flips, and 1 - 2p of it with flips of probability p. */
static void check_vectors(const lf_gaussian_groups *groups, double scale, double *inner) {
    lf_data *data = fill(groups);
    double mean[M][D];
    for (size_t i = 0; i < M; i++) {
        double square = 0;
        group_mean(data, i, mean[i]);
        for (size_t j = 0; j < D; j++)
            square += mean[i][j] * mean[i][j];
        const double want = scale + 2 * groups->flip_step * (double)i;
        assert_near(sqrt(square / 0.6366197723675814), want, 0.05);
    }
    *inner = 0;
    for (size_t j = 0; j < D; j++)
        *inner += mean[0][j] * mean[1][j] / 0.6366197723675814 / (scale * scale);
    lf_data_close(data);
}

static void test_vectors_have_length_one(void **state) {
    (void)state;
    double apart, together;
    lf_gaussian_groups groups = {.seed = 3, .m = M, .train = N_I, .test = N_TEST};
    check_vectors(&groups, 1, &apart);
    groups.flip = 0.25;
    groups.flip_step = 0.05;
    check_vectors(&groups, 0.5, &together);
    groups.flip = groups.flip_step = 0;
    groups.apart = 0.3;
    check_vectors(&groups, 1, &together);
    assert_true(together > 0.85); /* 1 / (1 + 0.3^2) if all were orthogonal */
    assert_true(fabs(apart) < 0.85);
}

/* Flips change labels and nothing else. */
static void test_flips(void **state) {
    (void)state;
    lf_gaussian_groups groups = {.seed = 5, .m = M, .train = N_I, .test = N_TEST};
    lf_data *clean = fill(&groups);
    groups.flip = 0.1;
    lf_data *noisy = fill(&groups);
    size_t flipped = 0;
    for (size_t k = 0; k < clean->rows; k++)
        flipped += clean->label[k] != noisy->label[k];
    assert_memory_equal(clean->dense, noisy->dense, clean->rows * D * sizeof(double));
    const double n = (double)clean->rows;
    assert_near((double)flipped / n, 0.1, 5 * sqrt(0.09 / n));
    lf_data_close(clean);
    lf_data_close(noisy);
}

static void test_sizes(void **state) {
    (void)state;
    static const size_t sizes[] = {400, 200, 100, 50, 25, 12, 8, 5};
    size_t count[2][8] = {{0}};
    lf_data *data;
    assert_ok(lf_dataset_parse(lf_dataset_find("synthetic_skewed"), &data));
    const lf_attribute *group;
    assert_ok(lf_data_attribute(data, "group", &group));
    for (size_t k = 0; k < data->rows; k++)
        count[k >= data->train_rows][group->code[k]]++;
    assert_memory_equal(count[0], sizes, sizeof sizes);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(count[1][i], 1000);
    lf_data_close(data);
}

static void test_stays_the_same(void **state) {
    (void)state;
    table_stays("synthetic_small",
                "8dbd6671f9f6cf202ede309be95167f077cb8f2f8f722cef5cf87cfe7318dbf0");
    table_stays("synthetic_skewed",
                "bb321e13001e1f16cd4c95f0a272cc37873f25abc3b6de3ef652e29979e89659");
    table_stays("synthetic_grid",
                "c7c02d048b32fe1fd9085fa237e67ba61bad399ae93cdcb0979d6c14eaa544a8");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_are_normal),
        cmocka_unit_test(test_vectors_have_length_one),
        cmocka_unit_test(test_flips),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_stays_the_same),
    };
    return cmocka_run_group_tests_name("gaussian_groups", tests, NULL, NULL);
}
