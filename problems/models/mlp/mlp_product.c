/**
 * @file mlp_product.c
 * @brief Products of matrices, or of a matrix and a vector where one side is one.
 *
 * OpenBLAS's AVX-512 kernels multiply small matrices as they lie, which is half as fast again as
 * packing them first: up to a million multiplications, and not by a turned matrix on the right. So
 * there rows go in parts of that size, by weights that are turned round beforehand.
 */
#include "problems/models/mlp/mlp_product.h"

#include <levelfield/wide.h>

#include "numeric/dense.h"

/* Multiplications of a product that is not packed; rows of a part for which that pays; rows from
 * which on turning W does; rows of W at a time in that. */
enum { PRODUCT_SMALL = 1000000, PRODUCT_FEW = 16, PRODUCT_MANY = 32, PRODUCT_STRIP = 8 };

/* ---- W' ---- */

/* A few rows of W at a time, for which T's lines stay at hand: as many as the compiler knows of,
 * then the rest. */
LF_WIDE static void product_turn(size_t in, size_t out, const lf_real *restrict W, size_t wide,
                                 lf_real *restrict T) {
    size_t j = 0;
    for (; j + PRODUCT_STRIP <= out; j += PRODUCT_STRIP)
        for (size_t k = 0; k < in; k++)
            for (size_t a = j; a < j + PRODUCT_STRIP; a++)
                T[k * wide + a] = W[a * in + k];
    for (size_t k = 0; k < in; k++)
        for (size_t a = j; a < out; a++)
            T[k * wide + a] = W[a * in + k];
}

/* By square tiles, turned while they are at hand: compilers make vector instructions of both loops
 * then, and of neither if they are one. */
LF_WIDE static void product_add_turned(size_t in, size_t out, const lf_real *restrict T,
                                       size_t wide, lf_real *restrict W) {
    enum { S = PRODUCT_STRIP };
    const size_t tiles = in / S * S, strips = out / S * S;
    for (size_t k = 0; k < tiles; k += S)
        for (size_t j = 0; j < strips; j += S) {
            lf_real tile[S * S];
            for (size_t a = 0; a < S; a++)
                for (size_t c = 0; c < S; c++)
                    tile[a * S + c] = T[(k + c) * wide + j + a];
            for (size_t a = 0; a < S; a++)
                for (size_t c = 0; c < S; c++)
                    W[(j + a) * in + k + c] += tile[a * S + c];
        }
    for (size_t a = 0; a < out; a++)
        for (size_t k = a < strips ? tiles : 0; k < in; k++)
            W[a * in + k] += T[k * wide + a];
}

void lf_mlp_turn(size_t in, size_t out, const lf_real *W, size_t wide, lf_real *T) {
    product_turn(in, out, W, wide, T);
}

void lf_mlp_add_turned(size_t in, size_t out, const lf_real *T, size_t wide, lf_real *W) {
    product_add_turned(in, out, T, wide, W);
}

/* ---- products ---- */

/* Rows of a part, all of them if parts do not pay: parts of one size, so that the last is no rest.
 */
static size_t product_part(size_t n, size_t in, size_t out) {
    if (n == 0 || !lf_dense_unpacked()) return n;
    const size_t parts = (n * in * out - 1) / PRODUCT_SMALL + 1, part = (n - 1) / parts + 1;
    return part < PRODUCT_FEW ? n : part;
}

size_t lf_mlp_product_room(size_t in, size_t out) {
    return in * out * PRODUCT_FEW <= PRODUCT_SMALL ? in * out : 0;
}

static bool product_turns(size_t n, size_t in, size_t out) {
    return n >= PRODUCT_MANY && lf_mlp_product_room(in, out) > 0 && lf_dense_unpacked();
}

/* X (n x in), W (out x in), or turned W (in x out) */
static void product_rows(size_t n, size_t in, size_t out, const lf_real *X, const lf_real *W,
                         bool turned, lf_real beta, lf_real *Z) {
    lf_dense_gemm(turned ? LF_DENSE_NN : LF_DENSE_NT, n, out, in, 1, X, in, W, turned ? out : in,
                  beta, Z, out);
}

/* The same in parts. */
static void product_parts(size_t n, size_t in, size_t out, const lf_real *X, const lf_real *T,
                          lf_real beta, lf_real *Z) {
    const size_t part = product_part(n, in, out);
    for (size_t i = 0; i < n; i += part)
        product_rows(n - i < part ? n - i : part, in, out, X + i * in, T, true, beta, Z + i * out);
}

void lf_mlp_product(size_t n, size_t in, size_t out, const lf_real *X, const lf_real *W,
                    lf_real beta, lf_real *Z, lf_real *room) {
    if (out == 1) {
        lf_dense_gemv(n, in, 1, X, W, beta, Z);
    } else if (n == 1) {
        lf_dense_gemv(out, in, 1, W, X, beta, Z);
    } else if (product_turns(n, in, out)) {
        lf_mlp_turn(in, out, W, out, room);
        product_parts(n, in, out, X, room, beta, Z);
    } else {
        product_rows(n, in, out, X, W, false, beta, Z);
    }
}

void lf_mlp_product_weights(size_t n, size_t in, size_t out, const lf_real *X, const lf_real *D,
                            lf_real *W) {
    if (out == 1) {
        lf_dense_gemv_t(n, in, 1, X, D, 1, W);
        return;
    }
    if (n == 1) {
        lf_dense_ger(out, in, 1, D, X, W);
        return;
    }
    const size_t part = product_part(n, in, out);
    for (size_t i = 0; i < n; i += part) {
        const size_t rows = n - i < part ? n - i : part;
        lf_dense_gemm(LF_DENSE_TN, out, in, rows, 1, D + i * out, out, X + i * in, in, 1, W, in);
    }
}

/* D W is a product by a turned matrix, W' , already. */
void lf_mlp_product_back(size_t n, size_t in, size_t out, const lf_real *D, const lf_real *W,
                         lf_real *X) {
    if (n == 1)
        lf_dense_gemv_t(out, in, 1, W, D, 0, X);
    else
        product_parts(n, out, in, D, W, 0, X);
}
