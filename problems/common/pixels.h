/**
 * @file pixels.h
 * @brief A dense table of features out of images, for linear models and perceptrons.
 *
 * x = pixels / 255, averaged over squares, minus the mean of each channel over the training images,
 * then all scaled by one number so that the longest training image has norm 1; behind them a
 * constant 1/sqrt(p). Nothing depends on images that do not train.
 */
#pragma once

#include "datasets/table/dataset.h"

/**
 * *table <- a row for each of the n given rows of the data, in their order: n x *features doubles,
 * row-major, for free(). *features = p = channels x height/pool x width/pool + 1. The mean and the
 * scale are of the n_train rows `train`; where these are all one flat colour the scale is 1.
 * `pool` is the side of the squares in pixels; 1 leaves the images as they are. 8 n p bytes: for
 * CIFAR, 1.2 GB with pool = 1 and 50,000 rows.
 * LF_BAD_INPUT if the data set holds no images; LF_BAD_ARGUMENT if `pool` does not divide the
 * height and the width, or nothing trains.
 */
lf_status lf_pixels_features(const lf_data *data, size_t pool, size_t n_train,
                             const uint32_t *train, size_t n, const uint32_t *row, double **table,
                             size_t *features);

/** The same without mean, scale and constant: x = pixels / 255, averaged over squares; *features =
 *  channels x height/pool x width/pool. */
lf_status lf_pixels_plain(const lf_data *data, size_t pool, size_t n, const uint32_t *row,
                          double **table, size_t *features);
