/**
 * @file flips.h
 * @brief Training rows whose labels were changed, and what metrics tell of their weights.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

typedef struct {
    bool *at;       /**< n: its label is not its own */
    size_t n, many; /**< rows; how many of them */
} lf_flips;

/** Mean weight, p_j itself where `raw`, else its sigmoid, of the rows that are flipped, or of the
 *  others; NAN if there are none. */
double lf_flips_mean(const lf_flips *f, bool flipped, bool raw, const double *p);
/** *value <- the area under the ROC curve of -p_j as a score that a row is flipped; NAN if all are,
 *  or none. */
lf_status lf_flips_auc(const lf_flips *f, const double *p, double *value);
