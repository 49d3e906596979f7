/**
 * @file square_auc.c
 * @brief Blocks of scores to the four partial derivatives, and to the response.
 */
#include "problems/common/square_auc.h"

#include <levelfield/vector.h>
#include <levelfield/wide.h>

/* A batch at (a, b, alpha), with the estimates that it is met with. */
typedef struct {
    double p, product;  /* p, p (1-p) */
    double a, b, alpha; /* the point beside w; of F 1 + alpha, which is what h meets */
    double weight[2];   /* of a negative and of a positive sample; their mean is 1 */
    double n;           /* samples in the batch */
    double grad_a, grad_b, grad_alpha;
} square_batch;

/* A block's samples: y and h, dF/dh, and what each adds to the derivatives by a, b and alpha. */
typedef struct {
    double y[LF_BLOCK], h[LF_BLOCK], slope[LF_BLOCK];
    double a[LF_BLOCK], b[LF_BLOCK], alpha[LF_BLOCK];
} square_samples;

/* y and h of this block. */
static void square_take(const lf_square_auc *auc, const lf_walk *walk, square_samples *of) {
    for (size_t i = 0; i < walk->n; i++)
        of->y[i] = auc->sign[walk->row[i]];
    if (auc->raw)
        lf_vec_copy(walk->n, walk->score, of->h);
    else
        lf_sigmoid_all(walk->n, walk->score, of->h);
}

/* dF/ds from dF/dh, with dh/ds = h (1 - h), or 1, and the mean's 1/n. */
LF_WIDE static void square_chain(bool raw, size_t n, const double *restrict h, double share,
                                 double *restrict slope) {
    for (size_t i = 0; i < n; i++)
        slope[i] *= share * (raw ? 1 : h[i] * (1 - h[i]));
}

LF_WIDE static void square_derive(const square_batch *q, size_t n, square_samples *restrict of) {
    const double a = q->a, b = q->b, alpha = q->alpha;
    const double of_positive = 2 * q->weight[1] * (1 - q->p), of_negative = 2 * q->weight[0] * q->p;
    for (size_t i = 0; i < n; i++) {
        const bool positive = of->y[i] > 0;
        const double twice = positive ? of_positive : of_negative, y = of->y[i], h = of->h[i];
        const double off = h - (positive ? a : b);
        of->slope[i] = twice * (off - y * alpha);
        of->a[i] = positive ? twice * off : 0;
        of->b[i] = positive ? 0 : twice * off;
        of->alpha[i] = -y * twice * h;
    }
}

/* One block: its samples' share of the derivatives, and dF/ds goes back through the model. */
static lf_status square_block(const lf_square_auc *auc, const lf_walk *walk, square_batch *q,
                              double *grad) {
    square_samples of;
    square_take(auc, walk, &of);
    square_derive(q, walk->n, &of);
    q->grad_a -= lf_block_sum(walk->n, of.a);
    q->grad_b -= lf_block_sum(walk->n, of.b);
    q->grad_alpha += lf_block_sum(walk->n, of.alpha);
    if (!grad) return LF_OK;
    square_chain(auc->raw, walk->n, of.h, 1 / q->n, of.slope);
    return lf_walk_backward(walk, of.slope, grad);
}

void lf_square_auc_begin(lf_square_auc *auc) {
    for (size_t k = 0; k < LF_AUC_MEMORY; k++)
        auc->memory[k] = 0;
    auc->share.memory = auc->memory;
    lf_class_share_begin(&auc->share);
}

/* Counts of both classes, before anything is scored. */
static void square_count(const lf_square_auc *auc, const lf_samples *samples) {
    size_t positives = 0;
    for (size_t i = 0; i < samples->n; i++)
        positives += auc->sign[auc->scored->row[samples->id ? samples->id[i] : i]] > 0;
    lf_class_share_add(&auc->share, positives, samples->n - positives);
}

/* The point and the weights, of which those of plain batches are 1. */
static square_batch square_at(const lf_square_auc *auc, const lf_samples *samples, const double *v,
                              double alpha) {
    const size_t d = auc->scored->model->dim + 2 * auc->task;
    square_batch q = {.p = lf_class_share_of(&auc->share),
                      .product = lf_class_share_product(&auc->share),
                      .a = v[d],
                      .b = v[d + 1],
                      .alpha = auc->surrogate.has_margin ? alpha : 1 + alpha,
                      .weight = {1, 1},
                      .n = (double)samples->n};
    for (size_t k = 0; k < 2 && auc->balanced; k++)
        q.weight[k] = q.n / (2 * (double)samples->per_stratum[k]);
    return q;
}

