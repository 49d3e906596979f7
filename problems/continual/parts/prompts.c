/**
 * @file prompts.c
 * @brief Scores of images on prompts, block by block.
 */
#include "problems/continual/parts/prompts.h"

#include <levelfield/vector.h>

#include "numeric/dense.h"
#include "problems/common/losses.h"

/* t->score (n x classes) <- of one block. The prompts are every V-th row of the captions. */
static const double *prompts_scores(lf_two_towers *t, size_t classes, size_t n, const uint32_t *row,
                                    const double *w) {
    const double *E_T = lf_two_towers_texts(t, w), *E = lf_two_towers_images(t, n, row, w);
    lf_dense_gemm(LF_DENSE_NT, n, classes, t->k, 1 / t->temp, E, t->k, E_T,
                  LF_PAIRS_VARIANTS * t->k, 0, t->score, classes);
    return E;
}

/* From slopes on scores to the images, and to d_text. */
static void prompts_back(lf_two_towers *t, size_t classes, size_t n, const double *E, double y,
                         const double *w, double *grad) {
    const double *E_T = lf_two_towers_texts(t, w);
    const size_t k = t->k, step = LF_PAIRS_VARIANTS * k;
    lf_dense_gemm(LF_DENSE_TN, classes, k, n, y / t->temp, t->score, classes, E, k, 1, t->d_text,
                  step);
    lf_dense_gemm(LF_DENSE_NN, n, k, classes, y / t->temp, t->score, classes, E_T, step, 0,
                  t->d_image, k);
    lf_two_towers_back_images(t, n, w, grad);
}

void lf_prompts_loss(lf_two_towers *t, const lf_pairs *pairs, size_t n, const uint32_t *id,
                     const uint32_t *row, const double *w, double y, double *L, double *grad) {
    const size_t classes = pairs->classes;
    uint32_t rows[LF_TOWERS_BLOCK];
    double sum = 0;
    if (n > 0 && grad) lf_vec_zero(t->texts * t->k, t->d_text);
    for (size_t first = 0, block; first < n; first += block) {
        block = n - first < LF_TOWERS_BLOCK ? n - first : LF_TOWERS_BLOCK;
        for (size_t j = 0; j < block; j++) {
            rows[j] = row[id ? id[first + j] : first + j];
            t->label[j] = pairs->class->code[rows[j]];
        }
        const double *E = prompts_scores(t, classes, block, rows, w);
        lf_softmax_loss(block, classes, t->score, t->label, t->value, t->score);
        sum += lf_block_sum(block, t->value);
        if (grad) prompts_back(t, classes, block, E, y / (double)n, w, grad);
    }
    if (L) *L = n > 0 ? sum / (double)n : 0;
    if (n > 0 && grad) lf_two_towers_back_texts(t, w, grad);
}

void lf_prompts_count(lf_two_towers *t, const lf_pairs *pairs, size_t n, const uint32_t *row,
                      const double *w, size_t *right, size_t *all) {
    for (size_t c = 0; c < pairs->classes; c++)
        right[c] = all[c] = 0;
    for (size_t first = 0, block; first < n; first += block) {
        block = n - first < LF_TOWERS_BLOCK ? n - first : LF_TOWERS_BLOCK;
        prompts_scores(t, pairs->classes, block, row + first, w);
        for (size_t j = 0; j < block; j++) {
            const double *score = t->score + j * pairs->classes;
            const size_t c = pairs->class->code[row[first + j]];
            size_t best = 0;
            for (size_t l = 1; l < pairs->classes; l++)
                if (score[l] > score[best]) best = l;
            all[c]++;
            right[c] += best == c;
        }
    }
}

double lf_prompts_accuracy(lf_two_towers *t, const lf_pairs *pairs, const double *w) {
    size_t right[LF_PAIRS_CLASSES], all[LF_PAIRS_CLASSES], sum[2] = {0, 0};
    lf_prompts_count(t, pairs, pairs->task.n_rest, pairs->task.rest, w, right, all);
    for (size_t c = 0; c < pairs->classes; c++) {
        sum[0] += right[c];
        sum[1] += all[c];
    }
    return sum[1] ? (double)sum[0] / (double)sum[1] : 0;
}
