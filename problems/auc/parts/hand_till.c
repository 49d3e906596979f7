/**
 * @file hand_till.c
 * @brief Blocks of softmax scores to the derivatives of all pairs, O(c) a sample.
 */
#include "problems/auc/parts/hand_till.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/math.h>
#include <levelfield/vector.h>

#include "problems/common/losses.h"
#include "problems/common/scored.h"

/* The point of a question, and where its answers go. */
typedef struct {
    size_t c;
    double weight; /* of one sample and one pair: 1 / (n c (c-1)) */
    const double *p, *a, *b, *alpha;
    double *grad_a, *grad_b, *grad_alpha;
} till_question;

size_t lf_hand_till_pairs(size_t classes) {
    return classes * (classes - 1);
}

size_t lf_hand_till_pair(size_t classes, size_t i, size_t j) {
    return i * (classes - 1) + (j < i ? j : j - 1);
}

lf_status lf_hand_till_create(lf_hand_till *h) {
    const size_t c = h->model->outputs;
    h->memory_count = c * (c + 1);
    h->h = malloc(LF_BLOCK * c * sizeof *h->h);
    h->p = calloc(c, sizeof *h->p);
    h->slope = malloc(c * sizeof *h->slope);
    h->memory = calloc(h->memory_count, sizeof *h->memory);
    if (!h->h || !h->p || !h->slope || !h->memory)
        return lf_fail(LF_NO_MEMORY, "no memory for %zu classes", c);
    for (size_t i = 0; i < h->samples; i++)
        h->p[(size_t)h->label[h->row[i]]]++;
    for (size_t k = 0; k < c; k++) {
        if (h->p[k] == 0)
            return lf_fail(LF_BAD_INPUT, "data set %s: class %zu has no training row",
                           h->model->data->name, k);
        h->p[k] /= (double)h->samples;
    }
    return LF_OK;
}

void lf_hand_till_free(lf_hand_till *h) {
    free(h->h);
    free(h->p);
    free(h->slope);
    free(h->memory);
    *h = (lf_hand_till){0};
}

/* ---- a block ---- */

/* row, label (LF_BLOCK) <- the *n samples from `first`; h->h <- their scores at w. */
static lf_status till_block(lf_hand_till *h, const lf_samples *samples, size_t first,
                            const double *w, uint32_t *row, double *label, size_t *n) {
    *n = samples->n - first < LF_BLOCK ? samples->n - first : LF_BLOCK;
    for (size_t i = 0; i < *n; i++) {
        row[i] = h->row[samples->id ? samples->id[first + i] : first + i];
        label[i] = h->label[row[i]];
    }
    return h->model->is->scores(h->model, &(lf_rows){.n = *n, .row = row}, w, h->h);
}

/* h (c) <- softmax(h) */
static void till_softmax(size_t c, double *h) {
    double most = h[0], sum = 0;
    for (size_t i = 1; i < c; i++)
        most = fmax(most, h[i]);
    for (size_t i = 0; i < c; i++)
        sum += h[i] = lf_exp(h[i] - most);
    lf_vec_scale(c, 1 / sum, h);
}

/* Add a sample of class k with scores h (c) to the derivatives by a, b and alpha; slope (c) <-
 * those by h, but for the weight. */
static void till_add(const till_question *q, size_t k, const double *h, double *slope) {
    const double *p = q->p;
    slope[k] = 0;
    for (size_t i = 0; i < q->c; i++) {
        if (i == k) continue;
        const size_t kj = lf_hand_till_pair(q->c, k, i), ik = lf_hand_till_pair(q->c, i, k);
        slope[k] += 2 * p[i] * (h[k] - q->a[kj] - 1 - q->alpha[kj]);
        slope[i] = 2 * p[i] * (h[i] - q->b[ik] + 1 + q->alpha[ik]);
        q->grad_a[kj] -= q->weight * 2 * p[i] * (h[k] - q->a[kj]);
        q->grad_b[ik] -= q->weight * 2 * p[i] * (h[i] - q->b[ik]);
        q->grad_alpha[kj] -= q->weight * 2 * p[i] * h[k];
        q->grad_alpha[ik] += q->weight * 2 * p[i] * h[i];
    }
}

/* h (c) <- slopes by the scores s, h = softmax(s): h_m (g_m - sum_i g_i h_i), g those by h */
static void till_back(const till_question *q, const double *slope, double *h) {
    const double mean = lf_vec_dot(q->c, slope, h);
    for (size_t m = 0; m < q->c; m++)
        h[m] *= q->weight * (slope[m] - mean);
}

