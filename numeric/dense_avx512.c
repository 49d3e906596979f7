/**
 * @file dense_avx512.c
 * @brief The kernels with AVX-512, which the build turns on for this file alone.
 */
#define DENSE_AVX 512
#include "numeric/dense_kernels_parts.h"
