/**
 * @file test_photo.c
 * @brief JPEG files brought to 32 x 32: the crop, the areas, and everything that can be broken.
 */
#include "photograph.h"
#include "table.h"

#include "datasets/readers/parts/photo.h"

enum { SIDE = LF_PHOTO_SIDE, CELLS = SIDE * SIDE };

/* At the best quality the encoder rounds its coefficients: two steps a channel on smooth colours.
 */
static const int lossy = 3;

/* Smooth, in all channels, over 160 x 160 and less. */
static void smooth(size_t x, size_t y, uint8_t rgb[3]) {
    rgb[0] = (uint8_t)(20 + x);
    rgb[1] = (uint8_t)(230 - y);
    rgb[2] = (uint8_t)(60 + (x + y) / 2);
}

/* Blocks of 8 x 8, the coder's own, of one value: these it keeps exactly. */
static void blocks(size_t x, size_t y, uint8_t rgb[3]) {
    memset(rgb, (int)((x / 8 * 37 + y / 8 * 11) % 200 + 20), 3);
}

/* The mean over the area of a cell, in floating point: by 50 x 50 sub-cells of the square. */
static double mean_of(photograph_paint paint, size_t side, size_t left, size_t top, size_t k) {
    const size_t c = k / CELLS, row = k / SIDE % SIDE, column = k % SIDE;
    double sum = 0;
    for (size_t v = 0; v < 50; v++)
        for (size_t u = 0; u < 50; u++) {
            const double x = ((double)column + ((double)u + 0.5) / 50) * (double)side / SIDE;
            const double y = ((double)row + ((double)v + 0.5) / 50) * (double)side / SIDE;
            uint8_t rgb[3];
            paint(left + (size_t)x, top + (size_t)y, rgb);
            sum += rgb[c];
        }
    return sum / 2500;
}

static void check_shape(size_t width, size_t height, size_t side, size_t left, size_t top) {
    uint8_t image[LF_PHOTO_PIXELS];
    photograph p = photograph_make(width, height, 3, smooth);
    assert_ok(lf_photo_read("p", p.bytes, p.size, image));
    for (size_t k = 0; k < LF_PHOTO_PIXELS; k++)
        assert_true(fabs(image[k] - mean_of(smooth, side, left, top, k)) <= lossy);
    free(p.bytes);
}

static void test_crop_and_areas(void **state) {
    (void)state;
    check_shape(32, 32, 32, 0, 0);
    check_shape(96, 96, 96, 0, 0);
    check_shape(100, 100, 100, 0, 0); /* parts of pixels */
    check_shape(150, 75, 75, 37, 0);  /* of the rest 75 the smaller half is left */
    check_shape(51, 140, 51, 0, 44);  /* upright */
    check_shape(17, 17, 17, 0, 0);    /* smaller than the image kept */
}

/* Exactly: 64 x 64 in blocks of 8 is 32 x 32 in blocks of 4, in rows and channels. */
static void test_exact(void **state) {
    (void)state;
    uint8_t image[LF_PHOTO_PIXELS], rgb[3];
    photograph p = photograph_make(64, 64, 3, blocks);
    assert_ok(lf_photo_read("p", p.bytes, p.size, image));
    for (size_t k = 0; k < LF_PHOTO_PIXELS; k++) {
        blocks(2 * (k % SIDE), 2 * (k / SIDE % SIDE), rgb);
        assert_int_equal(image[k], rgb[0]);
    }
    free(p.bytes);
}

/* 48 x 48: a cell takes 1.5 pixels, so that a block of 8 ends within one. */
static void test_grey_has_equal_channels(void **state) {
    (void)state;
    uint8_t image[LF_PHOTO_PIXELS];
    photograph p = photograph_make(48, 48, 1, blocks);
    assert_ok(lf_photo_read("p", p.bytes, p.size, image));
    assert_memory_equal(image, image + CELLS, CELLS);
    assert_memory_equal(image, image + 2 * CELLS, CELLS);
    /* Cell 5 covers 7.5 to 9: a third of it of the first block, 20, two thirds of the next, 57. */
    assert_int_equal(image[4], 20);
    assert_int_equal(image[5], lround((20 + 2 * 57) / 3.0));
    assert_int_equal(image[6], 57);
    free(p.bytes);
}

/* Cut anywhere: refused in one line, with the place. A cut behind the last pixel may be seen or
 * not, but never makes another image. */
