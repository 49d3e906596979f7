/**
 * @file mlp_layer.c
 * @brief Products go to OpenBLAS: gemm, or gemv where one side is a vector, which it does better.
 */
#include "problems/models/mlp_layer.h"

#include <math.h>

#include <cblas.h>

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

void lf_mlp_add_bias(size_t n, size_t out, const double *restrict b, double *restrict Z) {
    for (size_t i = 0; i < n; i++, Z += out)
        for (size_t j = 0; j < out; j++)
            Z[j] += b[j];
}

void lf_mlp_add_slopes(size_t n, size_t out, const double *restrict D, double *restrict b) {
    for (size_t i = 0; i < n; i++, D += out)
        for (size_t j = 0; j < out; j++)
            b[j] += D[j];
}

void lf_mlp_activate(lf_mlp_activation activation, size_t n, size_t out, const double *restrict b,
                     double *restrict Z) {
    for (size_t i = 0; i < n; i++, Z += out) {
        if (activation == LF_MLP_TANH)
            for (size_t j = 0; j < out; j++)
                Z[j] = tanh(Z[j] + b[j]);
        else
            for (size_t j = 0; j < out; j++) {
                const double z = Z[j] + b[j];
                Z[j] = z < 0 ? 0 : z; /* so written, a NaN stays one */
            }
    }
}

void lf_mlp_slope(lf_mlp_activation activation, size_t n, const double *restrict a,
                  double *restrict D) {
    if (activation == LF_MLP_TANH)
        for (size_t k = 0; k < n; k++)
            D[k] *= 1 - a[k] * a[k];
    else
        for (size_t k = 0; k < n; k++)
            D[k] = a[k] > 0 ? D[k] : 0;
}
