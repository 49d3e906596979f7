/**
 * @file dense_plain.c
 * @brief The kernels for every processor of a kind.
 */
#include "numeric/dense_kernels_parts.h"
