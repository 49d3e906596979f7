/**
 * @file tridiagonal.h
 * @brief A symmetric matrix as Q T Q' by reflections, T of three diagonals, in portable mode.
 */
#pragma once

#include <stddef.h>

/** Doubles from one row of M to the next, whole cache lines. */
size_t lf_tridiagonal_wide(size_t n);
/** Room for M and what it takes to make it, in doubles. */
size_t lf_tridiagonal_reals(size_t n);

/** M (n rows, lf_tridiagonal_wide() apart, at the beginning of a cache line and of
 *  lf_tridiagonal_reals() doubles) <- Q', d (n) and e (n - 1) <- the diagonal of T and what is
 *  beside it, for 2^power A, whose upper triangle is read. */
void lf_tridiagonal(size_t n, const double *A, int power, double *M, double *d, double *e);
