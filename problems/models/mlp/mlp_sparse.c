/**
 * @file mlp_sparse.c
 * @brief Entries instead of products: for each entry of a row a multiple of a column of W is added,
 * and a multiple of D_i to a column of W's gradient.
 *
 * Columns of W lie apart, so both are done on W', where the inner loops run along memory. Turning W
 * round takes as long as the products of a few rows, which go without.
 */
#include "problems/models/mlp/mlp_sparse.h"

#include <stdlib.h>
#include <string.h>

#include <levelfield/wide.h>

#include "numeric/dense.h"
#include "problems/models/linear/linear_rows.h"
#include "problems/models/mlp/mlp_layer.h"
#include "problems/models/mlp/mlp_product.h"

/* Rows from which on W is turned round; where each row of W' begins is a cache line;
 * columns of W' at a time if that leaves no rest: the loops then have a length that the compiler
 * knows. Other widths go whole, since a second pass costs more than it gains. */
enum { SPARSE_MANY = 12, SPARSE_STRIP = 64 };

/* Compiled into each version of its caller, for the length that this one names. */
#define SPARSE_INLINE __attribute__((always_inline)) static inline

lf_status lf_mlp_sparse_create(const lf_data *data, size_t out, lf_mlp_sparse *s) {
    const size_t p = data->features, strip = out % SPARSE_STRIP == 0 ? SPARSE_STRIP : out;
    const size_t wide = (strip + LF_REAL_LINE - 1) / LF_REAL_LINE * LF_REAL_LINE;
    *s = (lf_mlp_sparse){.out = out, .strip = strip, .wide = wide};
    LF_TRY(lf_sparse_rows_create(data, &s->rows));
    if (!s->rows.base) return LF_OK;
    s->turned = lf_sparse_doubles(p * wide);
    s->sum = lf_sparse_doubles(out + p); /* floats have the base behind it */
    if (!s->turned || !s->sum)
        return lf_fail(LF_NO_MEMORY, "no memory for a layer of %zu x %zu", out, p);
    s->base = lf_real_from(p, s->rows.base, s->sum + out);
    return LF_OK;
}

void lf_mlp_sparse_release(lf_mlp_sparse *s) {
    lf_sparse_rows_release(&s->rows);
    free(s->turned);
    free(s->sum);
    *s = (lf_mlp_sparse){0};
}

/* Begin to fetch what a later row needs: drawn rows are scattered over a large table, and most of
 * some ten entries lie in two lines. */
LF_FETCHES static void sparse_fetch(const lf_data *e, size_t n, const uint32_t *row, size_t i) {
    enum { SOON = 8, LATER = 16, LINE = 64 };
    if (i + LATER < n) __builtin_prefetch(e->row_start + row[i + LATER]);
    if (i + SOON >= n) return;
    const size_t k = e->row_start[row[i + SOON]];
    __builtin_prefetch(e->column + k);
    __builtin_prefetch((const char *)(e->column + k) + LINE);
    if (!e->value) return;
    __builtin_prefetch(e->value + k);
    __builtin_prefetch((const char *)(e->value + k) + LINE);
}

/* z (q) <- c + sum_k value_k T_k over the entries of a row, four at a time to write z less often,
 * always in this order. */
SPARSE_INLINE void sparse_gather_row(const lf_data *e, size_t row, size_t q, size_t wide,
                                     const double *value, const lf_real *restrict T,
                                     const lf_real *restrict c, lf_real *restrict z) {
    const size_t end = e->row_start[row + 1];
    size_t k = e->row_start[row];
    for (size_t j = 0; j < q; j++)
        z[j] = c[j];
    for (; k + 4 <= end; k += 4) {
        const lf_real *t0 = T + e->column[k] * wide, *t1 = T + e->column[k + 1] * wide;
        const lf_real *t2 = T + e->column[k + 2] * wide, *t3 = T + e->column[k + 3] * wide;
        const lf_real a0 = value ? (lf_real)value[k] : 1, a1 = value ? (lf_real)value[k + 1] : 1;
        const lf_real a2 = value ? (lf_real)value[k + 2] : 1;
        const lf_real a3 = value ? (lf_real)value[k + 3] : 1;
        for (size_t j = 0; j < q; j++)
            z[j] = (((z[j] + a0 * t0[j]) + a1 * t1[j]) + a2 * t2[j]) + a3 * t3[j];
    }
    for (; k < end; k++) {
        const lf_real a = value ? (lf_real)value[k] : 1, *t = T + e->column[k] * wide;
        for (size_t j = 0; j < q; j++)
            z[j] += a * t[j];
    }
}

