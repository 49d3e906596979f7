/**
 * @file hinge_program.h
 * @brief The columns that a mean hinge loss brings to the dual of a linear program.
 */
#pragma once

#include "datasets/table/dataset.h"

/**
 * A linear program in compressed columns, a row for each feature,
 *
 *     min sum_j cost_j v_j   s.t.  0 <= v_j <= upper_j,  the rows as whoever solves it says,
 *
 * that begins with the signed rows z_j = b_j a_j of the data: equal ones merged, upper_j how many,
 * cost_j = -1. More columns may follow them. x = -(multipliers of the rows) then has
 * cost_j + column_j.x = 0 for basic columns: z_j.x = 1 for samples. Zero until made.
 */
typedef struct {
    size_t samples; /**< columns that are samples, the first ones */
    size_t columns; /**< all columns */
    int *start;     /**< columns + 1 */
    int *index;     /**< features, increasing */
    double *value;
    double *upper;
    double *cost;
    double *zero; /**< 0 each, as many as columns or features: lower bounds */
} lf_hinge_program;

/** The columns of these n rows of the data, with room for `more` columns of `entries` nonzeros in
 *  all behind them. LF_UNSUPPORTED if CLP could not number them, or the data set holds images.
 *  After a failure, free is fine. */
lf_status lf_hinge_program_make(const lf_data *data, size_t n, const uint32_t *row, size_t more,
                                size_t entries, lf_hinge_program *program);
void lf_hinge_program_free(lf_hinge_program *program);

/** sum_j c_j [1 - z_j.x]_+ over the samples, which is n Phi(x). */
double lf_hinge_program_loss(const lf_hinge_program *program, const double *x);
/** sum_j lambda_j over the samples, and r (features) <- sum_j lambda_j z_j, each lambda_j cut to
 *  what it may be: n Phi(x) >= sum_j lambda_j - r.x for every x. */
double lf_hinge_program_dual(const lf_hinge_program *program, size_t features, const double *lambda,
                             double *r);
