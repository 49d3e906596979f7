#include "problems/bilevel/parts/flips.h"

#include <stdlib.h>

#include "problems/bilevel/parts/weighted_rows.h"
#include "problems/common/ranked_auc.h"

double lf_flips_mean(const lf_flips *f, bool flipped, bool raw, const double *p) {
    const size_t n = flipped ? f->many : f->n - f->many;
    double sum = 0;
    for (size_t j = 0; j < f->n; j++)
        if (f->at[j] == flipped) sum += raw ? p[j] : -lf_logistic_derivatives(-p[j]).slope;
    return n ? sum / (double)n : NAN;
}

lf_status lf_flips_auc(const lf_flips *f, const double *p, double *value) {
    size_t ends[2] = {f->many, 0}; /* clean rows from there on, flipped ones from 0 */
    *value = NAN;
    if (f->many == 0 || f->many == f->n) return LF_OK;
    double *score = malloc(f->n * sizeof *score);
    if (!score) return lf_fail(LF_NO_MEMORY, "no memory for %zu scores", f->n);
    for (size_t j = 0; j < f->n; j++)
        score[ends[f->at[j]]++] = -p[j];
    const lf_status status = lf_ranked_auc(f->many, score, f->n - f->many, score + f->many, value);
    free(score);
    return status;
}
