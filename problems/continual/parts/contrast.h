/**
 * @file contrast.h
 * @brief The two inner values of a pair i in the two-way contrastive loss, over the pairs j of a
 *        batch.
 *
 *     u^I_i = mean_j exp((<E_I(x_i), E_T(t_j)> - s_ii) / temp)
 *     u^T_i = mean_j exp((<E_I(x_j), E_T(t_i)> - s_ii) / temp),    s_ij = <E_I(x_i), E_T(t_j)>
 *
 * Source:    Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, continual learning.
 * Deviation: the second sum as printed has its indices swapped.
 */
#pragma once

#include "problems/continual/parts/two_towers.h"

/** Pair `i` (a position) against n pairs: at[id[j]], or at[j] if id is NULL; at = NULL: positions
 *  are the ids. u (2) <- u^I, u^T unless NULL; grad (dim) += y^I Du^I + y^T Du^T unless y or grad
 * is NULL. n = 0: u <- 0. One pass forth over the images of all n + 1 pairs, and one back. */
void lf_contrast_pair(lf_two_towers *t, const lf_pairs *pairs, size_t i, size_t n,
                      const uint32_t *id, const uint32_t *at, const double *w, const double *y,
                      double *u, double *grad);

/** u (n_target x 2) <- both inner values of every target pair, each against the n pairs `at` (NULL:
 *  the first n): as lf_contrast_pair says, but with each caption once. n > 0. */
void lf_contrast_every(lf_two_towers *t, const lf_pairs *pairs, size_t n, const uint32_t *at,
                       const double *w, double *u);

/** grad (dim) += sum_i y_i^T Du_i over every target pair, y (n_target x 2), right after
 *  lf_contrast_every() made u of the same n pairs and w: two passes forth and back. */
void lf_contrast_every_back(lf_two_towers *t, const lf_pairs *pairs, size_t n, const uint32_t *at,
                            const double *w, const double *u, const double *y, double *grad);
