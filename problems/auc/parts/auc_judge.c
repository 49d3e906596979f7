/**
 * @file auc_judge.c
 * @brief Scores of a part, once, then everything that is read off them.
 */
#include "problems/auc/parts/auc_metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "problems/auc/parts/image_net.h"

lf_status lf_auc_judge_create(lf_auc_judge *judge) {
    const size_t found = judge->recal ? LF_RESNET20_RUNNING : 0;
    const size_t d = judge->classes->task.model.dim + judge->memory_count + found;
    size_t most = 1;
    for (size_t k = 0; k < LF_CLASS_PARTS; k++)
        if (judge->rows.n[k] > most) most = judge->rows.n[k];
    judge->score = malloc(2 * most * sizeof *judge->score);
    if (!judge->score) return lf_fail(LF_NO_MEMORY, "no memory to judge %zu rows", most);
    for (size_t k = 0; k < LF_AUC_SEEN; k++) {
        judge->seen[k].w = calloc(d + 1, sizeof *judge->seen[k].w);
        if (!judge->seen[k].w) return lf_fail(LF_NO_MEMORY, "no memory to judge points of %zu", d);
    }
    return LF_OK;
}

void lf_auc_judge_free(lf_auc_judge *judge) {
    for (size_t k = 0; k < LF_AUC_SEEN; k++)
        free(judge->seen[k].w);
    free(judge->score);
    free(judge->recal_row);
    lf_judged_rows_free(&judge->rows);
    *judge = (lf_auc_judge){0};
}

/* score (n) <- s of the rows of a part, block by block as methods see them */
static lf_status judge_score(const lf_auc_judge *judge, const double *w, lf_class_part part) {
    const lf_model *model = &judge->classes->task.model;
    const size_t n = judge->rows.n[part];
    if (lf_model_scores_zero(model, w)) {
        lf_vec_zero(n, judge->score);
        return LF_OK;
    }
    for (size_t i = 0; i < n; i += LF_BLOCK) {
        const lf_rows rows = {.n = n - i < LF_BLOCK ? n - i : LF_BLOCK,
                              .row = judge->rows.row[part] + i};
        LF_TRY(model->is->scores(model, &rows, w, judge->score + i));
    }
    return LF_OK;
}

static void judge_swap(size_t n, double *restrict x, double *restrict y) {
    for (size_t i = 0; i < n; i++) {
        const double was = x[i];
        x[i] = y[i];
        y[i] = was;
    }
}

/* The model remembers what was found at this point only meanwhile. */
lf_status lf_auc_judge_score(const lf_auc_judge *judge, lf_auc_seen *seen, const double *w,
                             lf_class_part part) {
    if (judge->recal == 0) return judge_score(judge, w, part);
    double *found = seen->w + judge->classes->task.model.dim + judge->memory_count;
    judge_swap(LF_RESNET20_RUNNING, found, judge->memory);
    const lf_status status = judge_score(judge, w, part);
    judge_swap(LF_RESNET20_RUNNING, found, judge->memory);
    return status;
}

/* Cross-entropy and accuracy from the margins y s of the scores that are there. */
static void judge_margins(const lf_auc_judge *judge, lf_class_part part, lf_auc_judged *judged) {
    const size_t n = judge->rows.n[part];
    double total = 0, margin[LF_BLOCK], loss[LF_BLOCK];
    size_t right = 0;
    for (size_t i = 0; i < n; i += LF_BLOCK) {
        const size_t size = n - i < LF_BLOCK ? n - i : LF_BLOCK;
        for (size_t k = 0; k < size; k++) {
            const uint32_t row = judge->rows.row[part][i + k];
            margin[k] = judge->classes->sign[row] * judge->score[i + k];
            right += margin[k] > 0;
        }
        lf_loss_value(LF_LOSS_LOGISTIC, size, margin, loss);
        total += lf_block_sum(size, loss);
    }
    judged->ce = total / (double)n;
    judged->accuracy = (double)right / (double)n;
}

