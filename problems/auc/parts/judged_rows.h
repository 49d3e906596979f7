/**
 * @file judged_rows.h
 * @brief Which rows of each part metrics look at: all, or some where a look at all takes too long.
 */
#pragma once

#include "problems/auc/parts/two_classes.h"

/** Zero until lf_judged_rows_pick. */
typedef struct {
    size_t n[LF_CLASS_PARTS];
    const uint32_t *row[LF_CLASS_PARTS]; /**< of the table, in increasing order */
    uint32_t *own;
} lf_judged_rows;

/** most[part] rows of each part at most, 0: all. Where some are left out, each class keeps its
 * share of the part, but in any case one row; which ones is random, of `seed` alone. After a
 * failure, free is fine. */
lf_status lf_judged_rows_pick(const lf_two_classes *classes, const size_t most[LF_CLASS_PARTS],
                              uint64_t seed, lf_judged_rows *rows);
void lf_judged_rows_free(lf_judged_rows *rows);
