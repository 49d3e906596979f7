/**
 * @file eigen_diagonal.h
 * @brief The implicit QL method on a matrix of three diagonals, half a rotation at a time.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "numeric/eigen_rotations.h"

/** Where it is between two halves. */
typedef struct {
    size_t n;
    double *d, *e;      /**< n each: the diagonal and what is beside it */
    size_t l, m;        /**< found eigenvalues; the step under way is on entries l to m */
    size_t i;           /**< this step has turned rows from i on; no more than l: it is done */
    int step;           /**< of this eigenvalue */
    double nothing;     /**< what counts as 0 beside the diagonal */
    lf_eigen_turn turn; /**< the last rotation */
    double g, p;        /**< what it left over for the next */
    bool half;          /**< the first half of the next one is made: */
    lf_eigen_turn by;   /**< the last one's, times what is beside the diagonal */
    double length;      /**< of (g, by[1]), which it takes to (length, 0) */
} lf_eigen_diagonal;

/** T has d (n) on the diagonal and e (n, the last is none) beside it; its largest entry is between
 *  1/2 and 1 or was, before reflections made it of another matrix. */
void lf_eigen_diagonal_begin(size_t n, double *d, double *e, lf_eigen_diagonal *q);

/** Makes half of the next rotation, as an lf_eigen_maker. All rotations take the rows of Z' to the
 *  eigenvectors of Z T Z'. */
bool lf_eigen_diagonal_make(void *diagonal, lf_eigen_sweeps *to);

/** After all: is d the eigenvalues? Not if one of them took too many steps. */
bool lf_eigen_diagonal_found(const lf_eigen_diagonal *q);
