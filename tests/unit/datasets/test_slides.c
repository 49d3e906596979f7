/* Slides of hospitals: each map against what it should do, the noise against its level. */
#include "near.h"
#include "table.h"

#include "datasets/families/slides.h"

enum { SIDE = 28, CELLS = SIDE * SIDE };

/* An image with a blob of 3 x 3 about (row, column). */
static void blob(size_t row, size_t column, uint8_t image[CELLS]) {
    memset(image, 0, CELLS);
    for (size_t r = row - 1; r <= row + 1; r++)
        for (size_t c = column - 1; c <= column + 1; c++)
            image[r * SIDE + c] = 250;
}

static void test_as_is(void **state) {
    (void)state;
    const lf_slide plain = {.seed = 1, .contrast = 1};
    uint8_t from[CELLS], to[CELLS];
    for (size_t k = 0; k < CELLS; k++)
        from[k] = (uint8_t)(k * 37 % 256);
    lf_slide_show(&plain, 5, SIDE, from, to);
    assert_memory_equal(from, to, CELLS);
}

/* 255 - x with 60 % of its distance from grey; then the contrast of the slide, kept in range. */
static void test_contrast(void **state) {
    (void)state;
    const lf_slide inverted = {.map = LF_SLIDE_INVERTED, .contrast = 1};
    const lf_slide strong = {.contrast = 1.2}, weak = {.contrast = 0.6};
    uint8_t from[CELLS] = {0, 255, 100}, to[CELLS];
    lf_slide_show(&inverted, 0, SIDE, from, to);
    assert_int_equal(to[0], 204);
    assert_int_equal(to[1], 51);
    assert_int_equal(to[2], 144);
    lf_slide_show(&strong, 0, SIDE, from, to);
    assert_int_equal(to[0], 0);
    assert_int_equal(to[1], 255);
    assert_int_equal(to[2], 95); /* 127.5 - 1.2 * 27.5 = 94.5, and halves go up */
    lf_slide_show(&weak, 0, SIDE, from, to);
    assert_int_equal(to[0], 51);
    assert_int_equal(to[1], 204);
    assert_int_equal(to[2], 111);
}

/* The centre of mass (row, column) of an image; its mass. */
static double centre(const uint8_t *image, double *row, double *column) {
    double mass = 0;
    *row = *column = 0;
    for (size_t k = 0; k < CELLS; k++) {
        mass += image[k];
        *row += image[k] * (double)(k / SIDE);
        *column += image[k] * (double)(k % SIDE);
    }
    *row /= mass;
    *column /= mass;
    return mass;
}

/* A blob to the right of the centre goes up when the image is turned counter-clockwise. */
static void check_turn(lf_slide_map map, double degrees) {
    const lf_slide slide = {.map = map, .contrast = 1};
    const double angle = degrees * acos(-1) / 180, radius = 20 - 13.5;
    uint8_t from[CELLS], to[CELLS];
    double row, column;
    blob(13, 20, from);
    lf_slide_show(&slide, 0, SIDE, from, to);
    const double mass = centre(to, &row, &column);
    assert_near(mass, 9 * 250, 0.03 * 9 * 250);
    /* (x, y) = (6.5, 0.5) before, y upwards */
    assert_near(column - 13.5, radius * cos(angle) - 0.5 * sin(angle), 0.1);
    assert_near(13.5 - row, radius * sin(angle) + 0.5 * cos(angle), 0.1);
}

static void test_turns(void **state) {
    (void)state;
    check_turn(LF_SLIDE_TURNED, 20);
    check_turn(LF_SLIDE_TURNED_BACK, -20);
}

/* What a rotation uncovers is paper. */
static void test_corners(void **state) {
    (void)state;
    const lf_slide slide = {.map = LF_SLIDE_TURNED, .contrast = 1};
    uint8_t from[CELLS], to[CELLS];
    memset(from, 200, sizeof from);
    lf_slide_show(&slide, 0, SIDE, from, to);
    assert_int_equal(to[0], 0);
    assert_int_equal(to[CELLS - 1], 0);
    assert_int_equal(to[14 * SIDE + 14], 200);
}

