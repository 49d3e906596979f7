/**
 * @file test_builder.c
 * @brief Growing tables, and the block they are finished into: every damage to it is noticed.
 */
#include "table.h"

#include "datasets/table/image_format.h"
#include "datasets/table/scale.h"

static const char *const letters[] = {"a", "b", "c"};

/* Three sparse rows with values, an attribute and a name. */
static lf_data *make_table(void) {
    lf_dataset entry;
    lf_builder *b = table_builder(&entry, 3, 4);
    lf_data *data = NULL;
    assert_ok(lf_builder_attribute(b, "letter", 3, letters));
    for (size_t i = 0; i < 3; i++) {
        assert_ok(lf_builder_entry(b, (uint32_t)i, 1));
        assert_ok(lf_builder_entry(b, 3, (double)i));
        assert_ok(lf_builder_code(b, 0, i, 2 - i));
        assert_ok(lf_builder_row(b, i % 2 ? 1 : -1));
    }
    assert_ok(lf_builder_name(b, 1, "x%d", 7));
    assert_ok(lf_builder_finish(b, "identity", &data));
    lf_builder_free(b);
    return data;
}

static void test_sparse(void **state) {
    (void)state;
    lf_data *d = make_table();
    assert_int_equal(d->row_start[3], 5); /* the zero is not stored */
    assert_near(table_at(d, 2, 3), 2, 0);
    assert_near(table_at(d, 0, 3), 0, 0);
    assert_near(table_at(d, 0, 0), 1, 0);
    assert_string_equal(d->feature[1], "x7");
    assert_string_equal(d->feature[3], "f4");
    assert_string_equal(d->sha256, "identity");
    const lf_attribute *attribute;
    assert_ok(lf_data_attribute(d, "letter", &attribute));
    assert_string_equal(attribute->category[attribute->code[0]], "c");
    assert_int_equal(lf_data_attribute(d, "leter", &attribute), LF_NOT_FOUND);
    assert_message("it has: letter");
    lf_data_close(d);
    lf_data_close(NULL);
}

static void test_refusals(void **state) {
    (void)state;
    lf_dataset entry;
    lf_data *data;
    lf_builder *b = table_builder(&entry, 2, 4);
    assert_int_equal(lf_builder_entry(b, 4, 1), LF_BAD_INPUT);
    assert_int_equal(lf_builder_entry(b, 0, NAN), LF_BAD_INPUT);
    assert_int_equal(lf_builder_entry(b, 0, INFINITY), LF_BAD_INPUT);
    assert_ok(lf_builder_entry(b, 2, 1));
    assert_int_equal(lf_builder_entry(b, 2, 1), LF_BAD_INPUT); /* repeated */
    assert_int_equal(lf_builder_entry(b, 1, 1), LF_BAD_INPUT); /* going back */
    assert_ok(lf_builder_row(b, 1));
    assert_ok(lf_builder_entry(b, 1, 1)); /* a new row may start anywhere */
    assert_ok(lf_builder_row(b, 1));
    assert_int_equal(lf_builder_row(b, 1), LF_BAD_INPUT); /* more than catalogued */
    assert_ok(lf_builder_attribute(b, "letter", 3, letters));
    assert_int_equal(lf_builder_code(b, 0, 0, 3), LF_BAD_INPUT);
    assert_ok(lf_builder_code(b, 0, 0, 1));
    assert_int_equal(lf_builder_finish(b, "id", &data), LF_BAD_INPUT);
    assert_message("row 2 has no letter");
    lf_builder_end_training(b);
    assert_int_equal(lf_builder_finish(b, "id", &data), LF_BAD_INPUT);
    assert_message("2 of them for training; the catalogue has 2 and 0");
    lf_builder_free(b);
}

/* Several at once are the same entries, and meet the same refusals. */
static void test_entries_at_once(void **state) {
    (void)state;
    static const uint32_t column[] = {0, 2, 3}, back[] = {2, 1}, far[] = {1, 4};
    static const double value[] = {1, 0, 5};
    lf_dataset entry;
    lf_data *d;
    lf_builder *b = table_builder(&entry, 4, 4);
    assert_int_equal(lf_builder_entries(b, 2, back, NULL), LF_BAD_INPUT); /* 2 is in, 1 is not */
    assert_int_equal(lf_builder_entries(b, 1, column, NULL), LF_BAD_INPUT);
    assert_ok(lf_builder_row(b, 1));
    assert_ok(lf_builder_entries(b, 3, column, NULL));
    assert_ok(lf_builder_row(b, 1));
    assert_ok(lf_builder_entries(b, 0, NULL, NULL));
    assert_ok(lf_builder_row(b, 1));
    assert_ok(lf_builder_entries(b, 3, column, value));
    assert_ok(lf_builder_row(b, 1));
    assert_int_equal(lf_builder_entries(b, 2, far, NULL), LF_BAD_INPUT);
    assert_ok(lf_builder_finish(b, "id", &d));
    lf_builder_free(b);
    static const uint64_t start[] = {0, 1, 4, 4, 6};
    static const uint32_t stored[] = {2, 0, 2, 3, 0, 3};
    static const double kept[] = {1, 1, 1, 1, 1, 5};
    const bool same = memcmp(d->row_start, start, sizeof start) == 0 &&
                      memcmp(d->column, stored, sizeof stored) == 0 && d->value &&
                      memcmp(d->value, kept, sizeof kept) == 0;
    lf_data_close(d);
    assert_true(same);
}

