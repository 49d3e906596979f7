/**
 * @file symmetric_eigen.h
 * @brief All eigenvalues and eigenvectors of a symmetric matrix.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/** Room that lf_symmetric_eigen_in() works in: doubles and integers for n rows. */
size_t lf_symmetric_eigen_reals(size_t n);
size_t lf_symmetric_eigen_integers(size_t n);

/** A (n x n, symmetric; its upper triangle alone is used) <- its orthonormal eigenvectors, one a
 * row; s (n) <- the eigenvalues in increasing order, off by no more than 4 n units of rounding of
 * the largest. About 9 n^3 flops on one thread, no allocation; LF_DIVERGED if A is not finite. */
lf_status lf_symmetric_eigen_in(size_t n, double *A, double *s, double *work, int *iwork);

/** The same with room of its own. */
lf_status lf_symmetric_eigen(size_t n, double *A, double *s);