/* Mean and standard deviation of grey images; other rows get other noise. */
static void test_noise(void **state) {
    (void)state;
    enum { ROWS = 50 };
    const lf_slide slide = {.seed = 3, .contrast = 1, .noise = 0.1};
    uint8_t from[CELLS], to[CELLS], first[CELLS];
    double sum = 0, squares = 0;
    memset(from, 128, sizeof from);
    lf_slide_show(&slide, 0, SIDE, from, first);
    for (size_t row = 0; row < ROWS; row++) {
        lf_slide_show(&slide, row, SIDE, from, to);
        assert_int_equal(memcmp(to, first, CELLS) == 0, row == 0);
        for (size_t k = 0; k < CELLS; k++) {
            sum += to[k] - 128.0;
            squares += (to[k] - 128.0) * (to[k] - 128.0);
        }
    }
    /* four standard errors of 39,200 draws; rounding adds 1/12 to the variance */
    assert_near(sum / (ROWS * CELLS), 0, 4 * 25.5 / 198);
    assert_near(squares / (ROWS * CELLS), 25.5 * 25.5 + 1.0 / 12, 4 * 25.5 * 25.5 / 140);
}

static void test_draws(void **state) {
    (void)state;
    for (int h = 0; h < LF_SLIDE_HOSPITALS; h++)
        for (size_t k = 0; k < LF_SLIDES; k++) {
            const lf_slide s = lf_slide_draw(7, (lf_slide_map)h, k);
            const lf_slide again = lf_slide_draw(7, (lf_slide_map)h, k);
            const lf_slide next = lf_slide_draw(7, (lf_slide_map)h, k + 1);
            assert_true(s.contrast >= 0.6 && s.contrast < 1.2 && s.noise >= 0 && s.noise < 0.3);
            assert_int_equal(s.map, h);
            assert_true(s.contrast == again.contrast && s.noise == again.noise);
            assert_true(s.contrast != next.contrast && s.noise != next.noise);
        }
}

/* Group i mod 30 of image i; the test images are all of a hospital that no training image is of. */
static void test_mnist30(void **state) {
    skip_without_data();
    (void)state;
    lf_data *d, *digits;
    size_t count[4][LF_SLIDES] = {{0}}, different = 0;
    char hex[LF_SHA256_TEXT];
    assert_ok(lf_data_open("mnist", &digits));
    assert_ok(lf_data_open("mnist30", &d));
    assert_int_equal(d->train_rows, 60000);
    const uint16_t *hospital = d->attribute[0].code, *slide = d->attribute[1].code;
    for (size_t i = 0; i < d->rows; i++) {
        assert_near(d->label[i], (int)digits->label[i] % 2 ? 1 : -1, 0);
        assert_int_equal(hospital[i] == 3, i >= d->train_rows);
        count[hospital[i]][slide[i]]++;
        different += memcmp(d->pixel + i * CELLS, digits->pixel + i * CELLS, CELLS) != 0;
    }
    for (size_t h = 0; h < 4; h++)
        for (size_t k = 0; k < LF_SLIDES; k++)
            assert_int_equal(count[h][k], h < 3 ? 2000 : 1000);
    assert_true(different > d->rows * 99 / 100);
    assert_ok(lf_sha256_of(d->pixel, d->rows * d->features, hex));
    assert_string_equal(hex, "c5347f73ccd4e57029b69ceb4e9f074753bb9f93b7c7ea4509192d0ee64d255e");
    assert_non_null(strstr(lf_dataset_find("mnist30")->note, "stand-in"));
    lf_data_close(d);
    lf_data_close(digits);
}

/* A cache of the test's own, so that the set is made and not found. */
static int own_cache(void **state) {
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_is),
        cmocka_unit_test(test_contrast),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_corners),
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_draws),
        cmocka_unit_test_setup_teardown(test_mnist30, own_cache, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
