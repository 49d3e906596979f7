/**
 * @file curvature.c
 * @brief Eigenvalues of a Hessian, and of the limited-memory BFGS matrix.
 *
 * That matrix differs from theta I only in the span of its pairs. So it is kept there: with Q an
 * orthonormal basis of the span, BFGS updates are made to K in B = theta (I - QQ') + Q K Q'.
 */
#include "problems/common/curvature.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "numeric/dense.h"
#include "numeric/symmetric_eigen.h"

enum {
    CURVATURE_PAIRS = 20,
    CURVATURE_RANK = 2 * CURVATURE_PAIRS,
    CURVATURE_BLOCK = 256 /* columns rotated at a time */
};

/* Smallest eigenvalue of all: what is linear, or constant, has none. Its square can be formed. */
static const double curvature_least = 1e-100;
/* A vector of which less than this is outside the basis lies in it. */
static const double curvature_inside = 1e-10;

lf_status lf_curvature_create(size_t d, bool exact, lf_curvature *c) {
    *c = (lf_curvature){.d = d, .exact = exact, .floor = LF_CURVATURE_FLOOR};
    const size_t rows = exact ? d : CURVATURE_RANK;
    c->U = calloc(rows * d + 1, sizeof *c->U);
    c->s = calloc(rows + 1, sizeof *c->s);
    c->pair = calloc((exact ? 0 : CURVATURE_RANK * d) + 1, sizeof *c->pair);
    if (c->U && c->s && c->pair) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory for the curvature of a function of %zu variables", d);
}

void lf_curvature_free(lf_curvature *c) {
    free(c->U);
    free(c->s);
    free(c->pair);
    *c = (lf_curvature){0};
}

static void curvature_raise(lf_curvature *c, double scale) {
    double top = fmax(fmax(scale, c->theta), curvature_least / c->floor);
    for (size_t j = 0; j < c->rank; j++)
        top = fmax(top, c->s[j]);
    for (size_t j = 0; j < c->rank; j++)
        c->s[j] = fmax(c->s[j], c->floor * top);
}

lf_status lf_curvature_exact(lf_curvature *c, double scale) {
    c->rank = c->d;
    c->theta = 0;
    LF_TRY(lf_symmetric_eigen(c->d, c->U, c->s));
    curvature_raise(c, scale);
    c->theta = 1; /* nothing is orthogonal to all u_j */
    return LF_OK;
}

void lf_curvature_forget(lf_curvature *c) {
    c->pairs = 0;
}

void lf_curvature_add(lf_curvature *c, const double *step, const double *change) {
    const size_t d = c->d;
    const double bend = lf_vec_dot(d, step, change);
    if (!(bend > curvature_inside * lf_vec_norm(d, step) * lf_vec_norm(d, change))) return;
    if (c->pairs == CURVATURE_PAIRS)
        memmove(c->pair, c->pair + 2 * d, 2 * d * --c->pairs * sizeof *c->pair);
    double *at = c->pair + 2 * d * c->pairs++;
    lf_vec_copy(d, step, at);
    lf_vec_copy(d, change, at + d);
}

/* U <- an orthonormal basis of the pairs, by Gram-Schmidt done twice. */
static void curvature_basis(lf_curvature *c) {
    const size_t d = c->d;
    c->rank = 0;
    for (size_t i = 0; i < 2 * c->pairs && c->rank < d; i++) {
        double *u = c->U + c->rank * d;
        lf_vec_copy(d, c->pair + i * d, u);
        lf_vec_scale(d, 1 / lf_vec_norm(d, u), u);
        double left = 1;
        for (int again = 0; again < 2 && left > curvature_inside; again++) {
            for (size_t j = 0; j < c->rank; j++)
                lf_vec_axpy(d, -lf_vec_dot(d, c->U + j * d, u), c->U + j * d, u);
            left = lf_vec_norm(d, u);
            if (left > curvature_inside) lf_vec_scale(d, 1 / left, u);
        }
        if (left > curvature_inside) c->rank++;
    }
}

/* K <- K - K s s'K / s'Ks + y y' / y's, s and y in coordinates of the basis. */
static void curvature_update(size_t n, const double *s, const double *y, double *Ks, double *K) {
    for (size_t i = 0; i < n; i++)
        Ks[i] = lf_vec_dot(n, K + i * n, s);
    const double sKs = lf_vec_dot(n, s, Ks), ys = lf_vec_dot(n, y, s);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            K[i * n + j] += y[i] * y[j] / ys - Ks[i] * Ks[j] / sKs;
}

/* Rows of U <- the rows of V U, a block of columns after the other. */
static void curvature_rotate(lf_curvature *c, const double *V, double *block) {
    const size_t n = c->rank;
    for (size_t first = 0; first < c->d; first += CURVATURE_BLOCK) {
        const size_t left = c->d - first;
        const size_t wide = left < CURVATURE_BLOCK ? left : CURVATURE_BLOCK;
        for (size_t j = 0; j < c->rank; j++)
            lf_vec_copy(wide, c->U + j * c->d + first, block + j * CURVATURE_BLOCK);
        lf_dense_gemm(LF_DENSE_NN, n, wide, n, 1, V, n, block, CURVATURE_BLOCK, 0, c->U + first,
                      c->d);
    }
}

/* K, then work of CURVATURE_RANK * CURVATURE_BLOCK. */
static lf_status curvature_learn(lf_curvature *c, double *K, double *work) {
    const size_t n = c->rank, d = c->d;
    double *s = work, *y = work + n, *Ks = work + 2 * n;
    for (size_t i = 0; i < n; i++)
        K[i * n + i] = c->theta;
    for (size_t i = 0; i < c->pairs; i++) {
        for (size_t j = 0; j < n; j++) {
            s[j] = lf_vec_dot(d, c->U + j * d, c->pair + 2 * i * d);
            y[j] = lf_vec_dot(d, c->U + j * d, c->pair + (2 * i + 1) * d);
        }
        curvature_update(n, s, y, Ks, K);
    }
    LF_TRY(lf_symmetric_eigen(n, K, c->s));
    curvature_rotate(c, K, work);
    curvature_raise(c, 0);
    return LF_OK;
}

lf_status lf_curvature_learn(lf_curvature *c, double scale) {
    c->rank = 0;
    c->theta = fmax(scale, curvature_least);
    if (c->pairs == 0) return LF_OK;
    const double *s = c->pair + 2 * c->d * (c->pairs - 1), *y = s + c->d;
    c->theta = lf_vec_dot(c->d, y, y) / lf_vec_dot(c->d, s, y); /* Nocedal & Wright 2006, (7.20) */
    curvature_basis(c);
    const size_t most = CURVATURE_RANK;
    double *K = calloc(most * (most + CURVATURE_BLOCK), sizeof *K);
    if (!K) return lf_fail(LF_NO_MEMORY, "no memory for %zu pairs of gradients", c->pairs);
    const lf_status status = curvature_learn(c, K, K + most * most);
    free(K);
    return status;
}
