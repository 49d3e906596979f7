/**
 * @file class_rows.h
 * @brief Labelled rows side by side, and a linear model of their classes as a lower level.
 *
 *     g(W) = (1/n) sum_j psi_j l(W; x_j, y_j) + 1/2 sum_k ridge_k W_k^2,   psi_j = sigmoid(p_j) or
 * 1
 *
 * Of several classes W (classes x features, row after row) scores each of them, and l is the
 * softmax cross-entropy; of two that one score tells apart W (features) is that score's, and l =
 * log(1 + exp(-y W.x)), y = -1 or +1. A sample of g holds the whole of the ridge term.
 */
#pragma once

#include "problems/bilevel/parts/weighted_rows.h"
#include "problems/common/task.h"

/** Rows of a table of their own: copied, standardised, with a constant behind them. */
typedef struct {
    lf_data table;
    double *x, *label;             /**< what the table points to; labels 0, 1, ..., or -1 and +1 */
    lf_model model;                /**< outputs: classes, or 1 */
    double *value, *slope, *along; /* a block of rows: l, dl/ds, and s at another point */
} lf_class_table;

/** Stretches of the table, and what l is weighted with there. */
typedef struct {
    size_t first, n;
    const double *p;     /**< n; NULL: psi is 1 */
    const double *ridge; /**< dim; NULL: 0 */
} lf_class_level;

/** What becomes of the rows of a data set. */
typedef struct {
    size_t n;
    const uint32_t *row; /**< n: those to copy, of which the first n_train */
    size_t n_train;      /**< tell mean and deviation */
    bool standardise;    /**< each feature: mean 0, deviation 1; one constant there is 0 */
    bool intercept;      /**< a constant 1 is one feature more, the last */
    bool one_score;      /**< two classes, labelled -1 and +1 */
} lf_class_copy;

/** The rows and their model. After a failure, free is fine. */
lf_status lf_class_rows_take(lf_class_table *rows, const lf_data *data, const lf_class_copy *copy);
void lf_class_rows_free(lf_class_table *rows);

/** out (dim) += dg/dW at W, or with v (dim) Hyy v, means over these samples; NULL: over all. */
lf_status lf_class_answer(const lf_class_table *rows, const lf_class_level *g,
                          const lf_samples *samples, const double *W, const double *v, double *out);
/** each (samples) <- l of each sample at W, or with q (dim) its change along q; NULL: of all. */
lf_status lf_class_each(const lf_class_table *rows, const lf_class_level *g,
                        const lf_samples *samples, const double *W, const double *q, double *each);
/** What L_y is without the ridge, for psi at most 1: lmax(X'X / n), to nine digits, times the most
 *  that l curves, 1/4 of one score, 1/2 of several. Allocates; 0 without memory. */
double lf_class_smoothness(const lf_class_table *rows, const lf_class_level *g);
/** Mean l and share of rows that another class has the highest score of; psi does not count. */
lf_status lf_class_judge(const lf_class_table *rows, const lf_class_level *g, const double *W,
                         double *loss, double *error);

/** W (dim) <- argmin g from W, to |dg/dW| <= 1e-10: Newton's method, its systems by conjugate
 *  gradients. LF_DIVERGED if it does not get there. Allocates. */
lf_status lf_class_solve(const lf_class_table *rows, const lf_class_level *g, double *W);
/** v (dim) <- Hyy^-1 v at W, to 1e-13 of |v|. Allocates. */
lf_status lf_class_invert(const lf_class_table *rows, const lf_class_level *g, const double *W,
                          double *v);
