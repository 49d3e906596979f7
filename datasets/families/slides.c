/**
 * @file slides.c
 * @brief Maps of images, pixel by pixel.
 */
#include "datasets/families/slides.h"

#include <assert.h>
#include <math.h>

#include "datasets/made/draws.h"
#include "numeric/stream.h"

enum { SLIDE_SIDE = 64 };
/* The numbers of a slide are those of a component behind all rows. */
static const uint64_t slide_component = (uint64_t)1 << 32;
/* Of 20 degrees, rounded here and not by libm, whose last bit may differ. */
static const double slide_cos = 0.93969262078590838, slide_sin = 0.34202014332566873;
static const double slide_grey = 127.5, slide_inverted = 0.6;

lf_slide lf_slide_draw(uint64_t seed, lf_slide_map hospital, size_t slide) {
    uint64_t bits[4];
    lf_stream_block(seed, LF_STREAM_DATA, slide_component + (uint64_t)hospital, slide, 0, bits);
    return (lf_slide){.seed = seed,
                      .map = hospital,
                      .contrast = 0.6 + 0.6 * lf_stream_uniform(bits[0]),
                      .noise = 0.3 * lf_stream_uniform(bits[1])};
}

/* A pixel, or paper outside of the image. */
static double slide_pixel(const uint8_t *image, size_t side, double row, double column) {
    const double most = (double)side - 1;
    if (row < 0 || column < 0 || row > most || column > most) return 0;
    return image[(size_t)row * side + (size_t)column];
}

/* The image between its pixels. */
static double slide_between(const uint8_t *image, size_t side, double row, double column) {
    const double r = floor(row), c = floor(column), a = row - r, b = column - c;
    const double above =
        (1 - b) * slide_pixel(image, side, r, c) + b * slide_pixel(image, side, r, c + 1);
    const double below =
        (1 - b) * slide_pixel(image, side, r + 1, c) + b * slide_pixel(image, side, r + 1, c + 1);
    return (1 - a) * above + a * below;
}

/* The pixel (row, column) of an image turned by the angle of that sine: where it came from. */
static double slide_turned(const uint8_t *image, size_t side, size_t row, size_t column,
                           double sine) {
    const double centre = ((double)side - 1) / 2;
    const double x = (double)column - centre, y = centre - (double)row;
    return slide_between(image, side, centre - (slide_cos * y - sine * x),
                         centre + (slide_cos * x + sine * y));
}

static double slide_map(const lf_slide *s, const uint8_t *image, size_t side, size_t row,
                        size_t column) {
    const double pixel = image[row * side + column];
    switch (s->map) {
    case LF_SLIDE_INVERTED:
        return slide_grey + slide_inverted * (slide_grey - pixel);
    case LF_SLIDE_TURNED:
        return slide_turned(image, side, row, column, slide_sin);
    case LF_SLIDE_TURNED_BACK:
        return slide_turned(image, side, row, column, -slide_sin);
    default:
        return pixel;
    }
}

void lf_slide_show(const lf_slide *slide, size_t row, size_t side, const uint8_t *from,
                   uint8_t *to) {
    double z[SLIDE_SIDE * SLIDE_SIDE];
    assert(side <= SLIDE_SIDE);
    lf_normal_fill(slide->seed, row, 0, side * side, z);
    for (size_t k = 0; k < side * side; k++) {
        const double mapped = slide_map(slide, from, side, k / side, k % side);
        const double shown =
            slide_grey + slide->contrast * (mapped - slide_grey) + 255 * slide->noise * z[k];
        to[k] = (uint8_t)fmin(fmax(floor(shown + 0.5), 0), 255);
    }
}
