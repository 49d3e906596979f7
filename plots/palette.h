/**
 * @file palette.h
 * @brief How a method looks in every figure: colour, dash and marker, by its place in the
 * experiment.
 */
#pragma once

#include <stddef.h>

enum { LF_PALETTE_COLOURS = 8 };

/** Colour and dash together are different for the first 32 methods, with the marker for 288. */
typedef struct {
    const char *colour; /**< "#rrggbb" */
    const char *dash;   /**< gnuplot's dashtype: "solid" or "(10,4)" */
    int marker;         /**< gnuplot's pointtype; never a cross, which marks divergence */
} lf_palette;

/** The look of the method at `position` in the experiment's list. */
lf_palette lf_palette_of(size_t position);

/** A cross: where a run ended before its time. */
enum { LF_PALETTE_CROSS = 2 };
