/**
 * @file mlp_layer.c
 * @brief Biases, activations and their slopes, entry by entry.
 */
#include "problems/models/mlp/mlp_layer.h"

#include <levelfield/wide.h>

#include "numeric/elementary.h"

LF_WIDE static void layer_add_bias(size_t n, size_t out, const lf_real *restrict b,
                                   lf_real *restrict Z) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < out; j++)
            Z[i * out + j] += b[j];
}

void lf_mlp_add_bias(size_t n, size_t out, const lf_real *b, lf_real *Z) {
    layer_add_bias(n, out, b, Z);
}

/* Four rows at a time to read and write b less often, always in this order. */
LF_WIDE static void layer_add_slopes(size_t n, size_t out, const lf_real *restrict D,
                                     lf_real *restrict b) {
    size_t i = 0;
    for (; i + 4 <= n; i += 4, D += 4 * out)
        for (size_t j = 0; j < out; j++)
            b[j] = (((b[j] + D[j]) + D[out + j]) + D[2 * out + j]) + D[3 * out + j];
    for (; i < n; i++, D += out)
        for (size_t j = 0; j < out; j++)
            b[j] += D[j];
}

void lf_mlp_add_slopes(size_t n, size_t out, const lf_real *D, lf_real *b) {
    layer_add_slopes(n, out, D, b);
}

LF_WIDE static void layer_relu(size_t n, size_t out, const lf_real *restrict b,
                               lf_real *restrict Z) {
    for (size_t i = 0; i < n; i++, Z += out)
        for (size_t j = 0; j < out; j++) {
            const lf_real sum = Z[j] + b[j];
            Z[j] = sum < 0 ? 0 : sum; /* a NaN stays one */
        }
}

void lf_mlp_activate(lf_mlp_activation activation, size_t n, size_t out, const lf_real *b,
                     lf_real *Z) {
    if (activation == LF_MLP_RELU) {
        layer_relu(n, out, b, Z);
        return;
    }
    for (size_t i = 0; i < n; i++) {
        layer_add_bias(1, out, b, Z + i * out);
        lf_real_tanh_each(out, Z + i * out);
    }
}

LF_WIDE static void layer_slope_tanh(size_t n, const lf_real *restrict a, lf_real *restrict D) {
    for (size_t k = 0; k < n; k++)
        D[k] *= 1 - a[k] * a[k];
}

LF_WIDE static void layer_slope_relu(size_t n, const lf_real *restrict a, lf_real *restrict D) {
    for (size_t k = 0; k < n; k++)
        D[k] = a[k] > 0 ? D[k] : 0;
}

void lf_mlp_slope(lf_mlp_activation activation, size_t n, const lf_real *a, lf_real *D) {
    if (activation == LF_MLP_TANH)
        layer_slope_tanh(n, a, D);
    else
        layer_slope_relu(n, a, D);
}
