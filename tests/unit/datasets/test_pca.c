/* Principal components of images made here, against plain sums; of MNIST, where it is at hand. */
#include "datasets/families/pca.h"

#include "numeric/stream.h"
#include "table.h"

enum { N = 300, TRAIN = 270, D = 12, P = 5, CLASSES = 3 };
static const char *const classes[CLASSES] = {"a", "b", "c"};
static uint8_t pixels[N * D];

/* Images that vary more along some directions than along others; the test images are brighter. */
static void make_pixels(void) {
    for (size_t i = 0; i < N; i++) {
        double u[4];
        uint64_t bits[4];
        lf_stream_block(7, LF_STREAM_TEST, i, 0, 0, bits);
        for (size_t k = 0; k < 4; k++)
            u[k] = lf_stream_uniform(bits[k]);
        for (size_t j = 0; j < D; j++) {
            lf_stream_block(8, LF_STREAM_TEST, i, j, 0, bits);
            pixels[i * D + j] = (uint8_t)(90 * u[j % 4] + 50 * u[j % 3] +
                                          40 * lf_stream_uniform(bits[0]) + (i < TRAIN ? 0 : 60));
        }
    }
}

static lf_status made_parse(const char *const *paths, lf_builder *builder) {
    (void)paths;
    LF_TRY(lf_builder_set_pixels(builder, 1, 3, 4));
    for (size_t i = 0; i < N; i++) {
        LF_TRY(lf_builder_pixels(builder, pixels + i * D));
        LF_TRY(lf_builder_row(builder, (double)(i % CLASSES)));
        if (i + 1 == TRAIN) lf_builder_end_training(builder);
    }
    return LF_OK;
}

static const lf_dataset made = {
    .name = "made", .rows = N, .features = D, .train_rows = TRAIN, .parse = made_parse};

/* Of the training images: mean, and covariance by plain sums. */
static void plain(double mean[D], double C[D][D]) {
    for (size_t j = 0; j < D; j++) {
        mean[j] = 0;
        for (size_t i = 0; i < TRAIN; i++)
            mean[j] += pixels[i * D + j] / 255.0 / TRAIN;
    }
    for (size_t j = 0; j < D; j++)
        for (size_t k = 0; k < D; k++) {
            C[j][k] = 0;
            for (size_t i = 0; i < TRAIN; i++)
                C[j][k] += (pixels[i * D + j] / 255.0 - mean[j]) *
                           (pixels[i * D + k] / 255.0 - mean[k]) / TRAIN;
        }
}

static double dot(const double *x, const double *y) {
    double sum = 0;
    for (size_t j = 0; j < D; j++)
        sum += x[j] * y[j];
    return sum;
}

/* C v = lambda v, |v| = 1, apart at right angles; all D of them have the trace. */
static void test_axes(void **state) {
    (void)state;
    double axis[D * D], variance[D], mean[D], want[D], C[D][D], trace[2] = {0, 0};
    plain(want, C);
    assert_ok(lf_pca_axes(pixels, TRAIN, D, D, axis, variance, mean));
    for (size_t k = 0; k < D; k++) {
        const double *v = axis + k * D;
        double most = 0;
        assert_near(mean[k], want[k], 1e-13);
        assert_true(k == 0 || variance[k] < variance[k - 1]);
        trace[0] += C[k][k];
        trace[1] += variance[k];
        for (size_t j = 0; j < D; j++) {
            assert_near(dot(C[j], v), variance[k] * v[j], 1e-13);
            assert_near(dot(axis + j * D, v), j == k, 1e-13);
            if (fabs(v[j]) > fabs(most)) most = v[j];
        }
        assert_true(most > 0);
    }
    assert_near(trace[0], trace[1], 1e-13);
    double few[P * D], leading[P];
    assert_ok(lf_pca_axes(pixels, TRAIN, D, P, few, leading, mean));
    for (size_t k = 0; k < P; k++)
        assert_near(dot(few + k * D, axis + k * D), 1, 1e-12); /* the first ones, signs too */
}

