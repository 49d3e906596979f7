/**
 * @file gap.h
 * @brief The gap of mean predicted probability between two groups, at many thresholds:
 *        h_t(w) = mean_{D_p} sigma(h(w; a) - t) - mean_{D_u} sigma(h(w; a) - t).
 *
 * One threshold t = 0 is demographic parity; a fan of them compares the groups' ROC curves.
 */
#pragma once

#include "problems/common/scored.h"
#include "problems/constrained/parts/gap_grid.h"

/** Thresholds in increasing order, and the grid that speeds many of them up. Zero until init. */
typedef struct {
    size_t outputs; /**< thresholds */
    double *t;      /**< outputs */
    lf_gap_grid grid;
} lf_gap;

/** `outputs` equally spaced thresholds from first to last, both included (one: first). Without
 *  `gridded`, or where a grid would be too long, sums are direct. After a failure, release is fine.
 */
lf_status lf_gap_init(lf_gap *gap, size_t outputs, double first, double last, bool gridded);
void lf_gap_release(lf_gap *gap);

/** The component map on two strata, D_p then D_u; see lf_problem_class.evaluate. The gradient costs
 *  one sigmoid for each row and nonzero of y. The mean over an empty stratum is 0. */
lf_status lf_gap_evaluate(lf_gap *gap, lf_scored *scored, const lf_samples *samples,
                          const double *w, const double *y, double *g, double *grad);

/** jv (outputs) <- the map's slopes at w along v; see lf_problem_class.jvp. One sigmoid for each
 * row and output. */
lf_status lf_gap_jvp(const lf_gap *gap, lf_scored *scored, const lf_samples *samples,
                     const double *w, const double *v, double *jv);