/* A row at once, beside one that is filled cell by cell. */
static void test_cells(void **state) {
    (void)state;
    static const double row[3] = {1, -2.5, 0}, broken[3] = {1, NAN, 0};
    lf_dataset entry;
    lf_builder *b = table_builder(&entry, 2, 3);
    assert_int_equal(lf_builder_cells(b, row), LF_BAD_ARGUMENT); /* not a dense table */
    lf_builder_set_dense(b);
    assert_ok(lf_builder_entry(b, 1, -2.5));
    assert_ok(lf_builder_entry(b, 0, 1));
    assert_ok(lf_builder_row(b, 1));
    assert_int_equal(lf_builder_cells(b, broken), LF_BAD_INPUT);
    assert_message("entry nan in column 2 of 3");
    assert_ok(lf_builder_cells(b, row));
    assert_ok(lf_builder_row(b, -1));
    assert_int_equal(lf_builder_cells(b, row), LF_BAD_INPUT);
    assert_message("more than the 2 rows of the catalogue");
    for (size_t i = 0; i < 2; i++)
        for (size_t j = 0; j < 3; j++)
            assert_near(lf_builder_value(b, i, j), row[j], 0);
    lf_builder_free(b);
}

/* Ten times 0.1 is not 1, and a mean of equal numbers not these. */
static void test_scaling_a_constant(void **state) {
    (void)state;
    double column[11];
    for (size_t i = 0; i < 11; i++)
        column[i] = i < 10 ? 0.1 : 7;
    lf_scale_standard_by(10, 11, 1, column, 0);
    for (size_t i = 0; i < 11; i++)
        assert_near(column[i], 0, 0);
}

static void test_dense_and_scaling(void **state) {
    (void)state;
    static const double column[4] = {1, 3, 5, 7};
    lf_dataset entry;
    lf_data *d = NULL;
    lf_builder *b = table_builder(&entry, 4, 3);
    lf_builder_set_dense(b);
    for (size_t i = 0; i < 4; i++) {
        assert_ok(lf_builder_entry(b, 2, 5)); /* any order; the rest is zero */
        assert_ok(lf_builder_entry(b, 0, column[i]));
        assert_ok(lf_builder_entry(b, 1, column[i]));
        assert_ok(lf_builder_row(b, 1));
    }
    lf_scale_standard(4, 3, lf_builder_dense(b), 0);
    lf_scale_range(4, 3, lf_builder_dense(b), 1);
    lf_scale_range(4, 3, lf_builder_dense(b), 2);
    assert_ok(lf_builder_finish(b, "id", &d));
    lf_builder_free(b);
    assert_null(d->row_start);
    assert_null(d->column);
    assert_null(d->value);
    for (size_t i = 0; i < 4; i++) {
        assert_near(table_at(d, i, 0), (column[i] - 4) / sqrt(5), 1e-15); /* population: 5 */
        assert_near(table_at(d, i, 1), (double)i / 3, 1e-15);
        assert_near(table_at(d, i, 2), 0, 0); /* constant */
    }
    lf_data_close(d);
}

static void test_image_round_trip(void **state) {
    (void)state;
    table_round_trip(make_table);
}

static void test_damage_is_noticed(void **state) {
    (void)state;
    table_damage_is_noticed(make_table);
}

/* Headers whose claims do not fit, as a damaged or hostile file may have them. */
static void test_impossible_headers(void **state) {
    (void)state;
    static const size_t fields[] = {
        offsetof(image_header, rows),     offsetof(image_header, features),
        offsetof(image_header, nonzeros), offsetof(image_header, attributes),
        offsetof(image_header, size),     offsetof(image_header, train_rows)};
    static const uint64_t claims[] = {10000000000ULL, UINT64_MAX, UINT64_MAX / 8 + 2, 1ULL << 32};
    size_t size;
    char *copy = table_block(make_table(), &size), *spare = malloc(size);
    lf_data *d = NULL;
    assert_non_null(spare);
    for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
        for (size_t c = 0; c < sizeof claims / sizeof *claims; c++) {
            memcpy(spare, copy, size);
            memcpy(spare + fields[f], &claims[c], sizeof *claims);
            assert_int_equal(lf_image_open(spare, size, LF_IMAGE_HEAP, &d), LF_BAD_INPUT);
        }
    }
    image_header *h = (void *)spare;
    for (int s = 0; s < IMAGE_SECTIONS; s++) {
        memcpy(spare, copy, size);
        h->section[s].size = 10000000000ULL;
        assert_int_equal(lf_image_open(spare, size, LF_IMAGE_HEAP, &d), LF_BAD_INPUT);
        memcpy(spare, copy, size);
        h->section[s].offset = UINT64_MAX - 63;
        assert_int_equal(lf_image_open(spare, size, LF_IMAGE_HEAP, &d), LF_BAD_INPUT);
    }
    free(copy);
    free(spare);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sparse),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_entries_at_once),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_dense_and_scaling),
        cmocka_unit_test(test_scaling_a_constant),
        cmocka_unit_test(test_image_round_trip),
        cmocka_unit_test(test_damage_is_noticed),
        cmocka_unit_test(test_impossible_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
