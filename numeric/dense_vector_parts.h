/**
 * @file dense_vector_parts.h
 * @brief The widest vectors of numbers that the compiler may use, with fused multiply-adds.
 *
 * Plain ones are single numbers with a fused multiply-add in whole numbers, for processors that
 * have none. `few` is the number of entries that are read (the others are 0) or written.
 * A file says by DENSE_AVX, 512 or 2, which build of the kernels it is: where all is compiled for
 * one processor (CFLAGS=-march=native), the compiler's own macros are the same in each.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "numeric/real.h"

#define DENSE_INLINE __attribute__((always_inline)) static inline

#if DENSE_AVX
#include <immintrin.h>

enum { DENSE_SQUARE = 4 };

#ifdef LF_SINGLE
#define DENSE_OF(operation) operation##_ps

typedef __m512 dense_512;
typedef __m256 dense_256;
typedef __mmask16 dense_few;

/* to (4 x 4, rows `apart`) <- four rows turned round, by way of four registers */
DENSE_INLINE void dense_turn(const float *const from[4], size_t at, float *to, size_t apart) {
    __m128 a = _mm_loadu_ps(from[0] + at), b = _mm_loadu_ps(from[1] + at);
    __m128 c = _mm_loadu_ps(from[2] + at), d = _mm_loadu_ps(from[3] + at);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(to, a);
    _mm_storeu_ps(to + apart, b);
    _mm_storeu_ps(to + 2 * apart, c);
    _mm_storeu_ps(to + 3 * apart, d);
}
DENSE_INLINE __m128 dense_quarter(__m256 a) {
    return _mm256_castps256_ps128(a) + _mm256_extractf128_ps(a, 1);
}
/* sum (4) <- of each vector: lane i takes in lane i + 4, i + 2, then i + 1 */
DENSE_INLINE void dense_fold4(__m256 p, __m256 q, __m256 r, __m256 s, float *sum) {
    __m128 a = dense_quarter(p), b = dense_quarter(q), c = dense_quarter(r), d = dense_quarter(s);
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(sum, (a + c) + (b + d));
}
#else
#define DENSE_OF(operation) operation##_pd

typedef __m512d dense_512;
typedef __m256d dense_256;
typedef __mmask8 dense_few;

/* to (4) <- four rows turned round */
DENSE_INLINE void dense_square(const double *const from[4], size_t at, __m256d to[4]) {
    const __m256d a = _mm256_loadu_pd(from[0] + at), b = _mm256_loadu_pd(from[1] + at);
    const __m256d c = _mm256_loadu_pd(from[2] + at), d = _mm256_loadu_pd(from[3] + at);
    const __m256d p = _mm256_unpacklo_pd(a, b), q = _mm256_unpackhi_pd(a, b);
    const __m256d r = _mm256_unpacklo_pd(c, d), s = _mm256_unpackhi_pd(c, d);
    to[0] = _mm256_permute2f128_pd(p, r, 0x20);
    to[1] = _mm256_permute2f128_pd(q, s, 0x20);
    to[2] = _mm256_permute2f128_pd(p, r, 0x31);
    to[3] = _mm256_permute2f128_pd(q, s, 0x31);
}
/* to (4 x 4, rows `apart`) <- the same */
DENSE_INLINE void dense_turn(const double *const from[4], size_t at, double *to, size_t apart) {
    __m256d square[4];
    dense_square(from, at, square);
    for (size_t i = 0; i < 4; i++)
        _mm256_storeu_pd(to + i * apart, square[i]);
}
/* sum (4) <- of each vector: lane i takes in lane i + 2, then i + 1 */
DENSE_INLINE void dense_fold4(__m256d a, __m256d b, __m256d c, __m256d d, double *sum) {
    const __m256d p = _mm256_permute2f128_pd(a, b, 0x20) + _mm256_permute2f128_pd(a, b, 0x31);
    const __m256d q = _mm256_permute2f128_pd(c, d, 0x20) + _mm256_permute2f128_pd(c, d, 0x31);
    const __m256d r = _mm256_hadd_pd(p, q); /* of a, c, b, d */
    _mm256_storeu_pd(sum, _mm256_permute4x64_pd(r, 0xd8));
}
#endif
#else
enum { DENSE_SQUARE = 1 };

