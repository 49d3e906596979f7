/**
 * @file contrast.c
 * @brief Images block by block; captions counted, as few of them differ.
 */
#include "problems/continual/parts/contrast.h"

#include <levelfield/math.h>
#include <levelfield/vector.h>

#include "numeric/dense.h"

/* One call's question, and what all its blocks need. */
typedef struct {
    lf_two_towers *t;
    const lf_pairs *pairs;
    const double *w, *E_T;
    const double *target; /* E_T(t_i) */
    size_t text;          /* t_i */
    double s;             /* s_ii */
    double y[2];          /* slopes over n temp */
    double *grad;         /* NULL: values alone */
} contrast_call;

static size_t contrast_position(const uint32_t *id, const uint32_t *at, size_t j) {
    const size_t k = id ? id[j] : j;
    return at ? at[k] : k;
}

/* E_I(x_i), all its scores and s_ii */
static void contrast_anchor(contrast_call *c, uint32_t row) {
    lf_two_towers *t = c->t;
    lf_vec_copy(t->k, lf_two_towers_images(t, 1, &row, c->w), t->anchor);
    lf_dense_gemv(t->texts, t->k, 1, c->E_T, t->anchor, 0, t->score);
    c->s = t->score[c->text];
}

/* The sum over a block of images of exp((s_ji - s_ii) / temp), and its way back to these images and
 * to t_i. */
static double contrast_images(contrast_call *c, size_t n, const uint32_t *row) {
    lf_two_towers *t = c->t;
    const double *E = lf_two_towers_images(t, n, row, c->w);
    double sum = 0;
    lf_dense_gemv(n, t->k, 1, E, c->target, 0, t->value);
    for (size_t j = 0; j < n; j++) {
        t->value[j] = lf_exp((t->value[j] - c->s) / t->temp);
        sum += t->value[j];
    }
    if (!c->grad) return sum;
    lf_vec_zero(n * t->k, t->d_image);
    lf_dense_ger(n, t->k, c->y[1], t->value, c->target, t->d_image);
    lf_dense_gemv_t(n, t->k, c->y[1], E, t->value, 1, t->d_text + c->text * t->k);
    lf_two_towers_back_images(t, n, c->w, c->grad);
    return sum;
}

/* The sum over the counted captions of exp((s_ij - s_ii) / temp); t->score becomes its terms. */
static double contrast_texts(contrast_call *c) {
    lf_two_towers *t = c->t;
    double sum = 0;
    for (size_t v = 0; v < t->texts; v++) {
        t->score[v] = t->count[v] > 0 ? t->count[v] * lf_exp((t->score[v] - c->s) / t->temp) : 0;
        sum += t->score[v];
    }
    return sum;
}

/* The way back to x_i and to the captions: of the terms of u^I, and of s_ii, which stands in every
 * term of both. */
static void contrast_back(contrast_call *c, uint32_t row, const double sum[2]) {
    lf_two_towers *t = c->t;
    lf_vec_scale(t->texts, c->y[0], t->score);
    t->score[c->text] -= c->y[0] * sum[0] + c->y[1] * sum[1];
    lf_dense_ger(t->texts, t->k, 1, t->score, t->anchor, t->d_text);
    lf_two_towers_images(t, 1, &row, c->w);
    lf_dense_gemv_t(t->texts, t->k, 1, c->E_T, t->score, 0, t->d_image);
    lf_two_towers_back_images(t, 1, c->w, c->grad);
    lf_two_towers_back_texts(t, c->w, c->grad);
}

void lf_contrast_pair(lf_two_towers *t, const lf_pairs *pairs, size_t i, size_t n,
                      const uint32_t *id, const uint32_t *at, const double *w, const double *y,
                      double *u, double *grad) {
    const uint32_t anchor = pairs->task.train[i];
    uint32_t row[LF_TOWERS_BLOCK];
    double sum[2] = {0, 0};
    contrast_call c = {.t = t, .pairs = pairs, .w = w, .text = pairs->text[i]};
    c.grad = y && n > 0 ? grad : NULL;
    c.E_T = lf_two_towers_texts(t, w);
    c.target = c.E_T + c.text * t->k;
    for (size_t j = 0; c.grad && j < 2; j++)
        c.y[j] = y[j] / ((double)n * t->temp);
    contrast_anchor(&c, anchor);
    lf_vec_zero(t->texts, t->count);
    if (c.grad) lf_vec_zero(t->texts * t->k, t->d_text);
    for (size_t first = 0, block; first < n; first += block) {
        block = n - first < LF_TOWERS_BLOCK ? n - first : LF_TOWERS_BLOCK;
        for (size_t j = 0; j < block; j++) {
            const size_t position = contrast_position(id, at, first + j);
            row[j] = pairs->task.train[position];
            t->count[pairs->text[position]]++;
        }
        sum[1] += contrast_images(&c, block, row);
    }
    sum[0] = contrast_texts(&c);
    for (size_t j = 0; u && j < 2; j++)
        u[j] = n > 0 ? sum[j] / (double)n : 0;
    if (c.grad) contrast_back(&c, anchor, sum);
}

/* sum (captions) += over a block of images x_j of exp(<E_I(x_j), E_T(t_v)> / temp), v the captions
 * of target classes */
static void contrast_target_sums(lf_two_towers *t, size_t n, const double *E, size_t captions,
                                 const double *target, double *sum) {
    for (size_t v = 0; v < captions; v++) {
        lf_dense_gemv(n, t->k, 1, E, target + v * t->k, 0, t->value);
        for (size_t j = 0; j < n; j++)
            sum[v] += lf_exp(t->value[j] / t->temp);
    }
}

