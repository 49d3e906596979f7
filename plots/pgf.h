/**
 * @file pgf.h
 * @brief A figure for TeX: pgfplots, and its data as CSV.
 */
#pragma once

#include "plots/figure.h"

/** *text <- malloc'ed tikzpictures, a panel each, with the legend below. It needs pgfplots. */
lf_status lf_pgf_make(const lf_figure *figure, char **text, size_t *size);

/** *text <- malloc'ed "panel,method,x,median,lower,upper", a row a point, as computed: with
 *  infinite quartiles, and zeros where the drawing has a strip. */
lf_status lf_pgf_data(const lf_figure *figure, char **text, size_t *size);
