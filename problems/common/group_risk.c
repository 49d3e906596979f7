/**
 * @file group_risk.c
 * @brief Blocks of rows across groups: scores, losses, slopes, and their sums group by group.
 */
#include "problems/common/group_risk.h"

#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "problems/common/losses.h"

/* A stretch of a block whose samples belong to one group. */
typedef struct {
    size_t group; /* counted from the first group of the call */
    size_t n;
} risk_run;

/* A walk over the samples of one call. */
typedef struct {
    const lf_samples *samples;
    const size_t *start; /* of the first group of the call */
    size_t group, used;  /* where the next block begins: group of the call, its samples before */
    size_t position;     /* the same, in samples of the call */
    size_t most;         /* rows of a block */
    size_t n, runs;      /* the block: rows, runs */
    risk_run run[LF_BLOCK];
    uint32_t row[LF_BLOCK];
    double label[LF_BLOCK], value[LF_BLOCK];
} risk_walk;

static lf_status risk_bad_label(const lf_group_risk *risk, uint32_t row) {
    const lf_data *data = risk->model->data;
    if (risk->model->outputs == 1)
        return lf_fail(LF_BAD_INPUT,
                       "data set %s has the label %g in row %u; the logistic loss needs two "
                       "classes, -1 and +1: use model=softmax for classes 0, 1, ...",
                       data->name, risk->label[row], row + 1);
    return lf_fail(LF_BAD_INPUT,
                   "data set %s has the label %g in row %u; the softmax loss needs classes 0 to "
                   "%zu: use model=linear for -1 and +1",
                   data->name, risk->label[row], row + 1, risk->model->outputs - 1);
}

lf_status lf_group_risk_init(lf_group_risk *risk) {
    const size_t outputs = risk->model->outputs;
    for (size_t k = 0; k < risk->start[risk->m]; k++) {
        const double b = risk->label[risk->row[k]];
        const bool two = b == 1 || b == -1;
        const bool class = b >= 0 && b < (double)outputs && b == (double)(size_t)b;
        if (outputs == 1 ? !two : !class) return risk_bad_label(risk, risk->row[k]);
    }
    risk->score = malloc(2 * outputs * LF_BLOCK * sizeof *risk->score);
    if (risk->score) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory for the scores of %d rows", LF_BLOCK);
}

void lf_group_risk_release(lf_group_risk *risk) {
    free(risk->score);
    *risk = (lf_group_risk){0};
}

/* The next n samples of the walk's group: sample ids to rows; all samples need no ids. */
static void risk_take(const lf_group_risk *risk, risk_walk *walk, size_t n) {
    const uint32_t *from = risk->row + walk->start[walk->group];
    const uint32_t *id = walk->samples->id;
    uint32_t *row = walk->row + walk->n;
    if (id)
        for (size_t k = 0; k < n; k++)
            row[k] = from[id[walk->position + k]];
    else
        memcpy(row, from + walk->used, n * sizeof *row);
    for (size_t k = 0; k < n; k++)
        walk->label[walk->n + k] = risk->label[row[k]];
    walk->run[walk->runs++] = (risk_run){walk->group, n};
    walk->n += n;
    walk->used += n;
    walk->position += n;
}

/* Rows of a block. Scattered dense rows with one linear score are taken one by one: few at a time,
 * they are still in the first cache on the way back. */
static size_t risk_block(const lf_group_risk *risk, const lf_samples *samples) {
    const size_t row_bytes = risk->model->data->features * sizeof(double), cache_bytes = 32768;
    if (!samples->id || !risk->model->data->dense || risk->model->outputs > 1 ||
        !lf_model_linear(risk->model))
        return LF_BLOCK;
    const size_t rows = cache_bytes / row_bytes;
    return rows < 1 ? 1 : rows < LF_BLOCK ? rows : LF_BLOCK;
}

/* Fill the next block and score it. */
static lf_status risk_next(const lf_group_risk *risk, risk_walk *walk, const double *w) {
    walk->n = walk->runs = 0;
    while (walk->n < walk->most && walk->position < walk->samples->n) {
        const size_t left = walk->samples->per_stratum[walk->group] - walk->used;
        const size_t room = walk->most - walk->n;
        if (left > 0) {
            risk_take(risk, walk, left < room ? left : room);
        } else {
            walk->group++;
            walk->used = 0;
        }
    }
    const lf_rows rows = {.n = walk->n, .row = walk->row};
    return risk->model->is->scores(risk->model, &rows, w, risk->score);
}

/* walk->value <- the losses of the block, risk->score <- their slopes. */
static void risk_losses(const lf_group_risk *risk, risk_walk *walk) {
    double *s = risk->score, margin[LF_BLOCK];
    const size_t outputs = risk->model->outputs;
    if (risk->pairwise) {
        lf_pairwise_loss((lf_loss)risk->loss, walk->n, outputs, s, walk->label, walk->value, s);
        return;
    }
    if (outputs > 1) {
        lf_softmax_loss(walk->n, outputs, s, walk->label, walk->value, s);
        return;
    }
    for (size_t k = 0; k < walk->n; k++)
        margin[k] = walk->label[k] * s[k];
    lf_loss_both(LF_LOSS_LOGISTIC, walk->n, margin, walk->value, s);
    for (size_t k = 0; k < walk->n; k++)
        s[k] *= walk->label[k];
}

/* grad += sum_i y_i / n_i sum_k ds_k over the block */
static lf_status risk_backward(const lf_group_risk *risk, const risk_walk *walk, const double *w,
                               const double *y, double *grad) {
    const size_t outputs = risk->model->outputs;
    double *s = risk->score;
    for (size_t k = 0; k < walk->runs; k++) {
        const risk_run *run = &walk->run[k];
        const double scale = y[run->group] / (double)walk->samples->per_stratum[run->group];
        for (size_t j = 0; j < run->n * outputs; j++)
            *s++ *= scale;
    }
    const lf_rows rows = {.n = walk->n, .row = walk->row};
    return risk->model->is->backward(risk->model, &rows, w, risk->score, grad);
}

