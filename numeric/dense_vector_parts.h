/**
 * @file dense_vector_parts.h
 * @brief The widest vectors of doubles that the compiler may use, with fused multiply-adds.
 *
 * Plain ones are single doubles with a fused multiply-add in whole numbers, for processors that
 * have none. `few` is the number of entries that are read (the others are 0) or written.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#define DENSE_INLINE __attribute__((always_inline)) static inline

#if defined(__AVX2__)
#include <immintrin.h>

enum { DENSE_SQUARE = 4 };

/* to (4 x 4, rows `apart`) <- four rows turned round, by way of four registers */
DENSE_INLINE void dense_turn(const double *const from[4], size_t at, double *to, size_t apart) {
    const __m256d a = _mm256_loadu_pd(from[0] + at), b = _mm256_loadu_pd(from[1] + at);
    const __m256d c = _mm256_loadu_pd(from[2] + at), d = _mm256_loadu_pd(from[3] + at);
    const __m256d p = _mm256_unpacklo_pd(a, b), q = _mm256_unpackhi_pd(a, b);
    const __m256d r = _mm256_unpacklo_pd(c, d), s = _mm256_unpackhi_pd(c, d);
    _mm256_storeu_pd(to, _mm256_permute2f128_pd(p, r, 0x20));
    _mm256_storeu_pd(to + apart, _mm256_permute2f128_pd(q, s, 0x20));
    _mm256_storeu_pd(to + 2 * apart, _mm256_permute2f128_pd(p, r, 0x31));
    _mm256_storeu_pd(to + 3 * apart, _mm256_permute2f128_pd(q, s, 0x31));
}
/* sum (4) <- of each vector: lane i takes in lane i + 2, then i + 1 */
DENSE_INLINE void dense_fold4(__m256d a, __m256d b, __m256d c, __m256d d, double *sum) {
    const __m256d p = _mm256_permute2f128_pd(a, b, 0x20) + _mm256_permute2f128_pd(a, b, 0x31);
    const __m256d q = _mm256_permute2f128_pd(c, d, 0x20) + _mm256_permute2f128_pd(c, d, 0x31);
    const __m256d r = _mm256_hadd_pd(p, q); /* of a, c, b, d */
    _mm256_storeu_pd(sum, _mm256_permute4x64_pd(r, 0xd8));
}
#else
enum { DENSE_SQUARE = 1 };

DENSE_INLINE void dense_turn(const double *const from[1], size_t at, double *to, size_t apart) {
    (void)apart;
    *to = from[0][at];
}
#endif

#if defined(__AVX512F__)
#define DENSE_BUILD avx512
enum { DENSE_W = 8, DENSE_ROWS = 8 };
typedef __m512d dense_vec;

DENSE_INLINE __mmask8 dense_mask(size_t few) {
    return (__mmask8)((1u << few) - 1);
}
DENSE_INLINE dense_vec dense_all(double a) {
    return _mm512_set1_pd(a);
}
DENSE_INLINE dense_vec dense_load(const double *x) {
    return _mm512_loadu_pd(x);
}
DENSE_INLINE dense_vec dense_load_few(const double *x, size_t few) {
    return _mm512_maskz_loadu_pd(dense_mask(few), x);
}
DENSE_INLINE void dense_store(double *x, dense_vec a) {
    _mm512_storeu_pd(x, a);
}
DENSE_INLINE void dense_store_few(double *x, dense_vec a, size_t few) {
    _mm512_mask_storeu_pd(x, dense_mask(few), a);
}
DENSE_INLINE dense_vec dense_fma(dense_vec a, dense_vec b, dense_vec c) {
    return _mm512_fmadd_pd(a, b, c);
}
DENSE_INLINE __m256d dense_half(dense_vec a) {
    return _mm512_castpd512_pd256(a) + _mm512_extractf64x4_pd(a, 1);
}
DENSE_INLINE void dense_fold(const dense_vec a[4], double *sum) {
    dense_fold4(dense_half(a[0]), dense_half(a[1]), dense_half(a[2]), dense_half(a[3]), sum);
}
static bool dense_runs(void) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
}
#elif defined(__AVX2__)
#define DENSE_BUILD avx2
enum { DENSE_W = 4, DENSE_ROWS = 4 };
typedef __m256d dense_vec;

