/**
 * @file mlp_layer.c
 * @brief Biases, activations and their slopes, entry by entry.
 *
 * libm's tanh is a call for each number and would take longer than the products. The one here has
 * no branches, so that compilers turn its loop into vector instructions, and only +, -, *, / and
 * exact functions: the same bits with every library.
 */
#include "problems/models/mlp/mlp_layer.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <levelfield/wide.h>

LF_WIDE static void layer_add_bias(size_t n, size_t out, const double *restrict b,
                                   double *restrict Z) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < out; j++)
            Z[i * out + j] += b[j];
}

void lf_mlp_add_bias(size_t n, size_t out, const double *b, double *Z) {
    layer_add_bias(n, out, b, Z);
}

/* Four rows at a time to read and write b less often, always in this order. */
LF_WIDE static void layer_add_slopes(size_t n, size_t out, const double *restrict D,
                                     double *restrict b) {
    size_t i = 0;
    for (; i + 4 <= n; i += 4, D += 4 * out)
        for (size_t j = 0; j < out; j++)
            b[j] = (((b[j] + D[j]) + D[out + j]) + D[2 * out + j]) + D[3 * out + j];
    for (; i < n; i++, D += out)
        for (size_t j = 0; j < out; j++)
            b[j] += D[j];
}

void lf_mlp_add_slopes(size_t n, size_t out, const double *D, double *b) {
    layer_add_slopes(n, out, D, b);
}

/* For parts of a loop's body: a call left in it would keep the loop from becoming vector
 * instructions, and of functions with several versions GCC inlines little by itself. */
#define LAYER_INLINE __attribute__((always_inline)) static inline

/* e^r - 1 for |r| < 0.35: the Taylor polynomial up to r^13, 1 / n! from the last on. */
LAYER_INLINE double layer_expm1(double r) {
    double sum = 1.0 / 6227020800;
    sum = sum * r + 1.0 / 479001600;
    sum = sum * r + 1.0 / 39916800;
    sum = sum * r + 1.0 / 3628800;
    sum = sum * r + 1.0 / 362880;
    sum = sum * r + 1.0 / 40320;
    sum = sum * r + 1.0 / 5040;
    sum = sum * r + 1.0 / 720;
    sum = sum * r + 1.0 / 120;
    sum = sum * r + 1.0 / 24;
    sum = sum * r + 1.0 / 6;
    sum = sum * r + 1.0 / 2;
    return (sum * r) * r + r;
}

/* tanh |z| = -E / (2 + E) with E = e^y - 1, y = -2 |z| = k ln 2 + r, for |z| <= 20. Adding
 * 1.5 2^52 rounds to an integer and leaves k in the last bits, from where it becomes an exponent;
 * the upper part of ln 2 has so few digits that its product with k is exact. */
LAYER_INLINE double layer_tanh(double z) {
    const double round = 0x1.8p52, ln2_high = 0x1.62e42feep-1, ln2_low = 0x1.a39ef35793c76p-33;
    const double y = -2 * fabs(z);
    const double rounded = y * 0x1.71547652b82fep+0 + round, k = rounded - round;
    const double r = (y - k * ln2_high) - k * ln2_low;
    double power;
    uint64_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    bits = (bits + 1023) << 52;
    memcpy(&power, &bits, sizeof power); /* 2^k */
    const double E = power * layer_expm1(r) + (power - 1);
    return copysign(E / (2 + E), z);
}

/* Two loops: with the limits inside, GCC makes branches of them. Past 20, tanh is 1. */
LF_WIDE static void layer_row_tanh(size_t out, const double *restrict b, double *restrict z) {
    for (size_t j = 0; j < out; j++) {
        const double above = z[j] + b[j], below = above > 20 ? 20 : above;
        z[j] = below < -20 ? -20 : below; /* so written, a NaN stays one */
    }
    for (size_t j = 0; j < out; j++)
        z[j] = layer_tanh(z[j]);
}

LF_WIDE static void layer_relu(size_t n, size_t out, const double *restrict b, double *restrict Z) {
    for (size_t i = 0; i < n; i++, Z += out)
        for (size_t j = 0; j < out; j++) {
            const double sum = Z[j] + b[j];
            Z[j] = sum < 0 ? 0 : sum; /* a NaN stays one */
        }
}

void lf_mlp_activate(lf_mlp_activation activation, size_t n, size_t out, const double *b,
                     double *Z) {
    if (activation == LF_MLP_RELU) {
        layer_relu(n, out, b, Z);
        return;
    }
    for (size_t i = 0; i < n; i++)
        layer_row_tanh(out, b, Z + i * out);
}

LF_WIDE static void layer_slope_tanh(size_t n, const double *restrict a, double *restrict D) {
    for (size_t k = 0; k < n; k++)
        D[k] *= 1 - a[k] * a[k];
}

LF_WIDE static void layer_slope_relu(size_t n, const double *restrict a, double *restrict D) {
    for (size_t k = 0; k < n; k++)
        D[k] = a[k] > 0 ? D[k] : 0;
}

void lf_mlp_slope(lf_mlp_activation activation, size_t n, const double *a, double *D) {
    if (activation == LF_MLP_TANH)
        layer_slope_tanh(n, a, D);
    else
        layer_slope_relu(n, a, D);
}
