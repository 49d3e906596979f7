/**
 * @file golden_auc.h
 * @brief The problem `auc` on twelve rows, its samples in a fixed order: for trajectories that were
 * worked out elsewhere.
 *
 * Row i = 0 .. 11 is x = (sin(1 + i), cos(i^2 / 2), (i mod 5)/4 - 1/2), y = -1 if i mod 3 = 0, else
 * +1. Sample number q that any question is about, counted from 0, is row (5 q + 1) mod 12, whatever
 * was drawn; only where the oracle says that a question repeats the samples and the point of the
 * one before (same_point) are the rows the same again. A question about all samples is about all
 * rows. The number is kept in the problem's memory, behind that of `auc`. Linear model with
 * intercept, v = (w (3), bias, a, b); with score=raw none, v = (w (3), a, b), and the rows are as
 * above, not scaled. Build it with problem_open of fixture_problem.h.
 */
#pragma once

#include <math.h>

#include "near.h"
#include "problems/auc/parts/auc_view.h"

enum { GOLDEN_ROWS = 12, GOLDEN_FEATURES = 3, GOLDEN_DIM = GOLDEN_FEATURES + 3 };
enum { GOLDEN_MOST = 256 }; /* samples in a batch */
enum { GOLDEN_ASKED = LF_AUC_MEMORY, GOLDEN_MEMORY };

typedef struct {
    lf_auc auc; /* must be first */
    double x[GOLDEN_ROWS * GOLDEN_FEATURES], sign[GOLDEN_ROWS];
    uint32_t row[GOLDEN_ROWS];
    lf_data data;
    uint32_t id[GOLDEN_MOST];     /* of the last question */
    double memory[GOLDEN_MEMORY]; /* of auc, then samples asked about */
} golden_auc_state;

static inline void golden_auc_fill(golden_auc_state *s) {
    for (size_t i = 0; i < GOLDEN_ROWS; i++) {
        const double t = (double)i;
        s->x[GOLDEN_FEATURES * i] = sin(1 + t);
        s->x[GOLDEN_FEATURES * i + 1] = cos(0.5 * t * t);
        s->x[GOLDEN_FEATURES * i + 2] = (double)(i % 5) / 4 - 0.5;
        s->sign[i] = i % 3 == 0 ? -1 : 1;
        s->row[i] = (uint32_t)i;
    }
    s->data = (lf_data){.name = "golden",
                        .sha256 = "",
                        .rows = GOLDEN_ROWS,
                        .features = GOLDEN_FEATURES,
                        .dense = s->x,
                        .label = s->sign};
}

/* All rows train and all rows test; none is held out. */
static inline void golden_auc_divide(golden_auc_state *s) {
    lf_two_classes *c = &s->auc.classes;
    c->table = &s->data;
    c->sign = s->sign;
    for (size_t k = 0; k < LF_CLASS_PARTS; k++) {
        c->n[k] = k == LF_PART_VALIDATION ? 0 : GOLDEN_ROWS;
        c->row[k] = s->row;
        c->part[k] = (lf_part){k == LF_PART_TRAIN ? "train" : "test", c->n[k], s->row};
    }
    for (size_t i = 0; i < GOLDEN_ROWS; i++)
        c->positives += s->sign[i] > 0;
}

static inline lf_status golden_auc_init(void *state, const void *params, lf_problem_info *info) {
    golden_auc_state *s = state;
    golden_auc_fill(s);
    golden_auc_divide(s);
    LF_TRY(lf_auc_describe(&s->auc, params, info));
    s->auc.form.memory = info->memory = s->memory;
    info->memory_count = GOLDEN_MEMORY;
    lf_square_auc_begin(&s->auc.form);
    return LF_OK;
}

/* The same question about the next samples of the stream. */
static inline lf_samples golden_auc_next(golden_auc_state *s, const lf_samples *samples) {
    lf_samples next = *samples;
    if (!samples->id) return next;
    assert_in_range(samples->n, 0, GOLDEN_MOST);
    for (size_t k = 0; k < samples->n && !samples->same_point; k++) {
        const uint64_t q = (uint64_t)s->memory[GOLDEN_ASKED]++;
        s->id[k] = (uint32_t)((5 * q + 1) % GOLDEN_ROWS);
    }
    next.id = s->id;
    return next;
}

static inline lf_status golden_auc_evaluate(void *state, const lf_samples *samples, const double *w,
                                            const double *y, double *g, double *grad) {
    const lf_samples next = golden_auc_next(state, samples);
    return lf_auc_evaluate(state, &next, w, y, g, grad);
}

static inline lf_status golden_auc_saddle(void *state, const lf_samples *samples, const double *v,
                                          const double *alpha, double *grad_v, double *grad_alpha) {
    const lf_samples next = golden_auc_next(state, samples);
    return lf_auc_saddle(state, &next, v, alpha, grad_v, grad_alpha);
}

static inline lf_status golden_auc_respond(void *state, const lf_samples *samples, const double *v,
                                           double *alpha) {
    const lf_samples next = golden_auc_next(state, samples);
    return lf_auc_respond(state, &next, v, alpha);
}

/** The others of lf_auc_params stay 0: a linear model. */
static const lf_param golden_auc_table[] = {
    LF_CHOICE(lf_auc_params, score, 0, "sigmoid|raw", "as of auc"),
    LF_CHOICE(lf_auc_params, p_mode, LF_SHARE_KNOWN, LF_SHARE_WORDS, "as of auc"),
    {0},
};

static const lf_problem_class golden_auc = {
    .abi = LF_ABI,
    .name = "golden_auc",
    .doc = "auc on twelve rows in a fixed order, for tests",
    .source = "tests",
    .views = 1u << LF_VIEW_SADDLE | 1u << LF_VIEW_PLAIN,
    .params = golden_auc_table,
    .params_size = sizeof(lf_auc_params),
    .state_size = sizeof(golden_auc_state),
    .metrics = lf_auc_metrics,
    .init = golden_auc_init,
    .release = lf_auc_release,
    .evaluate = golden_auc_evaluate,
    .saddle = golden_auc_saddle,
    .respond = golden_auc_respond,
};