/* - p_i p_j alpha_ij^2 of every pair, for every sample */
static void till_decay(const till_question *q) {
    const double nu = 1 / (double)lf_hand_till_pairs(q->c);
    for (size_t i = 0; i < q->c; i++)
        for (size_t j = 0; j < q->c; j++) {
            if (i == j) continue;
            const size_t ij = lf_hand_till_pair(q->c, i, j);
            q->grad_alpha[ij] -= nu * 2 * q->p[i] * q->p[j] * q->alpha[ij];
        }
}

lf_status lf_hand_till_gradient(lf_hand_till *h, const lf_samples *samples, const double *v,
                                const double *alpha, double *grad_v, double *grad_alpha) {
    const size_t c = h->model->outputs, d = h->model->dim, pairs = lf_hand_till_pairs(c);
    uint32_t row[LF_BLOCK];
    double label[LF_BLOCK];
    const till_question q = {.c = c,
                             .weight = 1 / ((double)samples->n * (double)pairs),
                             .p = h->p,
                             .a = v + d,
                             .b = v + d + pairs,
                             .alpha = alpha,
                             .grad_a = grad_v + d,
                             .grad_b = grad_v + d + pairs,
                             .grad_alpha = grad_alpha};
    if (samples->n == 0) return LF_OK;
    for (size_t first = 0, n; first < samples->n; first += n) {
        LF_TRY(till_block(h, samples, first, v, row, label, &n));
        for (size_t i = 0; i < n; i++) {
            till_softmax(c, h->h + i * c);
            till_add(&q, (size_t)label[i], h->h + i * c, h->slope);
            till_back(&q, h->slope, h->h + i * c);
        }
        LF_TRY(h->model->is->backward(h->model, &(lf_rows){.n = n, .row = row}, v, h->h, grad_v));
    }
    till_decay(&q);
    return LF_OK;
}

/* ---- the response ---- */

/* alpha_ij <- E[h_i | j] - E[h_i | i] from sums (class k's in row k) and counts */
static void till_answer(size_t c, const double *sum, const double *count, double *alpha) {
    for (size_t i = 0; i < c; i++)
        for (size_t j = 0; j < c; j++)
            if (i != j)
                alpha[lf_hand_till_pair(c, i, j)] =
                    sum[j * c + i] / count[j] - sum[i * c + i] / count[i];
}

lf_status lf_hand_till_respond(lf_hand_till *h, const lf_samples *samples, const double *v,
                               double *alpha) {
    const size_t c = h->model->outputs;
    double *sum = h->memory, *count = h->memory + c * c, label[LF_BLOCK];
    uint32_t row[LF_BLOCK];
    for (size_t first = 0, n; first < samples->n; first += n) {
        LF_TRY(till_block(h, samples, first, v, row, label, &n));
        for (size_t i = 0; i < n; i++) {
            const size_t k = (size_t)label[i];
            till_softmax(c, h->h + i * c);
            lf_vec_axpy(c, 1, h->h + i * c, sum + k * c);
            count[k]++;
        }
    }
    for (size_t k = 0; k < c; k++)
        if (count[k] == 0)
            return lf_fail(
                LF_NOT_FOUND,
                "auc_multiclass: no sample of class %zu; a response needs all: draw more", k);
    till_answer(c, sum, count, alpha);
    lf_vec_zero(h->memory_count, h->memory);
    return LF_OK;
}

/* ---- the cross-entropy ---- */

lf_status lf_hand_till_entropy(lf_hand_till *h, const lf_samples *samples, const double *w,
                               const double *y, double *g, double *grad) {
    const size_t c = h->model->outputs;
    const double n_all = (double)(samples->n ? samples->n : 1);
    double total = 0, label[LF_BLOCK], value[LF_BLOCK];
    uint32_t row[LF_BLOCK];
    for (size_t first = 0, n; first < samples->n; first += n) {
        LF_TRY(till_block(h, samples, first, w, row, label, &n));
        lf_softmax_loss(n, c, h->h, label, value, h->h);
        total += lf_block_sum(n, value);
        if (!y || !grad) continue;
        lf_vec_scale(n * c, y[0] / n_all, h->h);
        LF_TRY(h->model->is->backward(h->model, &(lf_rows){.n = n, .row = row}, w, h->h, grad));
    }
    if (g) g[0] = total / n_all;
    return LF_OK;
}
