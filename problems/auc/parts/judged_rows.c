/**
 * @file judged_rows.c
 * @brief Shuffles each class of a part and keeps the first ones.
 */
#include "problems/auc/parts/judged_rows.h"

#include <math.h>
#include <stdlib.h>

#include "datasets/made/draws.h"

/* The first stream of permutations; those before are of rows dropped and held out. */
enum { JUDGED_STREAM = 16 };

static int judged_compare(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* kept <- about `most` of a part's rows, class after class, then in order; their number. */
static size_t judged_part(const lf_two_classes *c, size_t part, size_t most, uint64_t seed,
                          uint32_t *kept) {
    const size_t n = c->n[part];
    size_t taken = 0;
    for (int side = 0; side < 2; side++) {
        size_t of = 0;
        for (size_t i = 0; i < n; i++)
            if ((c->sign[c->row[part][i]] > 0) == side) kept[taken + of++] = c->row[part][i];
        const double share = (double)most * (double)of / (double)n;
        const size_t stay = share < 1 && of > 0 ? 1 : (size_t)floor(share + 1e-9);
        lf_shuffle(seed, JUDGED_STREAM + 2 * part + (uint64_t)side, of, stay, kept + taken);
        taken += stay;
    }
    qsort(kept, taken, sizeof *kept, judged_compare);
    return taken;
}

lf_status lf_judged_rows_pick(const lf_two_classes *classes, const size_t most[LF_CLASS_PARTS],
                              uint64_t seed, lf_judged_rows *rows) {
    size_t all = 1;
    for (size_t k = 0; k < LF_CLASS_PARTS; k++)
        all += classes->n[k];
    *rows = (lf_judged_rows){.own = malloc(all * sizeof *rows->own)};
    if (!rows->own) return lf_fail(LF_NO_MEMORY, "no memory to judge %zu rows", all - 1);
    uint32_t *at = rows->own;
    for (size_t k = 0; k < LF_CLASS_PARTS; at += classes->n[k++]) {
        const bool some = most[k] > 0 && most[k] < classes->n[k];
        rows->row[k] = some ? at : classes->row[k];
        rows->n[k] = some ? judged_part(classes, k, most[k], seed, at) : classes->n[k];
    }
    return LF_OK;
}

void lf_judged_rows_free(lf_judged_rows *rows) {
    free(rows->own);
    *rows = (lf_judged_rows){0};
}
