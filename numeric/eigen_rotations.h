/**
 * @file eigen_rotations.h
 * @brief Rotations of rows that wait, and then go through a matrix many at a time, while the next
 * ones are made.
 *
 * Every entry is turned by the same rotations in the same order as if none waited: no bit changes.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/** Sweeps that wait at most; as many are made meanwhile, and a second cache has room for both. */
enum { LF_EIGEN_SWEEPS = 16 };

/** A cosine and a sine, which are made by the same operations. */
typedef double lf_eigen_turn __attribute__((vector_size(2 * sizeof(double))));

/** Sweep j turns rows i and i + 1 for i = end[j] - 1 down to first[j], by turns[nj + i]. */
typedef struct {
    size_t count; /**< sweeps that are whole */
    size_t first[LF_EIGEN_SWEEPS], end[LF_EIGEN_SWEEPS];
    lf_eigen_turn *turns;
} lf_eigen_sweeps;

/** Makes the next part of a sweep, which becomes `to`'s once it is whole; false: there are
 *  LF_EIGEN_SWEEPS, or all are made. A part is as much as a processor looks ahead over. */
typedef bool lf_eigen_maker(void *made_by, lf_eigen_sweeps *to);

/** Room for n rows, in doubles. */
size_t lf_eigen_rotations_reals(size_t n);

/** R (n x n) <- M (rows `wide` apart), whose rows all sweeps turn that `make` makes. To make a
 *  rotation is to wait for the one before; to apply them is not, and goes on meanwhile. The room is
 *  aligned as a turn is. */
void lf_eigen_rotations(size_t n, const double *M, size_t wide, lf_eigen_maker *make, void *made_by,
                        double *room, double *R);
