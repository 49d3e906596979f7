/**
 * @file test_idx.c
 * @brief IDX pairs, plain and gzip, and where they are wrong.
 */
#include "packed.h"
#include "table.h"

enum { ROWS = 3, CELLS = 6, IMAGES = 16 + ROWS * CELLS, LABELS = 8 + ROWS };
/* Three images of 2 x 3. */
static const uint8_t images[IMAGES] = {0, 0,  8,  3,  0,   0,   0,   3,   0,   0,  0, 2,
                                       0, 0,  0,  3,  1,   2,   3,   4,   5,   6,  7, 8,
                                       9, 10, 11, 12, 250, 251, 252, 253, 254, 255};
static const uint8_t labels[LABELS] = {0, 0, 8, 1, 0, 0, 0, 3, 2, 0, 1};
static const char *const names[] = {"a", "b", "c"};
static const lf_categories class[] = {LF_CATEGORIES("class", names), {0}};

static lf_status read_pair(const char *first, const char *second, size_t rows, lf_data **data) {
    const lf_dataset entry = {
        .rows = rows, .features = CELLS, .format = "idx", .shape = {1, 2, 3}, .attribute = class};
    return table_read(entry, (const char *[]){first, second, NULL}, data);
}

static void check_table(const lf_data *d) {
    static const double want[] = {2, 0, 1};
    for (size_t i = 0; i < ROWS; i++) {
        assert_near(d->label[i], want[i], 0);
        assert_int_equal(d->attribute[0].code[i], (uint8_t)want[i]);
    }
    assert_memory_equal(d->pixel, images + 16, ROWS * CELLS);
    assert_true(d->channels == 1 && d->height == 2 && d->width == 3);
}

static void test_plain_and_gz(void **state) {
    lf_data *d = NULL;
    assert_ok(read_pair(scratch_write(state, "i", images, IMAGES),
                        scratch_write(state, "l", labels, LABELS), ROWS, &d));
    check_table(d);
    lf_data_close(d);
    assert_ok(read_pair(packed_gz(state, "i.gz", images, IMAGES),
                        packed_gz(state, "l.gz", labels, LABELS), ROWS, &d));
    check_table(d);
    lf_data_close(d);
}

/* One byte of one of the files is another, or the file has another size. */
static const struct {
    bool in_labels;
    size_t size, at;
    uint8_t byte;
    const char *message;
} cases[] = {
    {false, IMAGES, 3, 1, "i:0: found the magic number 0x00000801, expected 0x00000803 for images"},
    {false, IMAGES, 0, 9, "i:0: found the magic number 0x09000803"},
    {true, LABELS, 3, 3, "l:0: found the magic number 0x00000803, expected 0x00000801 for labels"},
    {true, LABELS, 2, 9, "l:0: found the magic number 0x00000901"},
    {false, IMAGES, 11, 3, "i:8: found images of 3 x 3, expected 2 x 3"},
    {false, IMAGES, 12, 255, "i:8: found images of 2 x 4278190083, expected 2 x 3"},
    {false, IMAGES, 7, 4, "l:4: found 3 labels, expected 4 as"},
    {true, LABELS, 4, 255, "l:4: found 4278190083 labels, expected 3 as"},
    {true, LABELS, 9, 3, "l:9: found label 3, expected 0 to 2"},
    {true, LABELS, 10, 255, "l:10: found label 255, expected 0 to 2"},
    {false, IMAGES - 1, 3, 3, "i:28: the file ends after 5 of the 6 bytes of an image"},
    {false, 16, 3, 3, "i:16: the file ends after 0 of the 6 bytes of an image"},
    {false, 14, 3, 3, "i:12: the file ends after 2 of the 4 bytes of its header"},
    {false, 0, 0, 0, "i:0: the file ends after 0 of the 4 bytes of its header"},
    {true, LABELS - 1, 3, 1, "l:10: the file ends after 0 of the 1 bytes of a label"},
    {true, 6, 3, 1, "l:4: the file ends after 2 of the 4 bytes of its header"},
    {false, IMAGES + 1, 3, 3, "i:34: found more bytes than the header promises"},
    {true, LABELS + 1, 3, 1, "l:11: found more bytes than the header promises"},
};

static void test_malformed(void **state) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t first[IMAGES + 1] = {0}, second[LABELS + 1] = {0};
        size_t first_size = cases[i].in_labels ? IMAGES : cases[i].size;
        size_t second_size = cases[i].in_labels ? cases[i].size : LABELS;
        memcpy(first, images, IMAGES);
        memcpy(second, labels, LABELS);
        (cases[i].in_labels ? second : first)[cases[i].at] = cases[i].byte;
        assert_int_equal(read_pair(scratch_write(state, "i", first, first_size),
                                   scratch_write(state, "l", second, second_size), ROWS, NULL),
                         LF_BAD_INPUT);
        assert_message(cases[i].message);
        assert_null(strchr(lf_message(), '\n'));
    }
}

/* A header that promises 2^32 - 1 images costs nothing: rows are taken as they come. */
static void test_empty_and_endless(void **state) {
    uint8_t first[IMAGES], second[LABELS];
    memcpy(first, images, IMAGES);
    memcpy(second, labels, LABELS);
    memset(first + 4, 0, 4);
    memset(second + 4, 0, 4);
    assert_int_equal(read_pair(scratch_write(state, "i", first, 16),
                               scratch_write(state, "l", second, 8), ROWS, NULL),
                     LF_BAD_INPUT);
    assert_message("i:4: found no images");
    memset(first + 4, 255, 4);
    memset(second + 4, 255, 4);
    assert_int_equal(read_pair(scratch_write(state, "i", first, IMAGES),
                               scratch_write(state, "l", second, LABELS), ROWS, NULL),
                     LF_BAD_INPUT);
    assert_message("i:34: the file ends");
}

static void test_rows(void **state) {
    assert_int_equal(read_pair(scratch_write(state, "i", images, IMAGES),
                               scratch_write(state, "l", labels, LABELS), ROWS - 1, NULL),
                     LF_BAD_INPUT);
    assert_message("more than the 2 rows");
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_plain_and_gz),
        IN_SCRATCH(test_malformed),
        IN_SCRATCH(test_empty_and_endless),
        IN_SCRATCH(test_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
