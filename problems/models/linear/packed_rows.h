/**
 * @file packed_rows.h
 * @brief Rows of ones over few columns in a second, narrow form, as a table of categories or of
 * words has them: 16 or 32 bytes a row, which lie in the second cache where the table does not.
 *
 * Loops go through 16 entries without asking how many there are; a longer row, which is rare, goes
 * on in another block of 16. The entries of a row may all have another value than 1, if it is the
 * same.
 *
 * A table of categories has few different pairs of columns side by side. Its rows are written down
 * as numbers of pairs, too: what a pass over many rows does with an entry, it does once with each
 * pair of columns and then once with each pair of a row.
 */
#pragma once

#include "problems/models/linear/linear_rows.h"

enum {
    LF_PACKED_ENTRIES = 16,  /**< of a block */
    LF_PACKED_LINKED = 14,   /**< of one that is not the row's last */
    LF_PACKED_LINK = 0x8000, /**< in its last place, with the upper bits of the next one's number */
    LF_PACKED_NARROW = 256,  /**< columns that a byte tells apart, */
    LF_PACKED_COLUMNS = 1024, /**< and most of the wide form */
    LF_PACKED_PAIRS = 1024    /**< at most */
};

/** A table's rows, once more. Where a row has ended, place k holds the number features + k, which
 *  stands for none: so no two places add to one sum. */
typedef struct {
    size_t features;
    size_t width; /**< entries that loops go through in each row: 12, 14 or 16 */
    uint8_t (*column)[LF_PACKED_ENTRIES]; /**< rows, if all are short and columns fit into a byte */
    uint16_t (*wide)[LF_PACKED_ENTRIES]; /**< else: rows, then the blocks where longer ones go on */
    double *scale;                       /**< rows: the value of a row's entries; NULL: 1 */
    uint16_t (*pair)[LF_PACKED_ENTRIES / 2]; /**< rows: indices into `member`; NULL: wide, or too
                                                  many pairs are different */
    size_t pairs;                            /**< different ones */
    uint8_t (*member)[2];                    /**< pairs: their columns */
} lf_packed;

/** *packed <- the rows of a sparse table, or NULL where too many of them are longer, one has
 *  different values, or there are too many columns. Fails for want of memory alone. */
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

/** Has it rows of bytes that may be read one by one? */
bool lf_packed_serves_few(const lf_packed *packed);
/** The same for few rows, with the bits of the table's own loops. */
void lf_packed_scores_few(const lf_packed *packed, const lf_rows *rows, const double *w, double *s);
void lf_packed_backward_few(const lf_packed *packed, const lf_rows *rows, const double *ds,
                            double *grad);
