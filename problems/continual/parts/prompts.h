/**
 * @file prompts.h
 * @brief Two towers as a classifier: an image is of the class whose prompt is nearest.
 *
 *     loss(x) = -log softmax_c(<E_I(x), E_T(prompt_c)> / temp) at the image's class
 *
 * The prompt of a class is its first caption.
 */
#pragma once

#include "problems/continual/parts/two_towers.h"

/** The mean loss of n rows, row[id[j]] or row[j] if id is NULL: *L <- it unless NULL, and grad
 * (dim)
 *  += y dL unless grad is NULL. n = 0: *L <- 0. */
void lf_prompts_loss(lf_two_towers *t, const lf_pairs *pairs, size_t n, const uint32_t *id,
                     const uint32_t *row, const double *w, double y, double *L, double *grad);

/** right (classes) and all (classes) <- how many of n rows of each class are told right, and how
 *  many there are. The first of several nearest prompts is told. */
void lf_prompts_count(lf_two_towers *t, const lf_pairs *pairs, size_t n, const uint32_t *row,
                      const double *w, size_t *right, size_t *all);

/** The share of all test rows that are told right; 0 if there are none. */
double lf_prompts_accuracy(lf_two_towers *t, const lf_pairs *pairs, const double *w);
