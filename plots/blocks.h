/**
 * @file blocks.h
 * @brief Data blocks of a curve, named by panel and curve: $l0_2 and so on.
 *
 *   curve   b the band, l the median, m the markers, t and c the tails and crosses of runs that
 *           ended early
 *   fit     b ticks between quartiles, l the fitted line, m its points, t the points it leaves out
 *   joined  the same with ticks in both directions, and a line from each point on it to the next
 *   stroke  s, of a panel
 */
#pragma once

#include <stdio.h>

#include "plots/panel.h"

/** Write the blocks of curve c of panel p. Returns the number of runs that were cut. */
size_t lf_blocks_write(const lf_panel *panel, const lf_curve *curve, size_t p, size_t c, FILE *out);
/** The block of stroke i of panel p. */
void lf_blocks_stroke(const lf_panel *panel, const lf_curve *stroke, size_t p, size_t i, FILE *out);
