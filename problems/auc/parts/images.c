/**
 * @file images.c
 * @brief Images as networks take them.
 */
#include "problems/auc/parts/images.h"

#include <math.h>
#include <stdbool.h>

void lf_image_standardise(size_t n, const uint8_t *pixel, float *x) {
    uint64_t sum = 0, squares = 0; /* whole numbers: exact */
    for (size_t k = 0; k < n; k++) {
        sum += pixel[k];
        squares += (uint64_t)pixel[k] * pixel[k];
    }
    const double mean = (double)sum / (double)n;
    const double variance = (double)(n * squares - sum * sum) / ((double)n * (double)n);
    const double scale = fmax(sqrt(variance), 1 / sqrt((double)n));
    for (size_t k = 0; k < n; k++)
        x[k] = (float)((pixel[k] - mean) / scale);
}

void lf_image_augment(size_t channels, size_t height, size_t width, size_t pad, const double u[3],
                      const float *x, float *y) {
    const size_t down = (size_t)(u[0] * (double)(2 * pad + 1));
    const size_t right = (size_t)(u[1] * (double)(2 * pad + 1));
    const bool mirror = u[2] < 0.5;
    for (size_t c = 0; c < channels; c++, x += height * width)
        for (size_t i = 0; i < height; i++)
            for (size_t j = 0; j < width; j++) {
                /* below 0 wraps to what is outside too */
                const size_t v = i + down - pad;
                const size_t h = (mirror ? width - 1 - j : j) + right - pad;
                *y++ = v < height && h < width ? x[v * width + h] : 0;
            }
}
