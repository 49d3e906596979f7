/**
 * @file test_cifar.c
 * @brief Records of the CIFAR format: plain, gzip and archived, and where they are wrong.
 */
#include "packed.h"
#include "table.h"

static const char *const tens[] = {"a", "b", "c", "d"};
static const char *const units[] = {"u", "v", "w"};
/* As in CIFAR-100, where the coarse label's byte comes first, the class's last. */
static const lf_categories both[] = {
    LF_CATEGORIES("class", units), LF_CATEGORIES("superclass", tens), {0}};
static const lf_categories class_alone[] = {LF_CATEGORIES("class", units), {0}};

enum { PIXELS = 3 * 32 * 32 };
enum { RECORD = 2 + PIXELS, ROWS = 3 };
static uint8_t file[ROWS * RECORD];

/* Record i has the superclass i + 1, the class 2 - i, and pixels that tell their place. */
static int fill(void **state) {
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        uint8_t *record = file + i * RECORD;
        record[0] = (uint8_t)(i + 1);
        record[1] = (uint8_t)(2 - i);
        for (size_t k = 0; k < PIXELS; k++)
            record[2 + k] = (uint8_t)(k / 1024 * 80 + k % 79 + i);
    }
    return 0;
}

/* Read with one label a record (the class) or two. */
static lf_status read_path(const char *path, size_t labels, size_t rows, lf_data **data) {
    const lf_dataset entry = {.rows = rows,
                              .features = PIXELS,
                              .format = "cifar",
                              .shape = {3, 32, 32},
                              .attribute = labels == 2 ? both : class_alone};
    return table_read(entry, (const char *[]){path, NULL}, data);
}

static void check_table(const lf_data *d) {
    const lf_attribute *class, *superclass;
    assert_ok(lf_data_attribute(d, "class", &class));
    assert_ok(lf_data_attribute(d, "superclass", &superclass));
    assert_ptr_equal(class, d->attribute);
    for (size_t i = 0; i < ROWS; i++) {
        assert_near(d->label[i], (double)(2 - i), 0);
        assert_string_equal(class->category[class->code[i]], units[2 - i]);
        assert_string_equal(superclass->category[superclass->code[i]], tens[i + 1]);
        assert_memory_equal(d->pixel + i * d->features, file + i * RECORD + 2, PIXELS);
    }
    assert_true(d->channels == 3 && d->height == 32 && d->width == 32);
}

static void test_plain_gz_and_archived(void **state) {
    const packed_member members[] = {{"c/other.bin", '0', "x", 1},
                                     {"c/train.bin", '0', file, sizeof file}};
    const char *path[] = {scratch_write(state, "train.bin", file, sizeof file),
                          packed_gz(state, "train.bin.gz", file, sizeof file), NULL};
    packed_tar(state, "c.tar.gz", members, 2);
    path[2] = scratch_path(state, "c.tar.gz/c/train.bin");
    for (size_t k = 0; k < 3; k++) {
        lf_data *d = NULL;
        assert_ok(read_path(path[k], 2, ROWS, &d));
        check_table(d);
        lf_data_close(d);
    }
}

static void test_one_label(void **state) {
    lf_data *d = NULL;
    const char *path = scratch_write(state, "x", file + 1, RECORD - 1);
    assert_ok(read_path(path, 1, 1, &d));
    assert_near(d->label[0], 2, 0);
    assert_int_equal(d->attributes, 1);
    assert_memory_equal(d->pixel, file + 2, PIXELS);
    lf_data_close(d);
}

static void test_malformed(void **state) {
    static const struct {
        size_t size, at; /* bytes written; which byte is changed, to what */
        uint8_t byte;
        const char *message;
    } cases[] = {
        {0, 0, 0, "x:0: found 0 bytes, expected a record of 3074"},
        {100, 0, 0, "x:0: found 100 bytes, expected a record of 3074"},
        {2 * RECORD - 1, 0, 0, "x:3074: found 3073 bytes, expected a record of 3074"},
        {2 * RECORD + 1, 0, 0, "x:6148: found 1 bytes, expected a record of 3074"},
        {ROWS * RECORD, 0, 4, "x:0: found superclass 4, expected 0 to 3"},
        {ROWS * RECORD, RECORD + 1, 3, "x:3075: found class 3, expected 0 to 2"},
        {ROWS * RECORD, RECORD + 1, 255, "x:3075: found class 255, expected 0 to 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t changed[sizeof file];
        memcpy(changed, file, sizeof file);
        changed[cases[i].at] = cases[i].byte;
        const char *path = scratch_write(state, "x", changed, cases[i].size);
        assert_int_equal(read_path(path, 2, ROWS, NULL), LF_BAD_INPUT);
        assert_message(cases[i].message);
        assert_null(strchr(lf_message(), '\n'));
    }
}

static void test_rows(void **state) {
    lf_data *d = NULL;
    const char *path = scratch_write(state, "x", file, sizeof file);
    assert_int_equal(read_path(path, 2, ROWS - 1, &d), LF_BAD_INPUT);
    assert_message("more than the 2 rows");
    assert_int_equal(read_path(path, 2, ROWS + 1, &d), LF_BAD_INPUT);
    assert_message("found 3 rows");
    assert_null(d);
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_plain_gz_and_archived),
        IN_SCRATCH(test_one_label),
        IN_SCRATCH(test_malformed),
        IN_SCRATCH(test_rows),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