DENSE_INLINE void dense_turn(const lf_real *const from[1], size_t at, lf_real *to, size_t apart) {
    (void)apart;
    *to = from[0][at];
}
#endif

#if DENSE_AVX == 512
#define DENSE_BUILD avx512
enum { DENSE_W = LF_REAL_LINE, DENSE_ROWS = 8 };
typedef dense_512 dense_vec;

DENSE_INLINE dense_few dense_mask(size_t few) {
    return (dense_few)((1u << few) - 1);
}
DENSE_INLINE dense_vec dense_all(lf_real a) {
    return DENSE_OF(_mm512_set1)(a);
}
DENSE_INLINE dense_vec dense_load(const lf_real *x) {
    return DENSE_OF(_mm512_loadu)(x);
}
DENSE_INLINE dense_vec dense_load_few(const lf_real *x, size_t few) {
    return DENSE_OF(_mm512_maskz_loadu)(dense_mask(few), x);
}
DENSE_INLINE void dense_store(lf_real *x, dense_vec a) {
    DENSE_OF(_mm512_storeu)(x, a);
}
DENSE_INLINE void dense_store_few(lf_real *x, dense_vec a, size_t few) {
    DENSE_OF(_mm512_mask_storeu)(x, dense_mask(few), a);
}
DENSE_INLINE dense_vec dense_fma(dense_vec a, dense_vec b, dense_vec c) {
    return DENSE_OF(_mm512_fmadd)(a, b, c);
}
#ifndef LF_SINGLE
DENSE_INLINE dense_vec dense_pair(__m256d a, __m256d b) {
    return _mm512_insertf64x4(_mm512_castpd256_pd512(a), b, 1);
}
#endif
DENSE_INLINE dense_256 dense_half(dense_vec a) {
#ifdef LF_SINGLE
    const __m256d upper = _mm512_extractf64x4_pd(_mm512_castps_pd(a), 1);
    return _mm512_castps512_ps256(a) + _mm256_castpd_ps(upper);
#else
    return _mm512_castpd512_pd256(a) + _mm512_extractf64x4_pd(a, 1);
#endif
}
DENSE_INLINE void dense_fold(const dense_vec a[4], lf_real *sum) {
    dense_fold4(dense_half(a[0]), dense_half(a[1]), dense_half(a[2]), dense_half(a[3]), sum);
}
#ifndef LF_SINGLE
/* Lanes from `first` on of a, those before of b. */
DENSE_INLINE dense_vec dense_from(size_t first, dense_vec a, dense_vec b) {
    return _mm512_mask_mov_pd(a, dense_mask(first), b);
}
#endif
static bool dense_runs(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
}
#elif DENSE_AVX
#define DENSE_BUILD avx2
enum { DENSE_W = LF_REAL_LINE / 2, DENSE_ROWS = 4 };
typedef dense_256 dense_vec;

