/**
 * @file sparse_rows.h
 * @brief Rows that differ from one base row in few places: a_i = c + e_i with sparse e_i.
 *
 * Sparse tables are so as they are, with c = 0. Dense ones are if most columns take one value most
 * of the time, as standardised one-hot columns or the pixels of digits do; c has these values.
 */
#pragma once

#include "problems/models/model.h"

/** A table as base and differences. */
typedef struct {
    lf_data e;           /**< CSR, the data set's own arrays if that is sparse */
    double *base;        /**< c (features), on a cache line; NULL: quicker as the table is */
    uint64_t *own_start; /**< what e has of its own, or NULL */
    uint32_t *own_column;
    double *own_value;
} lf_sparse_rows;

/** Look at the table, once; it outlives s. LF_NO_MEMORY; release is fine even then. */
lf_status lf_sparse_rows_create(const lf_data *data, lf_sparse_rows *s);
/** Give back what s holds; fine for one that is zero. */
void lf_sparse_rows_release(lf_sparse_rows *s);

/** Room for n doubles and more, all 0, where a cache line begins: the bits of a product may depend
 * on it. For free(); NULL: no memory. */
void *lf_sparse_doubles(size_t n);