/* T_k += value_k d over the entries of a row; d (q). */
SPARSE_INLINE void sparse_scatter_row(const lf_data *e, size_t row, size_t q, size_t wide,
                                      const double *value, const lf_real *restrict d,
                                      lf_real *restrict T) {
    const size_t end = e->row_start[row + 1];
    for (size_t k = e->row_start[row]; k < end; k++) {
        const lf_real a = value ? (lf_real)value[k] : 1;
        lf_real *t = T + e->column[k] * wide;
        for (size_t j = 0; j < q; j++)
            t[j] += a * d[j];
    }
}

/* A strip of Z <- 1 c' + E T, of a table with values or one of ones, in rows s->out apart. */
LF_WIDE static void sparse_gather(const lf_mlp_sparse *s, size_t n, const uint32_t *row,
                                  const lf_real *c, lf_real *Z) {
    enum { Q = SPARSE_STRIP };
    const lf_data *e = &s->rows.e;
    for (size_t i = 0; i < n; i++, Z += s->out) {
        sparse_fetch(e, n, row, i);
        if (s->strip != Q)
            sparse_gather_row(e, row[i], s->strip, s->wide, e->value, s->turned, c, Z);
        else if (e->value)
            sparse_gather_row(e, row[i], Q, Q, e->value, s->turned, c, Z);
        else
            sparse_gather_row(e, row[i], Q, Q, NULL, s->turned, c, Z);
    }
}

/* T <- b d' + E' D, D a strip in rows s->out apart; b is the base. */
LF_WIDE static void sparse_scatter(const lf_mlp_sparse *s, size_t n, const uint32_t *row,
                                   const lf_real *restrict d, const lf_real *D,
                                   lf_real *restrict T) {
    enum { Q = SPARSE_STRIP };
    const lf_data *e = &s->rows.e;
    for (size_t k = 0; k < e->features; k++)
        for (size_t j = 0; j < s->strip; j++)
            T[k * s->wide + j] = s->base[k] * d[j];
    for (size_t i = 0; i < n; i++, D += s->out)
        if (s->strip != Q)
            sparse_scatter_row(e, row[i], s->strip, s->wide, e->value, D, T);
        else if (e->value)
            sparse_scatter_row(e, row[i], Q, Q, e->value, D, T);
        else
            sparse_scatter_row(e, row[i], Q, Q, NULL, D, T);
}

/* The base takes part even where it is 0, so that a weight that is not a number shows. */
void lf_mlp_sparse_product(const lf_mlp_sparse *s, size_t n, const uint32_t *row, const lf_real *W,
                           lf_real *Z) {
    const size_t p = s->rows.e.features, q = s->out;
    lf_dense_gemv(q, p, 1, W, s->base, 0, s->sum);
    if (n < SPARSE_MANY) {
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < q; j++)
                Z[i * q + j] = s->sum[j] + lf_linear_dot_sparse(&s->rows.e, row[i], W + j * p);
        return;
    }
    for (size_t j = 0; j < q; j += s->strip) {
        lf_mlp_turn(p, s->strip, W + j * p, s->wide, s->turned);
        sparse_gather(s, n, row, s->sum + j, Z + j);
    }
}

void lf_mlp_sparse_slopes(const lf_mlp_sparse *s, size_t n, const uint32_t *row, const lf_real *D,
                          lf_real *W, lf_real *b) {
    const size_t p = s->rows.e.features, q = s->out;
    memset(s->sum, 0, q * sizeof *s->sum);
    lf_mlp_add_slopes(n, q, D, s->sum);
    lf_mlp_add_bias(1, q, s->sum, b);
    if (n < SPARSE_MANY) {
        lf_dense_ger(q, p, 1, s->sum, s->base, W);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < q; j++)
                lf_linear_scatter(&s->rows.e, row[i], D[i * q + j], W + j * p);
        return;
    }
    for (size_t j = 0; j < q; j += s->strip) {
        sparse_scatter(s, n, row, s->sum + j, D + j, s->turned);
        lf_mlp_add_turned(p, s->strip, s->turned, s->wide, W + j * p);
    }
}
