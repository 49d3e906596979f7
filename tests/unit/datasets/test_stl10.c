/**
 * @file test_stl10.c
 * @brief STL-10's format: columns, block means, labels from 1, and where the files are wrong.
 */
#include "packed.h"
#include "table.h"

enum { ROWS = 3, SIDE = 96, PLANE = SIDE * SIDE };
enum { FILE_PIXELS = 3 * PLANE, PIXELS = FILE_PIXELS / 9 };

static const char *const ten[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"};
static const lf_categories class[] = {LF_CATEGORIES("class", ten), {0}};
static const uint8_t classes[ROWS] = {1, 10, 4};
static uint8_t file[ROWS * FILE_PIXELS];

/* A pixel tells its row, column, channel and image; columns follow one another in the file. */
static uint8_t pixel_of(size_t image, size_t channel, size_t row, size_t column) {
    return (uint8_t)((7 * row + 3 * column + 50 * channel + 11 * image + row * column / 5) % 256);
}

static int fill(void **state) {
    (void)state;
    for (size_t n = 0; n < ROWS; n++)
        for (size_t c = 0; c < 3; c++)
            for (size_t x = 0; x < SIDE; x++)
                for (size_t y = 0; y < SIDE; y++)
                    file[n * FILE_PIXELS + c * PLANE + x * SIDE + y] = pixel_of(n, c, y, x);
    return 0;
}

static lf_status read_pair(const char *images, const char *labels, size_t rows, lf_data **data) {
    const lf_dataset entry = {.rows = rows,
                              .features = PIXELS,
                              .format = "stl10",
                              .shape = {3, 32, 32},
                              .attribute = class};
    return table_read(entry, (const char *[]){images, labels, NULL}, data);
}

/* Row-major means, computed in floating point. */
static void check_table(const lf_data *d) {
    for (size_t n = 0; n < ROWS; n++) {
        assert_near(d->label[n], classes[n] - 1.0, 0);
        assert_int_equal(d->attribute[0].code[n], classes[n] - 1);
        for (size_t k = 0; k < PIXELS; k++) {
            const size_t c = k / 1024, row = k / 32 % 32, column = k % 32;
            double sum = 0;
            for (size_t b = 0; b < 9; b++)
                sum += pixel_of(n, c, 3 * row + b / 3, 3 * column + b % 3);
            assert_int_equal(d->pixel[n * PIXELS + k], lround(sum / 9));
        }
    }
    assert_true(d->channels == 3 && d->height == 32 && d->width == 32);
}

static void test_plain_and_archived(void **state) {
    const packed_member members[] = {{"s/X.bin", '0', file, sizeof file},
                                     {"s/y.bin", '0', classes, sizeof classes}};
    const char *images = scratch_write(state, "X.bin", file, sizeof file);
    const char *labels = packed_gz(state, "y.bin.gz", classes, sizeof classes);
    lf_data *d = NULL;
    assert_ok(read_pair(images, labels, ROWS, &d));
    check_table(d);
    lf_data_close(d);
    packed_tar(state, "s.tar.gz", members, 2);
    images = scratch_path(state, "s.tar.gz/s/X.bin");
    assert_ok(read_pair(images, scratch_path(state, "s.tar.gz/s/y.bin"), ROWS, &d));
    check_table(d);
    lf_data_close(d);
}

/* By hand: nine of 0 to 8 have the mean 4; sums 4 and 5 lie on both sides of a half of 9. */
static void test_known_pixels(void **state) {
    static uint8_t image[FILE_PIXELS];
    static const uint8_t one = 1;
    lf_data *d = NULL;
    memset(image, 0, sizeof image);
    for (size_t b = 0; b < 9; b++)
        image[b % 3 * SIDE + b / 3] = (uint8_t)b;
    image[3 * SIDE] = 4;                /* row 0, column 3: the block on the right */
    image[3] = 5;                       /* row 3, column 0: the block below */
    image[2 * PLANE + PLANE - 1] = 255; /* the last corner of blue: 255 / 9 = 28.3 */
    const char *images = scratch_write(state, "X", image, sizeof image);
    assert_ok(read_pair(images, scratch_write(state, "y", &one, 1), 1, &d));
    assert_int_equal(d->pixel[0], 4);
    assert_int_equal(d->pixel[1], 0);
    assert_int_equal(d->pixel[32], 1);
    assert_int_equal(d->pixel[3071], 28);
    lf_data_close(d);
}

static void test_malformed(void **state) {
    static const struct {
        size_t images, labels; /* bytes written */
        uint8_t first;         /* label */
        const char *message;
    } cases[] = {
        {0, 3, 1, "X:0: found 0 bytes, expected an image of 27648"},
        {100, 3, 1, "X:0: found 100 bytes, expected an image of 27648"},
        {3 * FILE_PIXELS - 1, 3, 1, "X:55296: found 27647 bytes, expected an image"},
        {3 * FILE_PIXELS, 3, 0, "y:0: found label 0, expected 1 to 10"},
        {3 * FILE_PIXELS, 3, 11, "y:0: found label 11, expected 1 to 10"},
        {3 * FILE_PIXELS, 2, 1, "y:2: the labels end, but "},
        {2 * FILE_PIXELS, 3, 1, "y:2: found more labels than "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint8_t labels[ROWS] = {cases[i].first, 2, 3};
        const char *images = scratch_write(state, "X", file, cases[i].images);
        const char *path = scratch_write(state, "y", labels, cases[i].labels);
        assert_int_equal(read_pair(images, path, ROWS, NULL), LF_BAD_INPUT);
        assert_message(cases[i].message);
        assert_null(strchr(lf_message(), '\n'));
    }
}

/* The catalogue's entry through its archive: what is not the published one is refused. */
static void test_catalogue(void **state) {
    const packed_member members[] = {{"stl10_binary/test_X.bin", '0', file, sizeof file},
                                     {"stl10_binary/test_y.bin", '0', classes, sizeof classes},
                                     {"stl10_binary/train_X.bin", '0', file, sizeof file},
                                     {"stl10_binary/train_y.bin", '0', classes, sizeof classes}};
    lf_data *d;
    setenv("XDG_CACHE_HOME", *state, 1);
    setenv("LEVELFIELD_DATA", *state, 1);
    assert_int_equal(lf_data_open("stl10", &d), LF_NOT_FOUND);
    assert_message("stl10 needs stl10_binary/train_X.bin.gz or stl10_binary.tar.gz");
    assert_message("levelfield data fetch stl10");
    packed_tar(state, "stl10_binary.tar.gz", members, 3);
    assert_int_equal(lf_data_open("stl10", &d), LF_BAD_INPUT);
    assert_message("the archive has no member \"stl10_binary/train_y.bin\"");
    packed_tar(state, "stl10_binary.tar.gz", members, 4);
    assert_int_equal(lf_data_open("stl10", &d), LF_BAD_INPUT);
    assert_message("stl10_binary/train_X.bin: not the published file: its content has MD5 ");
    assert_message("expected 918c2871b30a85fa023e0c44e0bee87f");
    assert_null(d);
    assert_int_equal(scratch_count(*state), 2); /* nothing unpacked, and in the cache nothing */
    assert_int_equal(scratch_count(scratch_path(state, "levelfield/parsed")), 0);
}

#define IN_SCRATCH(test) cmocka_unit_test_setup_teardown(test, scratch_setup, scratch_teardown)
int main(void) {
    const struct CMUnitTest tests[] = {
        IN_SCRATCH(test_plain_and_archived),
        IN_SCRATCH(test_known_pixels),
        IN_SCRATCH(test_malformed),
        IN_SCRATCH(test_catalogue),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
