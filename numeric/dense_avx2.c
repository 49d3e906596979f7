/**
 * @file dense_avx2.c
 * @brief The kernels with AVX2, which the build turns on for this file alone.
 */
#define DENSE_AVX 2
#include "numeric/dense_kernels_parts.h"
