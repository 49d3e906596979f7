/**
 * @file packed_rows.h
 * @brief Short rows of ones over few columns in a second, narrow form, as a table of categories has
 * them: 16 bytes a row, which lie in the second cache where the table itself does not.
 *
 * There are two such forms. `column` has a byte an entry, for some rows from anywhere. `pair` has a
 * number for two entries side by side: a table of categories has few different pairs, so what a
 * pass over many rows does with an entry, it does once with each pair of columns and then once with
 * each pair of a row.
 */
#pragma once

#include "problems/models/linear/linear_rows.h"

enum {
    LF_PACKED_BYTES = 16,    /**< of a packed row */
    LF_PACKED_COLUMNS = 256, /**< a byte tells apart, with the one that stands for none */
    LF_PACKED_PAIRS = 1024   /**< at most */
};

/** A table's rows, once more. */
typedef struct {
    size_t features;
    size_t width; /**< entries that loops go through in each row: 12, 14 or 16 */
    uint8_t (*column)[LF_PACKED_BYTES];    /**< rows; behind a row's own columns: `features` */
    uint16_t (*pair)[LF_PACKED_BYTES / 2]; /**< rows: indices into `member`; NULL: too many pairs
                                                are different */
    size_t pairs;                          /**< different ones */
    uint8_t (*member)[2];                  /**< pairs: their columns */
} lf_packed;

/** *packed <- the rows of a sparse table, or NULL where one is too long, has another value than 1,
 *  or where columns do not fit into a byte. Fails for want of memory alone. */
lf_status lf_packed_create(const lf_data *data, lf_packed **packed);
/** Give it back; NULL is fine. */
void lf_packed_release(lf_packed *packed);

/** Is this form quicker for that many rows? Each call copies w, or adds up copies of grad. */
bool lf_packed_serves(const lf_packed *packed, size_t rows);

/** s (rows) <- a_i . w */
void lf_packed_scores(const lf_packed *packed, const lf_rows *rows, const double *w, double *s);
/** The same at two points, for which each row is read once; some rows only, no pass. */
void lf_packed_scores_both(const lf_packed *packed, const lf_rows *rows, const double *w,
                           const double *w_too, double *s, double *s_too);
/** grad (features) += sum_i ds_i a_i */
void lf_packed_backward(const lf_packed *packed, const lf_rows *rows, const double *ds,
                        double *grad);
