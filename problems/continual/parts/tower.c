/**
 * @file tower.c
 * @brief Matrix products, and the derivatives of tanh and of z / |z|.
 */
#include "problems/continual/parts/tower.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/math.h>
#include <levelfield/vector.h>

#include "datasets/made/draws.h"
#include "numeric/dense.h"

/* Rows that A maps: the layer, or the input itself. */
static size_t tower_inner(const lf_tower *t) {
    return t->width > 0 ? t->width : t->in;
}

/* Where A begins. */
static size_t tower_last(const lf_tower *t) {
    return t->width * (t->in + 1);
}

lf_tower lf_tower_shape(size_t in, size_t width, size_t out) {
    lf_tower t = {.in = in, .width = width, .out = out};
    t.dim = tower_last(&t) + out * tower_inner(&t);
    return t;
}

void lf_tower_start(const lf_tower *t, uint64_t seed, uint64_t which, double *w) {
    const size_t first = t->width * t->in, last = tower_last(t);
    lf_vec_zero(t->dim, w);
    lf_normal_fill(seed, which, 0, first, w);
    lf_vec_scale(first, 1 / sqrt((double)t->in), w);
    lf_normal_fill(seed, which, 1, t->dim - last, w + last);
    lf_vec_scale(t->dim - last, 1 / sqrt((double)tower_inner(t)), w + last);
}

lf_status lf_tower_pass_create(const lf_tower *t, size_t rows, lf_tower_pass *pass) {
    pass->h = malloc((rows * t->width + 1) * sizeof(double));
    pass->dh = malloc((rows * t->width + 1) * sizeof(double));
    pass->e = malloc((rows * t->out + 1) * sizeof(double));
    pass->r = malloc((rows + 1) * sizeof(double));
    if (pass->h && pass->dh && pass->e && pass->r) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory for %zu embeddings", rows);
}

void lf_tower_pass_free(lf_tower_pass *pass) {
    free(pass->h);
    free(pass->dh);
    free(pass->e);
    free(pass->r);
    *pass = (lf_tower_pass){0};
}

/* y (n x rows of M) <- x M^T, x (n x inner) */
static void tower_map(size_t n, size_t inner, size_t rows, const double *x, const double *M,
                      double *y) {
    lf_dense_gemm(LF_DENSE_NT, n, rows, inner, 1, x, inner, M, inner, 0, y, rows);
}

/* dM (rows x inner) += dy^T x */
static void tower_map_back(size_t n, size_t inner, size_t rows, const double *x, const double *dy,
                           double *dM) {
    lf_dense_gemm(LF_DENSE_TN, rows, inner, n, 1, dy, rows, x, inner, 1, dM, inner);
}

void lf_tower_embed(const lf_tower *t, size_t n, const double *x, const double *w,
                    lf_tower_pass *pass) {
    const double *b = w + t->width * t->in;
    if (n == 0) return;
    if (t->width > 0) {
        tower_map(n, t->in, t->width, x, w, pass->h);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < t->width; j++)
                pass->h[i * t->width + j] = lf_tanh(pass->h[i * t->width + j] + b[j]);
        x = pass->h;
    }
    tower_map(n, tower_inner(t), t->out, x, w + tower_last(t), pass->e);
    for (size_t i = 0; i < n; i++) {
        double *e = pass->e + i * t->out;
        pass->r[i] = lf_vec_norm(t->out, e);
        if (pass->r[i] > 0) lf_vec_scale(t->out, 1 / pass->r[i], e);
    }
}

/* de <- dz = (de - e <e, de>) / |z| */
static void tower_normal_back(const lf_tower *t, size_t n, const lf_tower_pass *pass, double *de) {
    for (size_t i = 0; i < n; i++) {
        const double *e = pass->e + i * t->out;
        double *d = de + i * t->out;
        if (pass->r[i] == 0) {
            lf_vec_zero(t->out, d);
            continue;
        }
        const double along = lf_vec_dot(t->out, e, d), a = 1 / pass->r[i];
        lf_vec_axpby(t->out, -along * a, e, a, d);
    }
}

void lf_tower_back(const lf_tower *t, size_t n, const double *x, const double *w, double *de,
                   lf_tower_pass *pass, double *grad) {
    const size_t last = tower_last(t), width = t->width;
    double *db = grad + width * t->in;
    if (n == 0) return;
    tower_normal_back(t, n, pass, de);
    tower_map_back(n, tower_inner(t), t->out, width > 0 ? pass->h : x, de, grad + last);
    if (width == 0) return;
    lf_dense_gemm(LF_DENSE_NN, n, width, t->out, 1, de, t->out, w + last, width, 0, pass->dh,
                  width);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < width; j++) {
            const double h = pass->h[i * width + j];
            pass->dh[i * width + j] *= 1 - h * h;
            db[j] += pass->dh[i * width + j];
        }
    tower_map_back(n, t->in, width, x, pass->dh, grad);
}
