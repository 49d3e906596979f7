/* Widths, sizes and the weights at the start. */
#include "problems/models/mlp/mlp_shape.h"

#include <stdlib.h>
#include <string.h>

#include "near.h"
#include "random_table.h"

static lf_mlp_shape shape_of(const char *hidden, size_t features, size_t outputs) {
    lf_mlp_shape shape;
    assert_ok(lf_mlp_shape_read(hidden, features, outputs, &shape));
    return shape;
}

static void test_sizes(void **state) {
    (void)state;
    const lf_mlp_shape paper = shape_of("auto", 107, 1); /* 107-107-107-1 */
    assert_int_equal(paper.layers, 3);
    assert_int_equal(paper.dim, 23220);
    assert_int_equal(shape_of("107+107", 107, 1).dim, 23220);
    assert_int_equal(shape_of("none", 107, 1).dim, 108);
    assert_int_equal(shape_of("64+32+16", 10, 4).dim, 64 * 11 + 32 * 65 + 16 * 33 + 4 * 17);
    assert_int_equal(shape_of("1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1", 1, 1).layers, LF_MLP_LAYERS);
}

static void test_layout(void **state) {
    (void)state;
    const lf_mlp_shape shape = shape_of("5+3", 7, 2);
    const size_t width[] = {7, 5, 3, 2}, start[] = {0, 0, 40, 58};
    assert_memory_equal(shape.width, width, sizeof width);
    assert_memory_equal(shape.start, start, sizeof start);
    assert_int_equal(shape.dim, 66);
    assert_int_equal(shape.widest, 5);
}

static void test_refused(void **state) {
    (void)state;
    const char *const bad[] = {"",        "64+",     "+64",  "64,64", "0",
                               "-3",      "8+0",     "1e3",  "64 64", " 8",
                               "wide",    "autos",   "8++8", "0x10",  "99999999999999999999",
                               "1048577", "64+none", "8.5"};
    lf_mlp_shape shape;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        assert_int_equal(lf_mlp_shape_read(bad[k], 10, 1, &shape), LF_BAD_ARGUMENT);
        char quoted[64];
        snprintf(quoted, sizeof quoted, "hidden=%s:", bad[k]);
        assert_non_null(strstr(lf_message(), quoted));
        assert_non_null(strstr(lf_message(), "as in 64+64"));
        assert_null(strchr(lf_message(), '\n'));
    }
    const char *deep = "1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1";
    assert_int_equal(lf_mlp_shape_read(deep, 10, 1, &shape), LF_BAD_ARGUMENT);
    assert_int_equal(lf_mlp_shape_read("1000000+1000000", 10, 1, &shape), LF_BAD_ARGUMENT);
    assert_non_null(strstr(lf_message(), "narrower"));
}

static void test_images_are_refused(void **state) {
    (void)state;
    const uint8_t pixel[4] = {0};
    const lf_data images = {.name = "pictures", .rows = 1, .features = 4, .pixel = pixel};
    lf_model model;
    assert_int_equal(lf_mlp_create(&images, &(lf_mlp_params){.hidden = "3"}, 1, &model),
                     LF_BAD_INPUT);
    assert_non_null(strstr(lf_message(), "pictures"));
    lf_model_release(&model);
}

/* Mean 0, variance gain / fan_in, layer by layer; biases 0. */
static void check_start(lf_mlp_activation activation, double gain) {
    const lf_mlp_params params = {.hidden = "200+100", .activation = (int)activation};
    lf_data *data = table_create(TABLE_BINARY, 2, 50, 1);
    lf_model model;
    assert_ok(lf_mlp_create(data, &params, 30, &model));
    double *w = malloc(model.dim * sizeof *w);
    assert_ok(lf_mlp_start(&model, &params, w));
    const lf_mlp_shape shape = shape_of(params.hidden, 50, 30);
    for (size_t l = 1; l <= shape.layers; l++) {
        const size_t n = shape.width[l] * shape.width[l - 1];
        const double variance = gain / (double)shape.width[l - 1], *W = w + shape.start[l];
        double sum = 0, square = 0;
        for (size_t k = 0; k < n; k++) {
            sum += W[k];
            square += W[k] * W[k];
        }
        /* within five standard errors */
        assert_near(sum / (double)n, 0, 5 * sqrt(variance / (double)n));
        assert_near(square / (double)n / variance, 1, 5 * sqrt(2 / (double)n));
        for (size_t j = 0; j < shape.width[l]; j++)
            assert_true(W[n + j] == 0);
    }
    free(w);
    lf_model_release(&model);
    table_free(data);
}

static void test_start(void **state) {
    (void)state;
    check_start(LF_MLP_RELU, 2);
    check_start(LF_MLP_TANH, 1);
}

/* The same for the same seed whatever the table, another for another; layers are not alike. */
static void test_start_is_its_seeds(void **state) {
    (void)state;
    const lf_mlp_shape shape = shape_of("9+9", 9, 1);
    double w[3][200];
    assert_in_range(shape.dim, 1, 200);
    for (size_t k = 0; k < 3; k++)
        lf_mlp_shape_start(&shape, 2, k == 2 ? 4 : 3, w[k]);
    assert_memory_equal(w[0], w[1], shape.dim * sizeof **w);
    assert_memory_not_equal(w[0], w[2], shape.dim * sizeof **w);
    assert_memory_not_equal(w[0], w[0] + shape.start[2], 81 * sizeof **w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),   cmocka_unit_test(test_layout),
        cmocka_unit_test(test_refused), cmocka_unit_test(test_images_are_refused),
        cmocka_unit_test(test_start),   cmocka_unit_test(test_start_is_its_seeds),
    };
    return cmocka_run_group_tests_name("mlp_shape", tests, NULL, NULL);
}
