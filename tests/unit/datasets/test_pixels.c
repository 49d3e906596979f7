/**
 * @file test_pixels.c
 * @brief Tables of images: building them, their block, and who refuses to read them.
 */
#include "table.h"

#include "datasets/table/image_format.h"
#include "problems/constrained/parts/hinge_lp.h"
#include "problems/models/model.h"

static const char *const letters[] = {"a", "b", "c"};
static const uint8_t images[3][12] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                      {255, 254, 253, 0, 0, 0, 0, 0, 0, 0, 0, 1},
                                      {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9}};

/* Three images of 2 channels, 2 x 3, of three classes; the last row is not for training. */
static lf_data *make_images(void) {
    lf_dataset entry;
    lf_builder *b = table_builder(&entry, 3, 12);
    lf_data *data = NULL;
    entry.train_rows = 2;
    assert_ok(lf_builder_set_pixels(b, 2, 2, 3));
    assert_ok(lf_builder_attribute(b, "class", 3, letters));
    for (size_t i = 0; i < 3; i++) {
        assert_ok(lf_builder_pixels(b, images[i]));
        assert_ok(lf_builder_code(b, 0, i, 2 - i));
        assert_ok(lf_builder_row(b, (double)(2 - i)));
        if (i == 1) lf_builder_end_training(b);
    }
    assert_near(lf_builder_value(b, 1, 1), 254, 0);
    assert_ok(lf_builder_finish(b, "identity", &data));
    lf_builder_free(b);
    return data;
}

static void test_table(void **state) {
    (void)state;
    lf_data *d = make_images();
    assert_null(d->row_start);
    assert_null(d->column);
    assert_null(d->value);
    assert_null(d->dense);
    assert_memory_equal(d->pixel, images, sizeof images);
    assert_int_equal(d->channels, 2);
    assert_int_equal(d->height, 2);
    assert_int_equal(d->width, 3);
    assert_int_equal(d->train_rows, 2);
    assert_near(d->label[0], 2, 0);
    assert_string_equal(d->attribute[0].category[d->attribute[0].code[0]], "c");
    lf_data_close(d);
}

static void test_refusals(void **state) {
    (void)state;
    lf_dataset entry;
    lf_builder *b = table_builder(&entry, 2, 12);
    assert_int_equal(lf_builder_pixels(b, images[0]), LF_BAD_ARGUMENT); /* a sparse table */
    assert_int_equal(lf_builder_set_pixels(b, 1, 2, 3), LF_BAD_ARGUMENT);
    assert_message("images of 1 x 2 x 3, but 12 features");
    assert_int_equal(lf_builder_set_pixels(b, SIZE_MAX / 2 + 1, 2, 12), LF_BAD_ARGUMENT);
    assert_int_equal(lf_builder_set_pixels(b, 0, 2, 3), LF_BAD_ARGUMENT);
    assert_ok(lf_builder_set_pixels(b, 3, 2, 2));
    assert_int_equal(lf_builder_entry(b, 0, 1), LF_BAD_ARGUMENT);
    assert_int_equal(lf_builder_row(b, 0), LF_BAD_ARGUMENT);
    assert_message("row 1 has no image");
    for (size_t i = 0; i < 2; i++) {
        assert_ok(lf_builder_pixels(b, images[i]));
        assert_ok(lf_builder_row(b, 0));
    }
    assert_int_equal(lf_builder_pixels(b, images[2]), LF_BAD_INPUT);
    assert_message("more than the 2 rows");
    lf_builder_free(b);
}

static void test_round_trip(void **state) {
    (void)state;
    table_round_trip(make_images);
}

static void test_damage_is_noticed(void **state) {
    (void)state;
    table_damage_is_noticed(make_images);
}

/* Shapes and forms that a sound checksum would not help against: they are refused before it. */
static void test_impossible_shapes(void **state) {
    (void)state;
    static const uint64_t shapes[][3] = {
        {2, 2, 2}, {0, 2, 3}, {12, 12, 1}, {1ULL << 32, 1ULL << 32, 12}, {UINT64_MAX, 1, 12}};
    static const uint32_t forms[] = {0, 1, 2, 3, 5, 6, 7, 8};
    size_t size;
    char *copy = table_block(make_images(), &size);
    image_header *h = (void *)copy;
    lf_data *d = NULL;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        h->channels = shapes[s][0], h->height = shapes[s][1], h->width = shapes[s][2];
        assert_int_equal(lf_image_open(copy, size, LF_IMAGE_HEAP, &d), LF_BAD_INPUT);
        assert_message("images of another shape");
    }
    h->channels = 2, h->height = 2, h->width = 3;
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        h->form = forms[f];
        assert_int_equal(lf_image_open(copy, size, LF_IMAGE_HEAP, &d), LF_BAD_INPUT);
        assert_null(strstr(lf_message(), "checksum"));
    }
    free(copy);
}

static void test_readers_of_features_refuse(void **state) {
    (void)state;
    const uint32_t row[] = {0, 1};
    double x[12], dual;
    lf_data *d = make_images();
    lf_model model;
    lf_status linear = lf_linear_create(d, &model);
    int said = strstr(lf_message(), "data set test holds images") != NULL;
    lf_status program = lf_hinge_lp(d, 2, row, x, &dual);
    said = said && strstr(lf_message(), "holds images") != NULL;
    lf_model_release(&model);
    lf_data_close(d);
    assert_int_equal(linear, LF_BAD_INPUT);
    assert_int_equal(program, LF_UNSUPPORTED);
    assert_true(said);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_damage_is_noticed),
        cmocka_unit_test(test_impossible_shapes),
        cmocka_unit_test(test_readers_of_features_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
