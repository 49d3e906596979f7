/**
 * @file eigen_rotations.h
 * @brief Rotations of rows that wait, and then go through a matrix many at a time.
 *
 * Every entry is turned by the same rotations in the same order as if none waited: no bit changes.
 */
#pragma once

#include <stddef.h>

/** Sweeps that wait at most. */
enum { LF_EIGEN_SWEEPS = 64 };

/** A sweep turns rows i and i + 1 for i = end - 1 down to first, by the cosine turns[2i] and the
 *  sine turns[2i + 1]. */
typedef struct {
    size_t n;
    double
        *strips; /**< n x n in strips of LF_DENSE_LANES columns, nothing between rows of a strip */
    double *turns; /**< 2n for each sweep that may wait */
    size_t count;  /**< sweeps that wait */
    size_t first[LF_EIGEN_SWEEPS], end[LF_EIGEN_SWEEPS];
} lf_eigen_rotations;

/** Room for n rows, in doubles. */
size_t lf_eigen_rotations_reals(size_t n);

/** R (n x n, rows `wide` apart) is the matrix whose rows turn. */
void lf_eigen_rotations_begin(size_t n, const double *R, size_t wide, double *room,
                              lf_eigen_rotations *r);

/** Where the turns of the next sweep belong; once made, it is counted with its first and end. */
double *lf_eigen_rotations_next(lf_eigen_rotations *r);

/** R (n x n) <- the matrix after all of them. */
void lf_eigen_rotations_end(lf_eigen_rotations *r, double *R);
