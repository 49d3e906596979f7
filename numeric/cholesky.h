/**
 * @file cholesky.h
 * @brief Linear systems with a symmetric positive definite matrix.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/** b (n) <- A^-1 b; A (n x n, symmetric, its upper triangle alone is used) <- its factor. About
 *  n^3 / 3 flops on one thread, no allocation. LF_DIVERGED if A is not positive definite. */
lf_status lf_cholesky_solve(size_t n, double *A, double *b);

/** b (n) <- A^-1 b with the factor that lf_cholesky_solve left of A; 2 n^2 flops. */
void lf_cholesky_again(size_t n, const double *factor, double *b);
