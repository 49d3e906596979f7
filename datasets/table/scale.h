/**
 * @file scale.h
 * @brief Scaling of a dense table's columns, in place.
 */
#pragma once

#include <stddef.h>

/** Subtract the mean and divide by the population deviation; a constant column becomes 0. Sums run
 *  in row order, so the same rows give the same bits. */
void lf_scale_standard(size_t rows, size_t features, double *dense, size_t column);
/** The same to all rows, with mean and deviation over the first `fit` of them, fit > 0. */
void lf_scale_standard_by(size_t fit, size_t rows, size_t features, double *dense, size_t column);
/** Map the range onto [0, 1]; a constant column becomes 0. */
void lf_scale_range(size_t rows, size_t features, double *dense, size_t column);
