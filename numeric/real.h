/**
 * @file real.h
 * @brief The numbers that dense algebra and networks are compiled for.
 *
 * They are doubles. Files of the name *_single.c define LF_SINGLE and include the same sources once
 * more, for floats; what has a name beyond its file has another one there.
 */
#pragma once

#include <stddef.h>

#ifdef LF_SINGLE

typedef float lf_real;

#define lf_real_fma fmaf
#define lf_real_fused lf_fused_single
#define lf_real_tanh_each lf_tanh_each_single

#define lf_dense_dot lf_dense_dot_single
#define lf_dense_axpy lf_dense_axpy_single
#define lf_dense_gemv lf_dense_gemv_single
#define lf_dense_gemv_t lf_dense_gemv_t_single
#define lf_dense_ger lf_dense_ger_single
#define lf_dense_gemm lf_dense_gemm_single
#define lf_dense_avx512 lf_dense_avx512_single
#define lf_dense_avx2 lf_dense_avx2_single
#define lf_dense_plain lf_dense_plain_single
#define lf_dense_chosen lf_dense_chosen_single
#define lf_dense_choose lf_dense_choose_single
#define lf_dense_use lf_dense_use_single
#define lf_dense_multiply lf_dense_multiply_single

/** room (n) <- x rounded; room */
const lf_real *lf_real_from(size_t n, const double *x, lf_real *room);
/** x <- z, n numbers */
void lf_real_set(size_t n, const lf_real *z, double *x);
/** x <- x + z */
void lf_real_add(size_t n, const lf_real *z, double *x);

/** Of n numbers that are copied, those that need room. */
static inline size_t lf_real_room(size_t n) {
    return n;
}
/** x itself, where it holds such numbers; NULL: it does not. */
static inline const lf_real *lf_real_at(const double *x) {
    (void)x;
    return NULL;
}
/** Where what is to be set in x, or added to it, is made: room (n), which becomes 0. */
static inline lf_real *lf_real_begin(size_t n, double *x, lf_real *room) {
    (void)x;
    for (size_t i = 0; i < n; i++)
        room[i] = 0;
    return room;
}

#else

typedef double lf_real;

#define lf_real_fma fma
#define lf_real_fused lf_fused
#define lf_real_tanh_each lf_tanh_each

/* What would be copied is there. */
static inline size_t lf_real_room(size_t n) {
    (void)n;
    return 0;
}
static inline const lf_real *lf_real_at(const double *x) {
    return x;
}
static inline const lf_real *lf_real_from(size_t n, const double *x, lf_real *room) {
    (void)n, (void)room;
    return x;
}
static inline lf_real *lf_real_begin(size_t n, double *x, lf_real *room) {
    (void)n, (void)room;
    return x;
}
static inline void lf_real_set(size_t n, const lf_real *z, double *x) {
    (void)n, (void)z, (void)x;
}
static inline void lf_real_add(size_t n, const lf_real *z, double *x) {
    (void)n, (void)z, (void)x;
}

#endif

/** Numbers in a cache line. */
enum { LF_REAL_LINE = 64 / sizeof(lf_real) };
