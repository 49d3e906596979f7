/**
 * @file dense_avx512_single.c
 * @brief The kernels for floats with AVX-512, which the build turns on for this file alone.
 */
#define DENSE_AVX 512
#define LF_SINGLE
#include "numeric/dense_kernels_parts.h"