static void test_table(void **state) {
    (void)state;
    const lf_dataset entry = {.name = "made5", .rows = N, .features = P, .train_rows = TRAIN};
    double axis[P * D], variance[P], mean[D], sum[P] = {0}, squares[P] = {0};
    lf_builder *builder;
    lf_data *data;
    assert_ok(lf_builder_create(&entry, &builder));
    assert_ok(lf_builder_attribute(builder, "class", CLASSES, classes));
    assert_ok(lf_pca_fill(&made, NULL, builder));
    assert_ok(lf_builder_finish(builder, "id", &data));
    lf_builder_free(builder);
    assert_ok(lf_pca_axes(pixels, TRAIN, D, P, axis, variance, mean));
    for (size_t i = 0; i < N; i++) {
        double x[D];
        for (size_t j = 0; j < D; j++)
            x[j] = pixels[i * D + j] / 255.0 - mean[j];
        for (size_t k = 0; k < P; k++) {
            const double score = table_at(data, i, k);
            assert_near(score, dot(axis + k * D, x), 1e-13);
            if (i >= TRAIN) continue;
            sum[k] += score;
            squares[k] += score * score;
        }
        assert_near(data->label[i], (double)(i % CLASSES), 0);
        assert_int_equal(data->attribute[0].code[i], i % CLASSES);
    }
    for (size_t k = 0; k < P; k++) {
        assert_near(sum[k] / TRAIN, 0, 1e-13);
        assert_near(squares[k] / TRAIN, variance[k], 1e-13);
    }
    assert_string_equal(data->feature[4], "pc5");
    lf_data_close(data);
}

static void test_refusals(void **state) {
    (void)state;
    double axis[D], variance[1], mean[D];
    assert_int_equal(lf_pca_axes(pixels, 0, D, 1, axis, variance, mean), LF_BAD_ARGUMENT);
    assert_int_equal(lf_pca_axes(pixels, TRAIN, D, 0, axis, variance, mean), LF_BAD_ARGUMENT);
    assert_int_equal(lf_pca_axes(pixels, TRAIN, D, D + 1, axis, variance, mean), LF_BAD_ARGUMENT);
}

/* Known of MNIST: pixels / 255 vary by 52.7 in all, 9.70 % of it along the first component and
 * 82.5 % along 50. */
static void test_mnist50(void **state) {
    (void)state;
    lf_data *d, *again;
    skip_without_data();
    assert_ok(lf_data_open("mnist50", &d));
    double first = 0, all = 0;
    assert_true(d->rows == 70000 && d->train_rows == 60000 && d->features == 50);
    for (size_t i = 0; i < d->train_rows; i++) {
        first += d->dense[i * 50] * d->dense[i * 50];
        for (size_t k = 0; k < 50; k++)
            all += d->dense[i * 50 + k] * d->dense[i * 50 + k];
    }
    assert_near(first / 60000 / 52.725, 0.0970, 1e-4);
    assert_near(all / 60000 / 52.725, 0.8246, 1e-3);
    assert_near(d->label[0], 5, 0);
    assert_ok(lf_data_open("mnist50", &again)); /* out of the cache */
    assert_true(table_equal(d, again));
    lf_data_close(d);
    lf_data_close(again);
}

/* Without the files it is refused like any other set, with the way to get them. */
static void test_no_files(void **state) {
    lf_data *d = NULL;
    assert_int_equal(setenv("LEVELFIELD_DATA", *state, 1), 0);
    assert_int_equal(setenv("XDG_CACHE_HOME", scratch_path(state, "elsewhere"), 1), 0);
    assert_int_equal(lf_data_open("mnist50", &d), LF_NOT_FOUND);
    assert_null(d);
    assert_non_null(strstr(lf_message(), "data fetch mnist50"));
}

static int setup(void **state) {
    make_pixels();
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axes),     cmocka_unit_test(test_table),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_mnist50),
        cmocka_unit_test(test_no_files),
    };
    return cmocka_run_group_tests_name("pca", tests, setup, scratch_teardown);
}
