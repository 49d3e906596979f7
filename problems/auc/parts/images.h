/**
 * @file images.h
 * @brief Images as networks take them: standardised one by one, and moved about to train on.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** x (n) <- (pixel - mean) / max(std, 1 / sqrt(n)), mean and standard deviation over the n pixels
 * of all channels of one image. A flat image becomes 0. */
void lf_image_standardise(size_t n, const uint8_t *pixel, float *x);

/**
 * y <- x (channels x height x width, both) with a border of `pad` zeros, cut to its size again at a
 * place that u[0] and u[1] tell, and mirrored left to right if u[2] < 1/2. u are uniform numbers in
 * [0, 1): down by floor(u[0] (2 pad + 1)) - pad rows of the image, and as many columns from u[1].
 * No overlap.
 */
void lf_image_augment(size_t channels, size_t height, size_t width, size_t pad, const double u[3],
                      const float *x, float *y);
