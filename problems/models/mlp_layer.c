/**
 * @file mlp_layer.c
 * @brief Products go to OpenBLAS: gemm, or gemv where one side is a vector, which it does better.
 *
 * libm's tanh is a call for each number and would take longer than the products. The one here has
 * no branches, so that compilers turn its loop into vector instructions, and only +, -, *, / and
 * exact functions: the same bits with every library.
 */
#include "problems/models/mlp_layer.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <cblas.h>
#include <levelfield/wide.h>

void lf_mlp_product(size_t n, size_t in, size_t out, const double *X, const double *W, double beta,
                    double *Z) {
    const blasint rows = (blasint)n, p = (blasint)in, q = (blasint)out;
    if (out == 1)
        cblas_dgemv(CblasRowMajor, CblasNoTrans, rows, p, 1, X, p, W, 1, beta, Z, 1);
    else if (n == 1)
        cblas_dgemv(CblasRowMajor, CblasNoTrans, q, p, 1, W, p, X, 1, beta, Z, 1);
    else
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, q, p, 1, X, p, W, p, beta, Z, q);
}

void lf_mlp_product_weights(size_t n, size_t in, size_t out, const double *X, const double *D,
                            double *W) {
    const blasint rows = (blasint)n, p = (blasint)in, q = (blasint)out;
    if (out == 1)
        cblas_dgemv(CblasRowMajor, CblasTrans, rows, p, 1, X, p, D, 1, 1, W, 1);
    else if (n == 1)
        cblas_dger(CblasRowMajor, q, p, 1, D, 1, X, 1, W, p);
    else
        cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, q, p, rows, 1, D, q, X, p, 1, W, p);
}

void lf_mlp_product_back(size_t n, size_t in, size_t out, const double *D, const double *W,
                         double *X) {
    const blasint rows = (blasint)n, p = (blasint)in, q = (blasint)out;
    if (n == 1)
        cblas_dgemv(CblasRowMajor, CblasTrans, q, p, 1, W, p, D, 1, 0, X, 1);
    else
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, p, q, 1, D, q, W, p, 0, X, p);
}

/* y <- y + x */
LF_WIDE static void layer_add(size_t n, const double *restrict x, double *restrict y) {
    for (size_t j = 0; j < n; j++)
        y[j] += x[j];
}

void lf_mlp_add_bias(size_t n, size_t out, const double *b, double *Z) {
    for (size_t i = 0; i < n; i++)
        layer_add(out, b, Z + i * out);
}

void lf_mlp_add_slopes(size_t n, size_t out, const double *D, double *b) {
    for (size_t i = 0; i < n; i++)
        layer_add(out, D + i * out, b);
}

/* e^r - 1 for |r| < 0.35: the Taylor polynomial up to r^13, 1 / n! from the last on. */
static double layer_expm1(double r) {
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
static double layer_tanh(double z) {
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

LF_WIDE static void layer_row_relu(size_t out, const double *restrict b, double *restrict z) {
    for (size_t j = 0; j < out; j++) {
        const double sum = z[j] + b[j];
        z[j] = sum < 0 ? 0 : sum; /* a NaN stays one */
    }
}

void lf_mlp_activate(lf_mlp_activation activation, size_t n, size_t out, const double *b,
                     double *Z) {
    for (size_t i = 0; i < n; i++, Z += out) {
        if (activation == LF_MLP_TANH)
            layer_row_tanh(out, b, Z);
        else
            layer_row_relu(out, b, Z);
    }
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
