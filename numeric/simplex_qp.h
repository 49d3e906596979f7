/**
 * @file simplex_qp.h
 * @brief A concave quadratic over the simplex, to rounding.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/**
 * q (m) <- a maximiser of q.r - q'Aq/2 over the simplex, for A (m x m) symmetric, positive
 * semidefinite and possibly singular. The q that comes in, any m numbers, says which entries are
 * tried first: the positive ones, of more than 64 those above their mean. *gap <- max_i h_i - q.h
 * with h = r - A q, which bounds what the value lacks: some rounding of r and A, unless the steps
 * allowed ran out. LF_NO_MEMORY.
 */
lf_status lf_simplex_qp(size_t m, const double *A, const double *r, double *q, double *gap);
