/**
 * @file lens.h
 * @brief Inside core: sparse vectors of a question as memory that a problem reads and adds to.
 */
#pragma once

#include "oracle/oracle_state.h"

/** What becomes of an answer: lf_lens_close() adds it to the vector. */
typedef struct {
    double *grad; /**< NULL: it is none of a family, or there is none */
} lf_lens;

/**
 * *w <- memory that is the point at the entries that samples of the batch are about, *grad <-
 * memory for the answer there, if they are of the family; samples->sparse says that it is so.
 * samples = NULL: the oracle is away, and is asked. Else the batch is the one that was asked about
 * last.
 */
lf_status lf_lens_open(lf_inside *o, const lf_batch *b, lf_samples *samples, const double **w,
                       double **grad, lf_lens *lens);
void lf_lens_close(const lf_lens *lens);

/** For an oracle that is away: at (d) <- the n entries that a batch is about; 0: all. Free. */
lf_status lf_oracle_support(lf_oracle *o, const lf_batch *b, double *at, size_t *n);
