/**
 * @file test_pixel_features.c
 * @brief Features of images against values computed by hand, and on the real digits.
 */
#include "table.h"

#include <time.h>

#include <levelfield/vector.h>

#include "problems/common/pixels.h"

/* Two channels of 2 x 4: the first is 0, the second differs between the images. */
static const uint8_t images[3][16] = {
    {0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 51, 51, 51, 51, 51, 51, 51, 51},
    {255, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255}};
static const lf_data made = {.name = "made",
                             .rows = 3,
                             .features = 16,
                             .pixel = images[0],
                             .channels = 2,
                             .height = 2,
                             .width = 4};

/* Training on images 0 and 1: the means are 0 and (1/2 + 1/5) / 2 = 0.35. Image 0 is 4 times 0.65
 * and 4 times -0.35, image 1 eight times -0.15; the longest is 0 with 4 (0.65^2 + 0.35^2) = 2.18.
 */
static void test_by_hand(void **state) {
    (void)state;
    const uint32_t train[] = {0, 1}, row[] = {2, 0, 1};
    double *x = NULL;
    size_t p = 0;
    assert_ok(lf_pixels_features(&made, 1, 2, train, 3, row, &x, &p));
    assert_int_equal(p, 17);
    const double scale = 1 / sqrt(2.18), *second = x + p, *third = x + 2 * p;
    assert_near(x[0], scale, 1e-15);
    assert_near(x[1], 0, 1e-15);
    for (size_t k = 0; k < 8; k++) {
        assert_near(x[8 + k], 0.65 * scale, 1e-15);
        assert_near(second[k], 0, 1e-15);
        assert_near(second[8 + k], (k % 4 < 2 ? 0.65 : -0.35) * scale, 1e-15);
        assert_near(third[8 + k], -0.15 * scale, 1e-15);
    }
    for (size_t i = 0; i < 3; i++)
        assert_near(x[i * p + 16], 1 / sqrt(17), 1e-15);
    assert_near(lf_vec_norm(16, second), 1, 1e-15);
    free(x);
}

/* Squares of 2 x 2 make two features a channel: 0.65 and -0.35 for image 0, whose norm is the
 * largest. Image 2 has 1/4 and 0 in the first channel. */
static void test_pooled(void **state) {
    (void)state;
    const uint32_t train[] = {1, 0}, row[] = {0, 2};
    double *x = NULL;
    size_t p = 0;
    assert_ok(lf_pixels_features(&made, 2, 2, train, 2, row, &x, &p));
    assert_int_equal(p, 5);
    const double scale = 1 / sqrt(0.65 * 0.65 + 0.35 * 0.35);
    const double want[] = {0,
                           0,
                           0.65 * scale,
                           -0.35 * scale,
                           1 / sqrt(5),
                           0.25 * scale,
                           0,
                           0.65 * scale,
                           0.65 * scale,
                           1 / sqrt(5)};
    for (size_t k = 0; k < 10; k++)
        assert_near(x[k], want[k], 1e-15);
    free(x);
}

/* Plain features: pixels / 255, averaged; no mean, no scale, no constant. */
static void test_plain(void **state) {
    (void)state;
    const uint32_t row[] = {2, 1};
    double *x = NULL;
    size_t p = 0;
    assert_ok(lf_pixels_plain(&made, 2, 2, row, &x, &p));
    assert_int_equal(p, 4);
    const double want[] = {0.25, 0, 1, 1, 0, 0, 0.2, 0.2};
    for (size_t k = 0; k < 8; k++)
        assert_near(x[k], want[k], 1e-15);
    free(x);
    assert_int_equal(lf_pixels_plain(&made, 3, 2, row, &x, &p), LF_BAD_ARGUMENT);
}

/* One image trains: it is its own mean in a flat channel, and nothing divides by zero. */
static void test_flat(void **state) {
    (void)state;
    const uint32_t train[] = {1}, row[] = {1, 0};
    double *x = NULL;
    size_t p = 0;
    assert_ok(lf_pixels_features(&made, 1, 1, train, 2, row, &x, &p));
    for (size_t k = 0; k < 16; k++)
        assert_near(x[k], 0, 1e-15);
    assert_near(x[p + 8], 0.8, 1e-15);
    assert_true(lf_vec_finite(2 * p, x));
    free(x);
}

static void test_refusals(void **state) {
    (void)state;
    const uint32_t row[] = {0};
    const double dense[] = {1};
    const lf_data table = {.name = "plain", .rows = 1, .features = 1, .dense = dense};
    double *x = NULL;
    size_t p;
    assert_int_equal(lf_pixels_features(&table, 1, 1, row, 1, row, &x, &p), LF_BAD_INPUT);
    assert_message("data set plain holds no images");
    assert_int_equal(lf_pixels_features(&made, 4, 1, row, 1, row, &x, &p), LF_BAD_ARGUMENT);
    assert_message("squares of 4 pixels do not divide the images of made, 2 x 4");
    assert_int_equal(lf_pixels_features(&made, 0, 1, row, 1, row, &x, &p), LF_BAD_ARGUMENT);
    assert_int_equal(lf_pixels_features(&made, 1, 0, row, 1, row, &x, &p), LF_BAD_ARGUMENT);
    assert_null(x);
    assert_int_equal(lf_pixels_features(&made, 1, 1, row, SIZE_MAX / 64, row, &x, &p),
                     LF_NO_MEMORY);
    assert_null(x);
}

/* All training digits: the mean of the features is 0, the largest norm 1, and it is quick. */
static void test_digits(void **state) {
    (void)state;
    skip_without_data();
    lf_data *d;
    double *x = NULL, total = 0, most = 0;
    size_t p = 0, n = 60000;
    setenv("XDG_CACHE_HOME", *state, 1);
    assert_ok(lf_data_open("mnist", &d));
    uint32_t *row = malloc(n * sizeof *row);
    assert_non_null(row);
    for (size_t i = 0; i < n; i++)
        row[i] = (uint32_t)i;
    clock_t before = clock();
    assert_ok(lf_pixels_features(d, 1, n, row, n, row, &x, &p));
    print_message("%.2f s\n", (double)(clock() - before) / CLOCKS_PER_SEC);
    assert_int_equal(p, 785);
    for (size_t i = 0; i < n; i++) {
        const double *at = x + i * p;
        for (size_t k = 0; k + 1 < p; k++)
            total += at[k];
        most = fmax(most, lf_vec_norm(p - 1, at));
    }
    free(x);
    free(row);
    lf_data_close(d);
    assert_near(total / (double)(n * (p - 1)), 0, 1e-12);
    assert_near(most, 1, 1e-14);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_pooled),
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_flat),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test_setup_teardown(test_digits, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
