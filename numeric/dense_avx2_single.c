/**
 * @file dense_avx2_single.c
 * @brief The kernels for floats with AVX2, which the build turns on for this file alone.
 */
#define DENSE_AVX 2
#define LF_SINGLE
#include "numeric/dense_kernels_parts.h"