static void test_every_truncation(void **state) {
    (void)state;
    uint8_t whole[LF_PHOTO_PIXELS], image[LF_PHOTO_PIXELS];
    photograph p = photograph_make(40, 30, 3, smooth);
    size_t refused = 0;
    assert_ok(lf_photo_read("p", p.bytes, p.size, whole));
    for (size_t size = 0; size < p.size; size++) {
        const lf_status status = lf_photo_read("a/cat.7.jpg", p.bytes, size, image);
        refused += status != LF_OK;
        if (status == LF_OK) {
            assert_memory_equal(image, whole, sizeof whole);
            continue;
        }
        assert_int_equal(status, LF_BAD_INPUT);
        assert_message("a/cat.7.jpg: a JPEG image was expected: ");
        assert_null(strchr(lf_message(), '\n'));
    }
    assert_true(refused >= p.size - 2); /* all but the end marker's two bytes */
    free(p.bytes);
}

/* Each byte overwritten in turn: refused, or decoded, but nothing else (the sanitizers watch). */
static void test_every_damage(void **state) {
    (void)state;
    uint8_t image[LF_PHOTO_PIXELS];
    photograph p = photograph_make(16, 16, 3, smooth);
    size_t refused = 0;
    for (size_t i = 0; i < p.size; i++) {
        const uint8_t before = p.bytes[i];
        p.bytes[i] = 0xff;
        const lf_status status = lf_photo_read("p", p.bytes, p.size, image);
        assert_true(status == LF_OK || status == LF_BAD_INPUT);
        refused += status != LF_OK;
        p.bytes[i] = before;
    }
    assert_true(refused > 0);
    free(p.bytes);
}

static void test_refused(void **state) {
    (void)state;
    uint8_t image[LF_PHOTO_PIXELS];
    photograph inks = photograph_make(8, 8, 4, smooth), large = photograph_make(8, 8, 3, smooth);
    assert_int_equal(lf_photo_read("p", (const uint8_t *)"\x89PNG\r\n", 6, image), LF_BAD_INPUT);
    assert_message("p: a JPEG image was expected: Not a JPEG file");
    assert_int_equal(lf_photo_read("p", inks.bytes, inks.size, image), LF_BAD_INPUT);
    assert_message("color conversion");
    /* The frame header has its height and width behind ff c0, two bytes of length and one of depth.
     */
    size_t at = 0;
    while (at + 1 < large.size && !(large.bytes[at] == 0xff && large.bytes[at + 1] == 0xc0))
        at++;
    memset(large.bytes + at + 5, 0x7f, 4);
    assert_int_equal(lf_photo_read("p", large.bytes, large.size, image), LF_BAD_INPUT);
    assert_message("p: 32639 x 32639 pixels, expected at most 16777216");
    free(inks.bytes);
    free(large.bytes);
}

/* A progressive file whose coefficients come one by one, the first of them in two parts: 65 scans.
 */
static void test_too_many_scans(void **state) {
    (void)state;
    uint8_t image[LF_PHOTO_PIXELS];
    jpeg_scan_info scan[65] = {{1, {0}, 0, 0, 0, 1}, {1, {0}, 0, 0, 1, 0}};
    for (int k = 1; k < 64; k++)
        scan[k + 1] = (jpeg_scan_info){1, {0}, k, k, 0, 0};
    photograph p = photograph_progressive(40, 40, scan, 65);
    assert_int_equal(lf_photo_read("p", p.bytes, p.size, image), LF_BAD_INPUT);
    assert_message("p: a JPEG image was expected: more than 64 scans");
    free(p.bytes);
    scan[0].Al = 0; /* in one part */
    memmove(scan + 1, scan + 2, 63 * sizeof *scan);
    p = photograph_progressive(40, 40, scan, 64);
    assert_ok(lf_photo_read("p", p.bytes, p.size, image));
    free(p.bytes);
}

/* Bytes before the end marker, as some of the published photographs have them, change nothing. */
static void test_extraneous_bytes(void **state) {
    (void)state;
    uint8_t image[LF_PHOTO_PIXELS], expected[LF_PHOTO_PIXELS];
    photograph p = photograph_make(40, 40, 3, smooth);
    unsigned char *longer = malloc(p.size + 5);
    memcpy(longer, p.bytes, p.size - 2);
    memset(longer + p.size - 2, 0, 5);
    memcpy(longer + p.size + 3, p.bytes + p.size - 2, 2);
    assert_ok(lf_photo_read("p", p.bytes, p.size, expected));
    assert_ok(lf_photo_read("p", longer, p.size + 5, image));
    assert_memory_equal(image, expected, sizeof image);
    free(longer);
    free(p.bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crop_and_areas),
        cmocka_unit_test(test_exact),
        cmocka_unit_test(test_grey_has_equal_channels),
        cmocka_unit_test(test_every_truncation),
        cmocka_unit_test(test_every_damage),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_too_many_scans),
        cmocka_unit_test(test_extraneous_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
