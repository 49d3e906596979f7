/**
 * @file weighted_rows.h
 * @brief Rows of a table with a constant feature 1 appended, sparse; sums of their squares.
 *
 * A row is x~ = (x, 1), of d' = features + 1 entries. Dense tables are taken as sparse ones.
 * Symmetric matrices (d' x d') are packed: the upper triangle, row after row.
 */
#pragma once

#include <math.h>

#include <levelfield/math.h>

#include "problems/models/linear/linear_rows.h"

typedef struct {
    size_t n, d; /**< rows; d' */
    lf_data
        table;    /**< the rows, numbered from 0: features = d', the rest of it as in a CSR table */
    double *sign; /**< n: labels, -1 or +1 */
    uint64_t *start; /* what the table points to */
    uint32_t *column;
    double *value;  /* NULL: all are 1 */
    lf_model model; /**< x~ . v of many rows at once; points to `table` */
} lf_weighted_rows;

/** Copy these rows of a table, dense or sparse, to where `rows` stays. After a failure, free is
 *  fine. */
lf_status lf_weighted_rows_take(lf_weighted_rows *rows, const lf_data *data, size_t n,
                                const uint32_t *row);
void lf_weighted_rows_free(lf_weighted_rows *rows);

/** x~_j . v; 2 nnz_j flops. */
static inline double lf_weighted_dot(const lf_weighted_rows *rows, size_t j, const double *v) {
    return lf_linear_dot_sparse(&rows->table, j, v);
}

/** out (d') += a x~_j. */
static inline void lf_weighted_add(const lf_weighted_rows *rows, size_t j, double a, double *out) {
    lf_linear_scatter(&rows->table, j, a, out);
}

/** Numbers of a packed matrix of d rows. */
static inline size_t lf_packed_numbers(size_t d) {
    return d * (d + 1) / 2;
}

/** M (packed) += a x~_j x~_j'; nnz_j^2 flops. */
void lf_weighted_square(const lf_weighted_rows *rows, size_t j, double a, double *M);

/** out (d) += a M v, M packed. */
void lf_packed_product(size_t d, double a, const double *M, const double *v, double *out);

/** full (d x d, row-major) <- M + shift I, its upper triangle alone. */
void lf_packed_unpack(size_t d, const double *M, double shift, double *full);

/** Largest eigenvalue of X~'X~ / n, by power iteration from the vector of ones, to nine digits;
 *  M (packed) and v (2d) are room. The entries of tables of words are not negative, so the start
 *  is not orthogonal to the eigenvector. */
double lf_weighted_largest(const lf_weighted_rows *rows, double *M, double *v);

/** First and second derivative of log(1 + exp(-z)). */
typedef struct {
    double slope, curvature;
} lf_logistic_at;

/** One exponential, no cancellation at either end. */
static inline lf_logistic_at lf_logistic_derivatives(double z) {
    const double e = lf_exp(-fabs(z)), t = e / (1 + e);
    return (lf_logistic_at){.slope = z >= 0 ? -t : t - 1, .curvature = t / (1 + e)};
}
