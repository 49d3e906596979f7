/**
 * @file pretrain.c
 * @brief The rows, Adam, and when to stop.
 */
#include "problems/continual/parts/pretrain.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

enum { PRETRAIN_BATCH = LF_TOWERS_BLOCK, PRETRAIN_PATIENCE = 3, PRETRAIN_EPOCHS = 100 };
static const double pretrain_eta = 1e-3, pretrain_beta = 0.1, pretrain_beta_prime = 1e-3,
                    pretrain_eps = 1e-8;

typedef struct {
    lf_two_towers *t;
    const lf_pairs *pairs;
    size_t n;
    uint32_t *row;            /* n, in the order of a pass */
    double *w, *grad, *m, *q; /* dim each */
    double left, left_prime;  /* (1 - beta)^steps */
    size_t right[LF_PAIRS_CLASSES], all[LF_PAIRS_CLASSES];
} pretrain;

static size_t pretrain_divisor(size_t a, size_t b) {
    return b == 0 ? a : pretrain_divisor(b, a % b);
}

/* All rows but most of the target's. Where a table has the rows of a class together, a golden step
 * through it mixes them. */
static void pretrain_rows(pretrain *s, double share) {
    const lf_task *task = &s->pairs->task;
    size_t seen = 0, step = (size_t)(0.6180339887498949 * (double)task->n_train);
    while (pretrain_divisor(step, task->n_train) != 1)
        step++;
    for (size_t i = 0; i < task->n_train; i++) {
        const uint32_t row = task->train[i * step % task->n_train];
        const bool target = s->pairs->class->code[row] == s->pairs->target;
        if (target && (double)seen++ >= share * (double)s->pairs->n_target) continue;
        s->row[s->n++] = row;
    }
}

static void pretrain_step(pretrain *s) {
    s->left *= 1 - pretrain_beta;
    s->left_prime *= 1 - pretrain_beta_prime;
    for (size_t j = 0; j < s->t->dim; j++) {
        const double g = s->grad[j];
        s->m[j] += pretrain_beta * (g - s->m[j]);
        s->q[j] += pretrain_beta_prime * (g * g - s->q[j]);
        const double m_hat = s->m[j] / (1 - s->left), q_hat = s->q[j] / (1 - s->left_prime);
        s->w[j] -= pretrain_eta * m_hat / (sqrt(q_hat) + pretrain_eps);
    }
}

/* How many training images of the protected classes are told right after one more epoch. */
static size_t pretrain_epoch(pretrain *s) {
    size_t right = 0;
    for (size_t first = 0; first < s->n; first += PRETRAIN_BATCH) {
        const size_t n = s->n - first < PRETRAIN_BATCH ? s->n - first : PRETRAIN_BATCH;
        lf_vec_zero(s->t->dim, s->grad);
        lf_prompts_loss(s->t, s->pairs, n, NULL, s->row + first, s->w, 1, NULL, s->grad);
        pretrain_step(s);
    }
    lf_prompts_count(s->t, s->pairs, s->n, s->row, s->w, s->right, s->all);
    for (size_t k = 0; k < s->pairs->m; k++)
        right += s->right[s->pairs->kept[k]];
    return right;
}

/* best (dim) <- w of the epoch that tells the most of them right */
static void pretrain_run(pretrain *s, double *best) {
    size_t most = 0, since = 0;
    for (size_t epoch = 0; epoch < PRETRAIN_EPOCHS && since < PRETRAIN_PATIENCE; epoch++) {
        const size_t right = pretrain_epoch(s);
        since++;
        if (epoch > 0 && right <= most) continue;
        most = right;
        since = 0;
        lf_vec_copy(s->t->dim, s->w, best);
    }
}

lf_status lf_pretrain(lf_two_towers *t, const lf_pairs *pairs, const lf_pretrain_params *params,
                      double *w) {
    const size_t d = t->dim;
    pretrain *s = calloc(1, sizeof *s);
    uint32_t *row = malloc((pairs->task.n_train + 1) * sizeof *row);
    double *space = calloc(4 * d + 1, sizeof *space);
    lf_status status = LF_OK;
    if (s && row && space) {
        *s = (pretrain){.t = t, .pairs = pairs, .row = row, .left = 1, .left_prime = 1};
        s->w = space;
        s->grad = space + d;
        s->m = space + 2 * d;
        s->q = space + 3 * d;
        lf_tower_start(&t->image, params->seed, 0, s->w);
        lf_tower_start(&t->text, params->seed, 1, s->w + t->image.dim);
        pretrain_rows(s, params->share);
        pretrain_run(s, w);
    } else {
        status = lf_fail(LF_NO_MEMORY, "no memory to train %zu parameters", d);
    }
    free(s);
    free(row);
    free(space);
    if (status == LF_OK && !lf_vec_finite(d, w))
        return lf_fail(LF_DIVERGED, "w_old is not finite on %s", t->data->name);
    return status;
}
