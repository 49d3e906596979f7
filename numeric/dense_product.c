/**
 * @file dense_product.c
 * @brief Products of matrices in blocks that fit the caches.
 *
 * Small ones are made where the matrices lie. Of others, blocks are copied in the order in which
 * the kernels read them. Entries of C go through memory from one block of k to the next, so blocks
 * change no bit.
 */
#include <stdalign.h>

#include "numeric/dense_parts.h"

/* Entries of k, rows of A and columns of B in a block, 128 and 384 KiB in all; rows from which on
 * copying B pays, columns from which on copying A does. */
enum { PRODUCT_K = 256, PRODUCT_M = 128, PRODUCT_N = 192, PRODUCT_MANY = 96, PRODUCT_FEW = 8 };

static size_t product_least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* P <- strips of `wide` from n vectors of k entries, entry by entry: turned from rows of k entries,
 * or from rows of n, either `apart`. */
static void product_copy(const lf_dense_kernels *kernels, size_t wide, size_t n, size_t k,
                         const lf_real *from, size_t apart, bool turned, lf_real *P) {
    for (size_t j = 0; turned && j < n; j += wide)
        kernels->turn(product_least(wide, n - j), k, from + j * apart, apart, P + j * k, wide);
    for (size_t at = 0; !turned && at < k; at++)
        for (size_t j = 0; j < n; j += wide)
            for (size_t c = 0, end = product_least(wide, n - j); c < end; c++)
                P[j * k + at * wide + c] = from[at * apart + j + c];
}

/* One block of k and of columns, block by block of rows. */
static void product_rows(const lf_dense_kernels *kernels, lf_real a, const lf_dense_tiles *t) {
    alignas(64) lf_real P[(PRODUCT_M + 8) * PRODUCT_K];
    for (size_t i = 0; i < t->m; i += PRODUCT_M) {
        lf_dense_tiles part = *t;
        part.m = product_least(PRODUCT_M, t->m - i);
        part.A += i * t->row;
        part.C += i * t->wide_c;
        const bool turned = t->column == 1;
        product_copy(kernels, kernels->group, part.m, t->k, part.A, turned ? t->row : t->column,
                     turned, P);
        for (size_t at = 0; a != 1 && at < (part.m + kernels->group) * t->k; at++)
            P[at] *= a;
        part.A = P, part.row = 1, part.column = kernels->group, part.group = t->k;
        kernels->tiles(&part);
    }
}

static void product_blocks(const lf_dense_kernels *kernels, lf_real a, const lf_dense_tiles *t,
                           bool turned) {
    alignas(64) lf_real P[PRODUCT_K * PRODUCT_N];
    for (size_t j = 0; j < t->n; j += PRODUCT_N)
        for (size_t k = 0; k < t->k; k += PRODUCT_K) {
            lf_dense_tiles part = *t;
            part.n = product_least(PRODUCT_N, t->n - j);
            part.k = product_least(PRODUCT_K, t->k - k);
            part.A += k * t->column;
            part.B += turned ? j * t->wide + k : k * t->wide + j;
            part.C += j;
            part.b = k > 0 ? 1 : t->b;
            if (turned || t->m >= PRODUCT_MANY) {
                product_copy(kernels, kernels->strip, part.n, part.k, part.B, t->wide, turned, P);
                part.B = P, part.wide = kernels->strip, part.strip = kernels->strip * part.k;
            }
            if (a != 1 || (t->m >= PRODUCT_MANY && t->n >= PRODUCT_MANY))
                product_rows(kernels, a, &part);
            else
                kernels->tiles(&part);
        }
}

void lf_dense_multiply(const lf_dense_kernels *kernels, lf_real a, lf_dense_tiles t, bool turned) {
    t.strip = kernels->strip;
    t.group = t.row;
    if (kernels->few && turned && a == 1 && t.m - 1 < PRODUCT_FEW && t.n - 1 < PRODUCT_FEW)
        kernels->few(&t);
    else if (t.k > 0 && (turned || a != 1 || t.m >= PRODUCT_MANY))
        product_blocks(kernels, a, &t, turned);
    else
        kernels->tiles(&t);
}