lf_status lf_square_auc_gradient(lf_square_auc *auc, const lf_samples *samples, const double *v,
                                 const double *alpha, double *grad_v, double *grad_alpha) {
    const size_t d = auc->scored->model->dim + 2 * auc->task;
    const bool first = lf_class_share_first(&auc->share);
    if (first) square_count(auc, samples);
    square_batch q = square_at(auc, samples, v, *alpha);
    lf_walk walk;
    if (samples->n == 0) return LF_OK;
    lf_walk_begin(&walk, auc->scored, samples, v);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        LF_TRY(square_block(auc, &walk, &q, grad_v));
    }
    if (grad_v) {
        grad_v[d] += q.grad_a / q.n;
        grad_v[d + 1] += q.grad_b / q.n;
    }
    const double short_of = auc->surrogate.has_margin ? auc->surrogate.margin - *alpha : -*alpha;
    if (grad_alpha) /* the last for every sample */
        *grad_alpha += q.grad_alpha / q.n + 2 * q.product * short_of;
    if (!first) square_count(auc, samples);
    return LF_OK;
}

/* Sums and counts of these samples go to the memory. */
static lf_status square_gather(lf_square_auc *auc, const lf_samples *samples, const double *v) {
    double *m = auc->memory;
    const double before = m[LF_AUC_POSITIVES];
    square_samples of;
    lf_walk walk;
    lf_walk_begin(&walk, auc->scored, samples, v);
    lf_walk_judge(&walk);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        square_take(auc, &walk, &of);
        for (size_t i = 0; i < walk.n; i++) {
            const bool positive = of.y[i] > 0;
            m[positive ? LF_AUC_SUM_POSITIVE : LF_AUC_SUM_NEGATIVE] += of.h[i];
            m[positive ? LF_AUC_POSITIVES : LF_AUC_NEGATIVES]++;
        }
    }
    const size_t positives = (size_t)(m[LF_AUC_POSITIVES] - before);
    lf_class_share_add(&auc->share, positives, samples->n - positives);
    return LF_OK;
}

lf_status lf_square_auc_respond(lf_square_auc *auc, const lf_samples *samples, const double *v,
                                double *alpha) {
    double *m = auc->memory;
    LF_TRY(square_gather(auc, samples, v));
    if (m[LF_AUC_POSITIVES] == 0 || m[LF_AUC_NEGATIVES] == 0)
        return lf_fail(LF_NOT_FOUND,
                       "auc: no %s sample among %.0f; a response needs both classes: draw more",
                       m[LF_AUC_POSITIVES] == 0 ? "positive" : "negative",
                       m[LF_AUC_POSITIVES] + m[LF_AUC_NEGATIVES]);
    *alpha =
        m[LF_AUC_SUM_NEGATIVE] / m[LF_AUC_NEGATIVES] - m[LF_AUC_SUM_POSITIVE] / m[LF_AUC_POSITIVES];
    if (auc->surrogate.has_margin) *alpha = fmax(*alpha + auc->surrogate.margin, 0);
    for (size_t k = LF_AUC_SUM_POSITIVE; k < LF_AUC_MEMORY; k++)
        m[k] = 0;
    return LF_OK;
}

lf_status lf_square_auc_mixed(lf_square_auc *auc, const lf_samples *samples, const double *v,
                              double q, double *grad_v) {
    const double p = lf_class_share_of(&auc->share), n = (double)samples->n;
    square_samples of;
    lf_walk walk;
    if (samples->n == 0) return LF_OK;
    lf_walk_begin(&walk, auc->scored, samples, v);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) return LF_OK;
        square_take(auc, &walk, &of);
        for (size_t i = 0; i < walk.n; i++)
            of.slope[i] = of.y[i] > 0 ? -2 * (1 - p) : 2 * p;
        square_chain(auc->raw, walk.n, of.h, q / n, of.slope);
        LF_TRY(lf_walk_backward(&walk, of.slope, grad_v));
    }
}

/* One sample's part of F, but for the term of alpha alone. */
static double square_loss(const square_batch *q, double h, bool positive) {
    const double off = positive ? h - q->a : h - q->b;
    return positive ? q->weight[1] * (1 - q->p) * (off * off - 2 * q->alpha * h)
                    : q->weight[0] * q->p * (off * off + 2 * q->alpha * h);
}

lf_status lf_square_auc_value(lf_square_auc *auc, const lf_samples *samples, const double *v,
                              double alpha, double *value) {
    const square_batch q = square_at(auc, samples, v, alpha);
    const double aim = auc->surrogate.has_margin ? 2 * auc->surrogate.margin : 0;
    double sum = 0;
    square_samples of;
    lf_walk walk;
    lf_walk_begin(&walk, auc->scored, samples, v);
    lf_walk_judge(&walk);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        square_take(auc, &walk, &of);
        for (size_t i = 0; i < walk.n; i++)
            sum += square_loss(&q, of.h[i], of.y[i] > 0);
    }
    *value = sum / q.n - q.product * alpha * (alpha - aim);
    return LF_OK;
}
