/**
 * @file ask_bilevel.h
 * @brief What ask_bilevel.c and estimate.c share: admission of questions about one level.
 */
#pragma once

#include "oracle/away.h"

/** What is asked about at (x, y_i), with v (d_i) or NULL beside them, and where the answer goes. */
typedef struct {
    const double *x, *y, *v;
    double *to_x, *to_y; /* d, d_i; NULL: none */
} lf_bilevel_question;

/** As lf_oracle_admit(), `times` charged for each sample; LF_UNSUPPORTED if the problem has no
 *  bilevel view, LF_BAD_ARGUMENT if the batch is not of one component of this role, or the answer
 *  would overwrite what is asked about. */
lf_status lf_bilevel_admit(lf_inside *o, const lf_batch *b, lf_role role, lf_evaluation kind,
                           lf_evaluation other, uint64_t times, const lf_bilevel_question *q,
                           lf_samples *samples);
