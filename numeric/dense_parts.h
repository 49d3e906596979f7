/**
 * @file dense_parts.h
 * @brief The portable kernels: three builds of one source, of which each has the same bits.
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "numeric/real.h"

/** Sums are made in so many lanes, entry i in lane i mod 16, each by fused multiply-adds from 0
 *  on and as if zeros followed up to a whole cache line. Then lane i takes in lane i + 8, lane i +
 * 4, i + 2 and i + 1. */
enum { LF_DENSE_LANES = 16 };
/** Sweeps of rotations that go through a strip of a matrix at once. */
enum { LF_DENSE_WAVES = 4 };

/** C (m x n) <- b C, then C_ij <- fma(A_ik, B_kj, C_ij) for k = 0, 1, ... in this order. */
typedef struct {
    size_t m, n, k;
    const lf_real *A;
    size_t row, column; /**< A_ik is A[i row + k column] within a group of rows */
    size_t group;       /**< between two groups, for each of their rows */
    const lf_real *B;
    size_t wide;  /**< between rows of B within a strip of columns */
    size_t strip; /**< between strips of B */
    lf_real b;    /**< 0: C is not read */
    lf_real *C;
    size_t wide_c; /**< between rows of C */
} lf_dense_tiles;

/** One build. Matrices are row-major, and no two arguments overlap unless both are read. */
typedef struct {
    const char *name;
    bool (*runs)(void);  /**< on this processor? */
    size_t strip, group; /**< columns of a strip of B, rows of a group of A */
    lf_real (*dot)(size_t n, const lf_real *x, const lf_real *y);
    /** y (m) <- b y + a A x, A m x n; b = 0: y is not read */
    void (*rows)(size_t m, size_t n, lf_real a, const lf_real *A, const lf_real *x, lf_real b,
                 lf_real *y);
    /** y (n) <- y + a A' x, row by row of A, m x n */
    void (*columns)(size_t m, size_t n, lf_real a, const lf_real *A, const lf_real *x, lf_real *y);
    void (*tiles)(const lf_dense_tiles *t);
    /** The same for up to 8 rows of C and 8 columns, from B turned: n x k, rows `wide` apart; NULL:
     *  there is nothing faster than turning it first */
    void (*few)(const lf_dense_tiles *t);
    /** T (n x m, rows `apart`) <- B', B m x n with rows `wide` apart; T has room for a multiple of
     *  4 in place of m */
    void (*turn)(size_t m, size_t n, const lf_real *B, size_t wide, lf_real *T, size_t apart);
#ifndef LF_SINGLE
    size_t turned; /**< columns of a strip that rotate() turns */
    /** Rows t + j and t + j + 1 of a strip (nothing between rows) <- turned by the cosine
     *  turns[j][2 (t + j)] and the sine after it, for j < waves (1 or LF_DENSE_WAVES) in this
     *  order, for t = end - 1 down to first */
    void (*rotate)(size_t waves, size_t first, size_t end, const double *const turns[],
                   double *strip);
    /** Of M, whose n columns are followed by zeros up to `wide`, whole cache lines; vectors have an
     *  entry for each column, 0 where M has none.
     *  Four rows, 0 up to column k, <- M_i + f_i v, then dot_i <- M_i . w, w from column k on */
    void (*reflect_rows)(size_t n, size_t wide, size_t k, const double *f, const double *v,
                         const double *w, double *rows, double *dot);
    /** For rows i = from, from + 1, ...: M_ij <- M_ij - v_i p_j, M_ij - p_i v_j (j >= i), then
     *  q_i <- q_i + sum_j M_ij w_j and q_j <- q_j + w_i M_ij (j > i) */
    void (*symmetric)(size_t n, size_t wide, size_t from, const double *v, const double *p,
                      const double *w, double *M, double *q);
#endif
} lf_dense_kernels;

extern const lf_dense_kernels lf_dense_avx512, lf_dense_avx2, lf_dense_plain;

/** The one that is in use once it was chosen; NULL before. */
extern _Atomic(const lf_dense_kernels *) lf_dense_chosen;
const lf_dense_kernels *lf_dense_choose(void);
/** The build in use: the widest that the processor runs, or the one that LEVELFIELD_KERNELS names
 *  (avx512, avx2 or plain), if it does run that; lf_bits_check() refuses others. Short vectors feel
 *  a call. */
static inline const lf_dense_kernels *lf_dense_build(void) {
    const lf_dense_kernels *chosen = atomic_load_explicit(&lf_dense_chosen, memory_order_relaxed);
    return chosen ? chosen : lf_dense_choose();
}
/** Use the build of this name from now on, NULL: the widest; false: there is none that runs here.
 */
bool lf_dense_use(const char *name);

/** C (m x n, rows wide_c apart) <- b C + a A B, both where A_ik is A[i row + k column]; B (k x n),
 *  turned: (n x k). Any blocking gives the same bits: C_ij <- fma(a A_ik, B_kj, C_ij), k in order.
 */
void lf_dense_multiply(const lf_dense_kernels *kernels, lf_real a, lf_dense_tiles t, bool turned);
