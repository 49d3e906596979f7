/**
 * @file slides.h
 * @brief Images as hospitals would show them: a map for each hospital, contrast and noise for each
 * of its slides.
 *
 * A slide draws a contrast c ~ U[.6, 1.2] and a noise level s ~ U[0, .3], once. A pixel x becomes
 *
 *   127.5 + c (map(x) - 127.5) + 255 s z,   z ~ N(0, 1) for every pixel of every row,
 *
 * rounded and kept in 0 .. 255. Contrast is about mid-grey; paper is 0 and fills what a rotation
 * uncovers. Rotations are counter-clockwise, about the centre, with bilinear interpolation.
 *
 * Source:    the setting, slides of hospitals as groups, is that of Chen, Wang, Yang, Lin & Yang
 *            2025, arXiv:2506.02504, where it is Camelyon17.
 * Deviation: the maps are Levelfield's own.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** What a hospital does: nothing; 255 - x at 60 % contrast; rotation by 20 and by -20 degrees. */
typedef enum {
    LF_SLIDE_AS_IS,
    LF_SLIDE_INVERTED,
    LF_SLIDE_TURNED,
    LF_SLIDE_TURNED_BACK,
    LF_SLIDE_HOSPITALS
} lf_slide_map;

/** Slides of a hospital. */
enum { LF_SLIDES = 10 };

/** A slide. */
typedef struct {
    uint64_t seed;
    lf_slide_map map; /**< of its hospital */
    double contrast;  /**< c */
    double noise;     /**< s */
} lf_slide;

/** The slide of that number, below LF_SLIDES, of a hospital. */
lf_slide lf_slide_draw(uint64_t seed, lf_slide_map hospital, size_t slide);

/** to (side x side) <- the image `from` of row `row`; exact arithmetic of a fixed order, the same
 *  bytes on every machine. side <= 64. */
void lf_slide_show(const lf_slide *slide, size_t row, size_t side, const uint8_t *from,
                   uint8_t *to);
