/**
 * @file plain_pairs.h
 * @brief Scores and inner values of contrastive losses by plain sums: linear towers of 5 numbers on
 *        synthetic_small, at the temperature 1/2.
 */
#pragma once

#include <math.h>

#include <levelfield/vector.h>

#include "problems/continual/parts/pairs.h"

enum { PLAIN_P = 32, PLAIN_K = 5, PLAIN_D = PLAIN_K * (PLAIN_P + LF_PAIRS_TEXT) };

/** e (PLAIN_K) <- A x / |A x| */
static inline void plain_embed(size_t in, const double *A, const double *x, double *e) {
    double norm = 0;
    for (size_t j = 0; j < PLAIN_K; j++) {
        e[j] = 0;
        for (size_t l = 0; l < in; l++)
            e[j] += A[j * in + l] * x[l];
        norm += e[j] * e[j];
    }
    for (size_t j = 0; j < PLAIN_K; j++)
        e[j] /= sqrt(norm);
}

/** <E_I(row), E_T(caption)> of linear towers */
static inline double plain_score(const lf_pairs *pairs, const double *w, uint32_t row,
                                 size_t text) {
    double image[PLAIN_K], caption[PLAIN_K];
    plain_embed(PLAIN_P, w, pairs->task.data->dense + row * PLAIN_P, image);
    plain_embed(LF_PAIRS_TEXT, w + PLAIN_K * PLAIN_P, pairs->caption + text * LF_PAIRS_TEXT,
                caption);
    return lf_vec_dot(PLAIN_K, image, caption);
}

/** u <- of position i against the positions at[0 .. n), or the first n */
static inline void plain_pair(const lf_pairs *pairs, const double *w, size_t i, size_t n,
                              const uint32_t *at, double u[2]) {
    const uint32_t *row = pairs->task.train, *text = pairs->text;
    const double own = plain_score(pairs, w, row[i], text[i]);
    u[0] = u[1] = 0;
    for (size_t j = 0; j < n; j++) {
        const size_t k = at ? at[j] : j;
        u[0] += exp((plain_score(pairs, w, row[i], text[k]) - own) / 0.5) / (double)n;
        u[1] += exp((plain_score(pairs, w, row[k], text[i]) - own) / 0.5) / (double)n;
    }
}
