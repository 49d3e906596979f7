/**
 * @file ecdf.h
 * @brief Distribution functions of costs, some of which are infinite; of run-target pairs as COCO
 * draws them.
 *
 * Every pair of a run and a target counts once; a pair that was never reached keeps the curve below
 * 1. Runs are taken as they are: COCO's simulated restarts are not made.
 */
#pragma once

#include "harness/results/quantity.h"

/** Targets that a problem has in figures. */
enum { LF_ECDF_TARGETS = 51 };

/** A step curve: from x[i] on (up to x[i + 1]) the share is share[i]; before x[0] it is 0. */
typedef struct {
    size_t pairs; /**< runs x targets */
    size_t n;
    double *x, *share; /**< strictly increasing, both */
} lf_ecdf;

/** Of the given runs (positions in results->plan). `cost` as in lf_quantity_x. A target is a
 *  value of by->metric. A run that has no record, or failed, reached what it reached. */
lf_status lf_ecdf_make(const lf_results *results, size_t runs, const size_t *run,
                       const lf_judged *by, size_t targets, const double *target, const char *cost,
                       lf_ecdf *ecdf);
/** Of `pairs` costs, sorted on the way; INFINITY: never reached. */
lf_status lf_ecdf_of(double *cost, size_t pairs, lf_ecdf *ecdf);
void lf_ecdf_free(lf_ecdf *ecdf);

/** target (n) <- spaced evenly in logarithm from first to last, both positive, both included. */
void lf_ecdf_targets(double first, double last, size_t n, double *target);