DENSE_INLINE __m256i dense_mask(size_t few) {
    static const long long first[8] = {-1, -1, -1, -1};
    const char *end = (const char *)(first + 4);
    return _mm256_loadu_si256((const __m256i *)(const void *)(end - few * sizeof(lf_real)));
}
DENSE_INLINE dense_vec dense_all(lf_real a) {
    return DENSE_OF(_mm256_set1)(a);
}
DENSE_INLINE dense_vec dense_load(const lf_real *x) {
    return DENSE_OF(_mm256_loadu)(x);
}
DENSE_INLINE dense_vec dense_load_few(const lf_real *x, size_t few) {
    return DENSE_OF(_mm256_maskload)(x, dense_mask(few));
}
DENSE_INLINE void dense_store(lf_real *x, dense_vec a) {
    DENSE_OF(_mm256_storeu)(x, a);
}
DENSE_INLINE void dense_store_few(lf_real *x, dense_vec a, size_t few) {
    DENSE_OF(_mm256_maskstore)(x, dense_mask(few), a);
}
DENSE_INLINE dense_vec dense_fma(dense_vec a, dense_vec b, dense_vec c) {
    return DENSE_OF(_mm256_fmadd)(a, b, c);
}
DENSE_INLINE void dense_fold(const dense_vec a[4], lf_real *sum) {
    dense_fold4(a[0], a[1], a[2], a[3], sum);
}
#ifndef LF_SINGLE
DENSE_INLINE dense_vec dense_from(size_t first, dense_vec a, dense_vec b) {
    return _mm256_blendv_pd(a, b, _mm256_castsi256_pd(dense_mask(first)));
}
#endif
static bool dense_runs(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#elif defined(__aarch64__)
#include <arm_neon.h>

#define DENSE_BUILD plain
enum { DENSE_W = LF_REAL_LINE / 4, DENSE_ROWS = 4 };
#ifdef LF_SINGLE
#define DENSE_OF(operation) operation##_f32
typedef float32x4_t dense_vec;
#else
#define DENSE_OF(operation) operation##_f64
typedef float64x2_t dense_vec;
#endif

DENSE_INLINE dense_vec dense_all(lf_real a) {
    return DENSE_OF(vdupq_n)(a);
}
DENSE_INLINE dense_vec dense_load(const lf_real *x) {
    return DENSE_OF(vld1q)(x);
}
DENSE_INLINE dense_vec dense_load_few(const lf_real *x, size_t few) {
    dense_vec a = dense_all(0);
    for (size_t i = 0; i < few; i++)
        a[i] = x[i];
    return a;
}
DENSE_INLINE void dense_store(lf_real *x, dense_vec a) {
    DENSE_OF(vst1q)(x, a);
}
DENSE_INLINE void dense_store_few(lf_real *x, dense_vec a, size_t few) {
    for (size_t i = 0; i < few; i++)
        x[i] = a[i];
}
DENSE_INLINE dense_vec dense_fma(dense_vec a, dense_vec b, dense_vec c) {
    return DENSE_OF(vfmaq)(c, a, b);
}
DENSE_INLINE void dense_fold(const dense_vec a[4], lf_real *sum) {
    for (size_t i = 0; i < 4; i++)
#ifdef LF_SINGLE
        sum[i] = (a[i][0] + a[i][2]) + (a[i][1] + a[i][3]);
#else
        sum[i] = a[i][0] + a[i][1];
#endif
}
#ifndef LF_SINGLE
DENSE_INLINE dense_vec dense_from(size_t first, dense_vec a, dense_vec b) {
    for (size_t i = 0; i < first; i++)
        a[i] = b[i];
    return a;
}
#endif
static bool dense_runs(void) {
    return true;
}
#else
#include "numeric/fused.h"

#define DENSE_BUILD plain
enum { DENSE_W = 1, DENSE_ROWS = 4 };
typedef lf_real dense_vec;

DENSE_INLINE dense_vec dense_all(lf_real a) {
    return a;
}
DENSE_INLINE dense_vec dense_load(const lf_real *x) {
    return *x;
}
DENSE_INLINE dense_vec dense_load_few(const lf_real *x, size_t few) {
    return few > 0 ? *x : 0;
}
DENSE_INLINE void dense_store(lf_real *x, dense_vec a) {
    *x = a;
}
DENSE_INLINE void dense_store_few(lf_real *x, dense_vec a, size_t few) {
    if (few > 0) *x = a;
}
DENSE_INLINE dense_vec dense_fma(dense_vec a, dense_vec b, dense_vec c) {
    return lf_real_fused(a, b, c);
}
DENSE_INLINE void dense_fold(const dense_vec a[4], lf_real *sum) {
    for (size_t i = 0; i < 4; i++)
        sum[i] = a[i];
}
#ifndef LF_SINGLE
DENSE_INLINE dense_vec dense_from(size_t first, dense_vec a, dense_vec b) {
    return first > 0 ? b : a;
}
#endif
static bool dense_runs(void) {
    return true;
}
#endif