/* u (2) <- of one target pair, whose image embeds as `e`, its caption's sum being `sum` */
static void contrast_one(lf_two_towers *t, size_t n, const double *E_T, const double *e,
                         size_t text, double sum, double *u) {
    const double s = lf_vec_dot(t->k, e, E_T + text * t->k);
    double all = 0;
    for (size_t v = 0; v < t->texts; v++)
        if (t->count[v] > 0)
            all += t->count[v] * lf_exp((lf_vec_dot(t->k, e, E_T + v * t->k) - s) / t->temp);
    u[0] = all / (double)n;
    u[1] = sum * lf_exp(-s / t->temp) / (double)n;
}

/* row <- those of a block of the pairs `at` */
static void contrast_rows(const lf_pairs *pairs, size_t n, const uint32_t *at, size_t first,
                          uint32_t *row) {
    for (size_t j = 0; j < n; j++)
        row[j] = pairs->task.train[contrast_position(NULL, at, first + j)];
}

void lf_contrast_every(lf_two_towers *t, const lf_pairs *pairs, size_t n, const uint32_t *at,
                       const double *w, double *u) {
    const size_t captions = pairs->targets * LF_PAIRS_VARIANTS;
    const size_t own = pairs->target * LF_PAIRS_VARIANTS; /* the first of them */
    uint32_t row[LF_TOWERS_BLOCK];
    const double *E_T = lf_two_towers_texts(t, w);
    lf_vec_zero(t->texts, t->count);
    lf_vec_zero(captions, t->score);
    for (size_t first = 0, block; first < n; first += block) {
        block = n - first < LF_TOWERS_BLOCK ? n - first : LF_TOWERS_BLOCK;
        contrast_rows(pairs, block, at, first, row);
        for (size_t j = 0; j < block; j++)
            t->count[pairs->text[contrast_position(NULL, at, first + j)]]++;
        contrast_target_sums(t, block, lf_two_towers_images(t, block, row, w), captions,
                             E_T + own * t->k, t->score);
    }
    for (size_t i = 0; i < pairs->n_target; i++) {
        const size_t position = pairs->target_at[i], text = pairs->text[position];
        const double *e = lf_two_towers_images(t, 1, &pairs->task.train[position], w);
        contrast_one(t, n, E_T, e, text, t->score[text - own], u + 2 * i);
    }
}

/* Slopes on the scores of image j of a block with all captions, in t->score, to d_image, d_text. */
static void contrast_spread(lf_two_towers *t, const double *E_T, const double *e, size_t j) {
    lf_dense_gemv_t(t->texts, t->k, 1, E_T, t->score, 0, t->d_image + j * t->k);
    lf_dense_ger(t->texts, t->k, 1, t->score, e, t->d_text);
}

/* What u^I of a target pair says of its image's scores, and s_ii of both; b (texts) += what u^T
 * says of its caption's, over exp(<E_I(x_j), E_T(t_v)> / temp). */
static void contrast_back_one(lf_two_towers *t, size_t n, const double *E_T, const double *e,
                              size_t text, const double *u, const double *y, double *b) {
    const double unit = 1 / ((double)n * t->temp);
    lf_dense_gemv(t->texts, t->k, 1, E_T, e, 0, t->score);
    const double s = t->score[text];
    for (size_t v = 0; v < t->texts; v++)
        t->score[v] = y[0] * unit * t->count[v] * lf_exp((t->score[v] - s) / t->temp);
    t->score[text] -= (y[0] * u[0] + y[1] * u[1]) / t->temp;
    b[text] += y[1] * unit * lf_exp(-s / t->temp);
}

void lf_contrast_every_back(lf_two_towers *t, const lf_pairs *pairs, size_t n, const uint32_t *at,
                            const double *w, const double *u, const double *y, double *grad) {
    double b[LF_PAIRS_CLASSES * LF_PAIRS_VARIANTS] = {0};
    uint32_t row[LF_TOWERS_BLOCK];
    const double *E_T = lf_two_towers_texts(t, w), *E;
    lf_vec_zero(t->texts * t->k, t->d_text);
    for (size_t i = 0; i < pairs->n_target; i++) {
        const size_t position = pairs->target_at[i];
        E = lf_two_towers_images(t, 1, &pairs->task.train[position], w);
        contrast_back_one(t, n, E_T, E, pairs->text[position], u + 2 * i, y + 2 * i, b);
        contrast_spread(t, E_T, E, 0);
        lf_two_towers_back_images(t, 1, w, grad);
    }
    for (size_t first = 0, block; first < n; first += block) {
        block = n - first < LF_TOWERS_BLOCK ? n - first : LF_TOWERS_BLOCK;
        contrast_rows(pairs, block, at, first, row);
        E = lf_two_towers_images(t, block, row, w);
        for (size_t j = 0; j < block; j++) {
            lf_dense_gemv(t->texts, t->k, 1, E_T, E + j * t->k, 0, t->score);
            for (size_t v = 0; v < t->texts; v++)
                t->score[v] = b[v] == 0 ? 0 : b[v] * lf_exp(t->score[v] / t->temp);
            contrast_spread(t, E_T, E + j * t->k, j);
        }
        lf_two_towers_back_images(t, block, w, grad);
    }
    lf_two_towers_back_texts(t, w, grad);
}
