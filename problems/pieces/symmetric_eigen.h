/**
 * @file symmetric_eigen.h
 * @brief All eigenvalues and eigenvectors of a symmetric matrix.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/** A (n x n, symmetric) <- its orthonormal eigenvectors, one a row; s (n) <- the eigenvalues in
 *  increasing order. About 9 n^3 flops on one thread; LF_DIVERGED if A is not finite. */
lf_status lf_symmetric_eigen(size_t n, double *A, double *s);