/* *mean, *variance <- those of h over n scores; h (n) <- it, with room that the caller lends */
static void judge_moments(bool raw, size_t n, const double *s, double *h, double *mean,
                          double *variance) {
    double sum = 0, square = 0;
    for (size_t i = 0; i < n; i++) {
        h[i] = lf_square_auc_score(raw, s[i]);
        sum += h[i];
    }
    *mean = sum / (double)n;
    for (size_t i = 0; i < n; i++) {
        const double off = h[i] - *mean;
        square += off * off;
    }
    *variance = square / (double)n;
}

/* What ranks tell, and P, from the scores class by class, which take the place behind those in the
 * order of rows; these are not needed then, and make room for h. */
static lf_status judge_classes(const lf_auc_judge *judge, lf_class_part part,
                               lf_auc_judged *judged) {
    const size_t n = judge->rows.n[part];
    double *positive = judge->score + n, *negative = judge->score + 2 * n;
    double mean[2], variance[2];
    for (size_t i = 0; i < n; i++) { /* no processor could foresee a branch */
        const size_t up = judge->classes->sign[judge->rows.row[part][i]] > 0;
        *positive = negative[-1] = judge->score[i];
        positive += up;
        negative -= 1 - up;
    }
    const size_t positives = (size_t)(positive - (judge->score + n));
    positive = judge->score + n;
    judge_moments(judge->raw, positives, positive, judge->score, &mean[0], &variance[0]);
    judge_moments(judge->raw, n - positives, negative, judge->score, &mean[1], &variance[1]);
    const double short_of = lf_auc_surrogate_short(&judge->surrogate, mean[0] - mean[1]);
    judged->P = variance[0] + variance[1] + short_of * short_of;
    if (!judge->all)
        return lf_ranked_auc(positives, positive, n - positives, negative, &judged->ranked.auc);
    return lf_ranked_judge(positives, positive, n - positives, negative, judge->max_fpr,
                           &judged->ranked);
}

/* Was this the point, and what the model remembered? Scores depend on both. */
static bool judge_saw(const lf_auc_judge *judge, const lf_auc_seen *seen, const double *w) {
    const size_t d = judge->classes->task.model.dim, n = judge->memory_count;
    return memcmp(seen->w, w, d * sizeof *w) == 0 &&
           memcmp(seen->w + d, judge->memory, n * sizeof *w) == 0;
}

/* The point seen longest ago makes room for this one. */
static lf_status judge_meet(lf_auc_judge *judge, const double *w, lf_auc_seen **met) {
    const size_t d = judge->classes->task.model.dim, n = judge->memory_count;
    lf_auc_seen *seen = *met = &judge->seen[judge->oldest];
    lf_vec_copy(d, w, seen->w);
    lf_vec_copy(n, judge->memory, seen->w + d);
    memset(seen->part, 0, sizeof seen->part);
    judge->oldest = (judge->oldest + 1) % LF_AUC_SEEN;
    if (judge->recal == 0) return LF_OK;
    return lf_image_net_recalibrate(&judge->classes->task.model, judge->recal, judge->recal_row, w,
                                    seen->w + d + n);
}

lf_status lf_auc_judge_look(lf_auc_judge *judge, const double *w, lf_class_part part,
                            lf_auc_seen **at) {
    lf_auc_seen *seen = NULL;
    if (judge->rows.n[part] == 0)
        return lf_fail(LF_UNSUPPORTED, "auc: no rows were held out; set validation=0.1");
    for (size_t k = 0; k < LF_AUC_SEEN && !seen; k++)
        if (judge_saw(judge, &judge->seen[k], w)) seen = &judge->seen[k];
    if (!seen) LF_TRY(judge_meet(judge, w, &seen));
    lf_auc_judged *of = &seen->part[part];
    *at = seen;
    if (of->known) return LF_OK;
    LF_TRY(lf_auc_judge_score(judge, seen, w, part));
    judge_margins(judge, part, of);
    LF_TRY(judge_classes(judge, part, of));
    of->known = true;
    return LF_OK;
}
