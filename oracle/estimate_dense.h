/**
 * @file estimate_dense.h
 * @brief Estimates of second derivatives as dense matrices, H (n x n) and then V^T (n x d): for any
 *        bilevel problem whose matrices fit.
 */
#pragma once

#include "oracle/oracle_state.h"

/** Room for lower level i and smaller ones; that of an earlier call is kept if it is enough. */
lf_status lf_dense_room_take(lf_inside *o, size_t i);
void lf_dense_room_free(lf_dense_room *room);

/** Doubles of an estimate of lower level i. */
size_t lf_dense_numbers(const lf_inside *o, size_t i);
/** E <- E + a (Hyy, Jxy) column by column: n products of each kind with unit vectors. */
lf_status lf_dense_add(lf_inside *o, const lf_samples *samples, const double *x, const double *y,
                       double a, double *E);
/** H <- U diag(max(e, floor)) U^T for (H + H^T)/2 = U diag(e) U^T. The paper thresholds singular
 *  values, which cannot tell -5 from 5. */
lf_status lf_dense_project(lf_inside *o, size_t i, double floor, double *E);
/** V <- the same with singular values above cap cut to it. */
lf_status lf_dense_clip(lf_inside *o, size_t i, double cap, double *E);
void lf_dense_hessian(const lf_inside *o, size_t i, const double *E, const double *v, double *out);
void lf_dense_jacobian(const lf_inside *o, size_t i, const double *E, double a, const double *q,
                       double *out);
void lf_dense_jacobian_t(const lf_inside *o, size_t i, const double *E, const double *r,
                         double *out);
