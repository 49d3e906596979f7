/**
 * @file pca.h
 * @brief Images as scores on their leading principal components.
 *
 * x = pixels / 255 less their mean over the training images; component k is the direction of the
 * k-th largest variance of these, of length 1, its entry of largest size positive (the first one of
 * several). Nothing depends on images that do not train. The same bits on every machine, in both
 * modes.
 */
#pragma once

#include "datasets/table/builder.h"

/**
 * axis (p x d, row-major) <- the p leading components, variance (p) <- what the training images
 * vary along them, decreasing, mean (d) <- of x: of the first n of the images, d bytes each.
 * LF_BAD_ARGUMENT unless 1 <= p <= d and n > 0.
 */
lf_status lf_pca_axes(const uint8_t *pixel, size_t n, size_t d, size_t p, double *axis,
                      double *variance, double *mean);

/** Fill a builder that is empty but for its attribute 0, the class: parse `source`, a set of images
 *  with a training part, from these paths; its rows become as many scores as the builder has
 *  features. */
lf_status lf_pca_fill(const lf_dataset *source, const char *const *paths, lf_builder *builder);