DENSE_INLINE __m256i dense_mask(size_t few) {
    static const long long first[8] = {-1, -1, -1, -1};
    return _mm256_loadu_si256((const __m256i *)(const void *)(first + 4 - few));
}
DENSE_INLINE dense_vec dense_all(double a) {
    return _mm256_set1_pd(a);
}
DENSE_INLINE dense_vec dense_load(const double *x) {
    return _mm256_loadu_pd(x);
}
DENSE_INLINE dense_vec dense_load_few(const double *x, size_t few) {
    return _mm256_maskload_pd(x, dense_mask(few));
}
DENSE_INLINE void dense_store(double *x, dense_vec a) {
    _mm256_storeu_pd(x, a);
}
DENSE_INLINE void dense_store_few(double *x, dense_vec a, size_t few) {
    _mm256_maskstore_pd(x, dense_mask(few), a);
}
DENSE_INLINE dense_vec dense_fma(dense_vec a, dense_vec b, dense_vec c) {
    return _mm256_fmadd_pd(a, b, c);
}
DENSE_INLINE void dense_fold(const dense_vec a[4], double *sum) {
    dense_fold4(a[0], a[1], a[2], a[3], sum);
}
static bool dense_runs(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#elif defined(__aarch64__)
#include <arm_neon.h>

#define DENSE_BUILD plain
enum { DENSE_W = 2, DENSE_ROWS = 4 };
typedef float64x2_t dense_vec;

DENSE_INLINE dense_vec dense_all(double a) {
    return vdupq_n_f64(a);
}
DENSE_INLINE dense_vec dense_load(const double *x) {
    return vld1q_f64(x);
}
DENSE_INLINE dense_vec dense_load_few(const double *x, size_t few) {
    return (dense_vec){few > 0 ? x[0] : 0, few > 1 ? x[1] : 0};
}
DENSE_INLINE void dense_store(double *x, dense_vec a) {
    vst1q_f64(x, a);
}
DENSE_INLINE void dense_store_few(double *x, dense_vec a, size_t few) {
    for (size_t i = 0; i < few; i++)
        x[i] = a[i];
}
DENSE_INLINE dense_vec dense_fma(dense_vec a, dense_vec b, dense_vec c) {
    return vfmaq_f64(c, a, b);
}
DENSE_INLINE void dense_fold(const dense_vec a[4], double *sum) {
    for (size_t i = 0; i < 4; i++)
        sum[i] = a[i][0] + a[i][1];
}
static bool dense_runs(void) {
    return true;
}
#else
#include "numeric/fused.h"

#define DENSE_BUILD plain
enum { DENSE_W = 1, DENSE_ROWS = 4 };
typedef double dense_vec;

DENSE_INLINE dense_vec dense_all(double a) {
    return a;
}
DENSE_INLINE dense_vec dense_load(const double *x) {
    return *x;
}
DENSE_INLINE dense_vec dense_load_few(const double *x, size_t few) {
    return few > 0 ? *x : 0;
}
DENSE_INLINE void dense_store(double *x, dense_vec a) {
    *x = a;
}
DENSE_INLINE void dense_store_few(double *x, dense_vec a, size_t few) {
    if (few > 0) *x = a;
}
DENSE_INLINE dense_vec dense_fma(dense_vec a, dense_vec b, dense_vec c) {
    return lf_fused(a, b, c);
}
DENSE_INLINE void dense_fold(const dense_vec a[4], double *sum) {
    for (size_t i = 0; i < 4; i++)
        sum[i] = a[i];
}
static bool dense_runs(void) {
    return true;
}
#endif
