/**
 * @file hinge_lp.h
 * @brief The exact minimum of the mean hinge loss of a linear model, as a linear program.
 */
#pragma once

#include "datasets/table/dataset.h"

/**
 * x (features) <- a minimiser of Phi(x) = (1/n) sum_i [1 - b_i a_i.x]_+ over these n rows of the
 * data, and *dual <- a lower bound on its minimum: the certificate that the caller checks.
 * Labels are +-1. Minimisers need not be unique; the vertex that the simplex method ends at is
 * taken, computed anew from its basis, so that machines whose CLP ends at one basis agree in bits.
 * LF_UNSUPPORTED if CLP does not reach optimality, or the data set holds images.
 */
lf_status lf_hinge_lp(const lf_data *data, size_t n, const uint32_t *row, double *x, double *dual);
