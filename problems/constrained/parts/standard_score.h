/**
 * @file standard_score.h
 * @brief Scores standardised over the batch: batch normalisation of a model's one output, without
 *        scale and shift.
 *
 *     s_i = r (o_i - mu),  mu = sum_i p_i o_i,  r = (sum_i p_i (o_i - mu)^2 + 1e-5)^(-1/2)
 *
 * o_i = h(w; a_i). Row i of stratum a has the weight p_i = omega_a / n_a, n_a of its rows in the
 * batch: sums over the rows of a stratum estimate the stratum's mean, whatever the batch holds of
 * it. Strata without rows are left out of omega, which is then scaled to sum 1. Back and forth,
 *
 *     do_j = r (ds_j - p_j sum_i ds_i - p_j s_j sum_i s_i ds_i)
 *     ds_i = r (do_i - sum_j p_j do_j - s_i sum_j p_j s_j do_j)
 *
 * Rows and point of the last batch are kept with its scores, and compared before they are used
 * again: value and gradient at one point cost one forward pass, also when asked for apart.
 */
#pragma once

#include <stdbool.h>

#include <levelfield/problem.h>

#include "problems/models/model.h"

/** How strata weigh in mu and the variance. */
typedef enum {
    LF_STANDARD_DATA, /**< omega_a: as many of all rows as are in stratum a */
    LF_STANDARD_BATCH /**< every row of a batch weighs the same; on all rows omega_a: its share of
                           the batches that are drawn */
} lf_standard_weights;

/** Zero until lf_standard_init. */
typedef struct {
    /* set by the caller before init */
    const lf_model *model; /**< with one output */
    const uint32_t *row;   /**< the data row of each sample id, strata one after the other */
    size_t stratum[LF_STRATA], share[LF_STRATA]; /**< as of lf_component; 0: no such stratum */
    lf_standard_weights weights;
    /* the last batch, to be read */
    size_t n;                    /**< rows */
    size_t first[LF_STRATA + 1]; /**< where each stratum begins */
    double *s;                   /**< n: the scores */
    double mu, r;
    /* its own */
    double p[LF_STRATA]; /* weight of a row */
    size_t room;
    bool known;     /* the model's scores at w of `at` */
    uint32_t *at;   /* room: rows */
    double *o;      /* room: raw scores, then slopes on them */
    double *w;      /* dim */
    double *change; /* room */
} lf_standard;

/** After a failure, release is fine. */
lf_status lf_standard_init(lf_standard *standard);
void lf_standard_release(lf_standard *standard);

/** n, first and s <- those of the samples at w (dim). LF_UNSUPPORTED for more samples than there is
 *  room for: all of them, or 65,536. */
lf_status lf_standard_forward(lf_standard *standard, const lf_samples *samples, const double *w);
/** grad (dim) += sum_i ds_i Ds_i(w), of the last batch at its point w; ds (n). */
lf_status lf_standard_backward(lf_standard *standard, const double *w, const double *ds,
                               double *grad);
/** ds (n) <- Ds_i(w) v, v (dim), of the last batch at its point w. */
lf_status lf_standard_tangent(lf_standard *standard, const double *w, const double *v, double *ds);