/* sum (groups) += x, run by run */
static void risk_add(const risk_walk *walk, const double *x, double *sum) {
    for (size_t k = 0; k < walk->runs; x += walk->run[k++].n)
        sum[walk->run[k].group] += lf_block_sum(walk->run[k].n, x);
}

/* Sums to means; `of_none` where there is nothing to sum. */
static void risk_mean(size_t groups, const size_t *n, double of_none, double *sum) {
    for (size_t i = 0; i < groups; i++)
        sum[i] = n[i] > 0 ? sum[i] / (double)n[i] : of_none;
}

/* The groups of the call; the walk stands before its first block. */
static size_t risk_begin(const lf_group_risk *risk, const lf_samples *samples, risk_walk *walk) {
    const bool every = samples->component == LF_EVERY;
    walk->samples = samples;
    walk->start = risk->start + (every ? 0 : samples->component);
    walk->group = walk->used = walk->position = 0;
    walk->most = risk_block(risk, samples);
    return every ? risk->m : 1;
}

lf_status lf_group_risk_evaluate(const lf_group_risk *risk, const lf_samples *samples,
                                 const double *w, const double *y, double *g, double *grad) {
    risk_walk walk;
    const size_t groups = risk_begin(risk, samples, &walk);
    if (g) lf_vec_zero(groups, g);
    while (walk.position < samples->n) {
        LF_TRY(risk_next(risk, &walk, w));
        risk_losses(risk, &walk);
        if (g) risk_add(&walk, walk.value, g);
        if (y && grad) LF_TRY(risk_backward(risk, &walk, w, y, grad));
    }
    if (g) risk_mean(groups, samples->per_stratum, 0, g);
    return LF_OK;
}

/* walk->value <- how the losses of the block grow along v: ds . js, row by row. */
static lf_status risk_along(const lf_group_risk *risk, risk_walk *walk, const double *w,
                            const double *v) {
    const size_t outputs = risk->model->outputs;
    const double *ds = risk->score;
    double *js = risk->score + LF_BLOCK * outputs;
    const lf_rows rows = {.n = walk->n, .row = walk->row};
    LF_TRY(lf_model_jvp(risk->model, &rows, w, v, js));
    for (size_t k = 0; k < walk->n; k++)
        walk->value[k] = lf_vec_dot(outputs, ds + k * outputs, js + k * outputs);
    return LF_OK;
}

void lf_group_risk_support(const lf_group_risk *risk, const lf_samples *samples,
                           lf_support *support) {
    const bool every = samples->component == LF_EVERY;
    const uint32_t *id = samples->id;
    for (size_t i = 0; i < (every ? risk->m : 1); i++) {
        const uint32_t *row = risk->row + risk->start[every ? i : samples->component];
        lf_model_support(risk->model, row, samples->per_stratum[i], id, support);
        id += samples->per_stratum[i];
    }
}

lf_status lf_group_risk_jvp(const lf_group_risk *risk, const lf_samples *samples, const double *w,
                            const double *v, double *jv) {
    risk_walk walk;
    const size_t groups = risk_begin(risk, samples, &walk);
    lf_vec_zero(groups, jv);
    while (walk.position < samples->n) {
        LF_TRY(risk_next(risk, &walk, w));
        risk_losses(risk, &walk);
        LF_TRY(risk_along(risk, &walk, w, v));
        risk_add(&walk, walk.value, jv);
    }
    risk_mean(groups, samples->per_stratum, 0, jv);
    return LF_OK;
}

/* right (n) <- 1 for the rows of the block that are classified right, else 0 */
static void risk_right(const lf_group_risk *risk, const risk_walk *walk, double *right) {
    const size_t outputs = risk->model->outputs;
    const double *s = risk->score;
    for (size_t k = 0; k < walk->n; k++, s += outputs) {
        size_t best = 0;
        for (size_t c = 1; c < outputs; c++)
            if (s[c] > s[best]) best = c;
        right[k] = outputs > 1 ? (double)best == walk->label[k] : (*s >= 0) == (walk->label[k] > 0);
    }
}

/* `count` (m) is a workspace: how many samples each group has. */
static lf_status risk_judge(const lf_group_risk *risk, const double *w, size_t *count, double *r,
                            double *accuracy) {
    for (size_t i = 0; i < risk->m; i++)
        count[i] = risk->start[i + 1] - risk->start[i];
    const lf_samples all = {.n = risk->start[risk->m], .per_stratum = count};
    risk_walk walk = {.samples = &all, .start = risk->start, .most = LF_BLOCK};
    double right[LF_BLOCK];
    lf_vec_zero(risk->m, r);
    lf_vec_zero(risk->m, accuracy);
    while (walk.position < all.n) {
        LF_TRY(risk_next(risk, &walk, w));
        risk_right(risk, &walk, right);
        risk_add(&walk, right, accuracy);
        risk_losses(risk, &walk);
        risk_add(&walk, walk.value, r);
    }
    risk_mean(risk->m, count, NAN, r);
    risk_mean(risk->m, count, NAN, accuracy);
    return LF_OK;
}

lf_status lf_group_risk_judge(const lf_group_risk *risk, const double *w, double *r,
                              double *accuracy) {
    size_t *count = calloc(risk->m + 1, sizeof *count);
    if (!count) return lf_fail(LF_NO_MEMORY, "no memory for %zu groups", risk->m);
    const lf_status status = risk_judge(risk, w, count, r, accuracy);
    free(count);
    return status;
}
