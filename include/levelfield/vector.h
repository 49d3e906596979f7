/**
 * @file vector.h
 * @brief Dense vector kernels: contiguous doubles of length n, inputs first, no overlap unless
 * said.
 *
 * Sums run in a fixed order, so results have the same bits on every machine, unless `--bits fast`
 * asks for OpenBLAS's.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/public.h>

LF_PUBLIC_BEGIN

/** x <- 0 */
void lf_vec_zero(size_t n, double *x);
/** y <- x; n writes */
void lf_vec_copy(size_t n, const double *x, double *y);
/** x <- a x; n flops */
void lf_vec_scale(size_t n, double a, double *x);
/** y <- y + a x; 2n flops */
void lf_vec_axpy(size_t n, double a, const double *x, double *y);
/** y <- a x + b y; 3n flops */
void lf_vec_axpby(size_t n, double a, const double *x, double b, double *y);
/** q <- a x*x + b q, entry by entry; 4n flops. What AdaGrad and its kin keep. */
void lf_vec_squares(size_t n, double a, const double *x, double b, double *q);
/** y <- y + a x / (eps + sqrt(q)), entry by entry; q >= 0, eps > 0; 5n flops */
void lf_vec_over_root(size_t n, double a, const double *x, const double *q, double eps, double *y);
/** x . y; 2n flops; x may be y */
double lf_vec_dot(size_t n, const double *x, const double *y);
/** |x|_2 */
double lf_vec_norm(size_t n, const double *x);
/** |x - y|_2 */
double lf_vec_distance(size_t n, const double *x, const double *y);
/** true if no entry is NaN or infinite */
bool lf_vec_finite(size_t n, const double *x);

LF_PUBLIC_END
