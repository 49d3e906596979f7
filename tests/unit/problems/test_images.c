/* Images as networks take them, against the definitions. */
#include <string.h>

#include "problems/auc/parts/images.h"

#include "near.h"
#include "random_table.h"

enum { SIZE = 3072 };

static void test_standardise(void **state) {
    (void)state;
    uint8_t pixel[SIZE];
    float x[SIZE];
    double mean = 0, square = 0;
    for (size_t i = 0; i < SIZE; i++)
        pixel[i] = (uint8_t)table_random(1, i, 0, 256);
    lf_image_standardise(SIZE, pixel, x);
    for (size_t i = 0; i < SIZE; i++) {
        mean += (double)x[i] / SIZE;
        square += (double)x[i] * (double)x[i] / SIZE;
    }
    assert_near(mean, 0, 1e-7);
    assert_near(square, 1, 1e-6);
    assert_near((double)((x[1] - x[0]) * (float)(pixel[3] - pixel[2])),
                (double)((x[3] - x[2]) * (float)(pixel[1] - pixel[0])), 1e-4);
}

/* One pixel differs by 1: std = sqrt((n - 1) / n^2), just below the least that is divided by,
 * 1/sqrt(n). By 2, it is above. */
static void test_nearly_flat(void **state) {
    (void)state;
    uint8_t pixel[SIZE];
    float x[SIZE];
    memset(pixel, 200, sizeof pixel);
    lf_image_standardise(SIZE, pixel, x);
    for (size_t i = 0; i < SIZE; i++)
        assert_true(x[i] == 0);
    pixel[7] = 201;
    lf_image_standardise(SIZE, pixel, x);
    assert_near((double)x[7], (1 - 1.0 / SIZE) * sqrt(SIZE), 1e-4);
    pixel[7] = 202;
    lf_image_standardise(SIZE, pixel, x);
    assert_near((double)x[7], sqrt(SIZE - 1), 1e-4);
}

static void test_augment(void **state) {
    (void)state;
    const float x[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}; /* 2 x 2 x 3 */
    float y[12];
    /* pad 1: offsets 0, 1, 2 of the padded image, from thirds of the unit interval */
    lf_image_augment(2, 2, 3, 1, (const double[]){0.5, 0.5, 0.7}, x, y);
    assert_memory_equal(y, x, sizeof x);
    const float mirrored[12] = {3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10};
    lf_image_augment(2, 2, 3, 1, (const double[]){0.5, 0.5, 0.4}, x, y);
    assert_memory_equal(y, mirrored, sizeof y);
    const float corner[12] = {0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 7, 8};
    lf_image_augment(2, 2, 3, 1, (const double[]){0, 0.33, 0.5}, x, y);
    assert_memory_equal(y, corner, sizeof y);
    const float other[12] = {0, 6, 5, 0, 0, 0, 0, 12, 11, 0, 0, 0}; /* mirrored */
    lf_image_augment(2, 2, 3, 1, (const double[]){0.67, 0.999, 0.49}, x, y);
    assert_memory_equal(y, other, sizeof y);
    lf_image_augment(2, 2, 3, 0, (const double[]){0.999, 0.999, 0.5}, x, y);
    assert_memory_equal(y, x, sizeof x);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_standardise),
                                       cmocka_unit_test(test_nearly_flat),
                                       cmocka_unit_test(test_augment)};
    return cmocka_run_group_tests_name("images", tests, NULL, NULL);
}
