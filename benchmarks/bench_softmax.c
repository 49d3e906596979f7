/**
 * @file bench_softmax.c
 * @brief A full pass of the softmax model in the shape that cifar100 has in group_dro, beside the
 *        two matrix products that are in it.
 *
 * Only the shape counts, so the numbers are random: 768 features of an image, 100 classes, 20
 * groups of 500 samples. "softmax" is value and gradient of all groups, losses and sums and all.
 * "gemm" is scores and gradient as one OpenBLAS call each, over the whole table at once.
 */
#include <stdlib.h>

#include <cblas.h>

#include "benchmarks/shim.h"
#include "datasets/made/draws.h"
#include "problems/common/group_risk.h"
#include "problems/models/model.h"

enum { SOFTMAX_ROWS = 10000, SOFTMAX_WIDTH = 768, SOFTMAX_CLASSES = 100, SOFTMAX_GROUPS = 20 };

typedef struct {
    double *table, *w, *grad, *label, *score; /* score: rows x classes */
    float *table_f, *w_f, *grad_f, *score_f;
    uint32_t *row;
    size_t start[SOFTMAX_GROUPS + 1], count[SOFTMAX_GROUPS];
    lf_data data;
    lf_model model;
    lf_group_risk risk;
} softmax_task;

static const size_t softmax_d = (size_t)SOFTMAX_CLASSES * SOFTMAX_WIDTH;

static lf_status softmax_fill(softmax_task *t) {
    const size_t size = (size_t)SOFTMAX_ROWS * SOFTMAX_WIDTH;
    t->table = malloc(size * sizeof *t->table);
    t->w = malloc(softmax_d * sizeof *t->w);
    t->grad = calloc(softmax_d, sizeof *t->grad);
    t->label = malloc(SOFTMAX_ROWS * sizeof *t->label);
    t->row = malloc(SOFTMAX_ROWS * sizeof *t->row);
    if (!t->table || !t->w || !t->grad || !t->label || !t->row)
        return lf_fail(LF_NO_MEMORY, "out of memory");
    lf_normal_fill(1, 0, 0, size, t->table);
    lf_normal_fill(1, 1, 0, softmax_d, t->w);
    for (size_t k = 0; k < softmax_d; k++)
        t->w[k] *= 0.01;
    for (size_t i = 0; i < SOFTMAX_ROWS; i++) {
        t->label[i] = (double)(i % SOFTMAX_CLASSES);
        t->row[i] = (uint32_t)i;
    }
    return LF_OK;
}

static lf_status softmax_open(softmax_task *t) {
    LF_TRY(softmax_fill(t));
    for (size_t i = 0; i < SOFTMAX_GROUPS; i++) {
        t->count[i] = SOFTMAX_ROWS / SOFTMAX_GROUPS;
        t->start[i + 1] = t->start[i] + t->count[i];
    }
    t->data = (lf_data){.name = "images",
                        .rows = SOFTMAX_ROWS,
                        .features = SOFTMAX_WIDTH,
                        .dense = t->table,
                        .label = t->label};
    LF_TRY(lf_softmax_linear_create(&t->data, SOFTMAX_CLASSES, &t->model));
    t->risk = (lf_group_risk){&t->model, t->label, SOFTMAX_GROUPS, t->start, t->row};
    return lf_group_risk_init(&t->risk);
}

/* The same numbers, halved in size. */
static lf_status softmax_narrow(softmax_task *t) {
    const size_t size = (size_t)SOFTMAX_ROWS * SOFTMAX_WIDTH;
    t->table_f = malloc(size * sizeof *t->table_f);
    t->w_f = malloc(softmax_d * sizeof *t->w_f);
    t->grad_f = calloc(softmax_d, sizeof *t->grad_f);
    t->score_f = malloc(SOFTMAX_ROWS * SOFTMAX_CLASSES * sizeof *t->score_f);
    if (!t->table_f || !t->w_f || !t->grad_f || !t->score_f)
        return lf_fail(LF_NO_MEMORY, "out of memory");
    for (size_t k = 0; k < size; k++)
        t->table_f[k] = (float)t->table[k];
    for (size_t k = 0; k < softmax_d; k++)
        t->w_f[k] = (float)t->w[k];
    return LF_OK;
}

static void softmax_close(softmax_task *t) {
    lf_group_risk_release(&t->risk);
    lf_model_release(&t->model);
    void *const taken[] = {t->table,   t->w,   t->grad,   t->label,   t->score,
                           t->table_f, t->w_f, t->grad_f, t->score_f, t->row};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        free(taken[i]);
}

static lf_status softmax_ours(softmax_task *t) {
    double y[SOFTMAX_GROUPS], g[SOFTMAX_GROUPS];
    const lf_samples all = {.role = LF_ROLE_INNER,
                            .component = LF_EVERY,
                            .n = SOFTMAX_ROWS,
                            .per_stratum = t->count,
                            .draw = LF_DRAW_FULL};
    for (size_t i = 0; i < SOFTMAX_GROUPS; i++)
        y[i] = 1.0 / SOFTMAX_GROUPS;
    return lf_group_risk_evaluate(&t->risk, &all, t->w, y, g, t->grad);
}

static lf_status softmax_double(softmax_task *t) {
    const blasint n = SOFTMAX_ROWS, p = SOFTMAX_WIDTH, c = SOFTMAX_CLASSES;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, c, p, 1, t->table, p, t->w, p, 0,
                t->score, c);
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, c, p, n, 1, t->score, c, t->table, p, 0,
                t->grad, p);
    return LF_OK;
}

static lf_status softmax_float(softmax_task *t) {
    const blasint n = SOFTMAX_ROWS, p = SOFTMAX_WIDTH, c = SOFTMAX_CLASSES;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, c, p, 1, t->table_f, p, t->w_f, p, 0,
                t->score_f, c);
    cblas_sgemm(CblasRowMajor, CblasTrans, CblasNoTrans, c, p, n, 1, t->score_f, c, t->table_f, p,
                0, t->grad_f, p);
    return LF_OK;
}

typedef struct {
    lf_status (*pass)(softmax_task *t);
    size_t number_bytes;
} softmax_case;

static void softmax_run(lf_bench *bench, const void *argument) {
    const softmax_case *is = argument;
    softmax_task t = {0};
    lf_status status = softmax_open(&t);
    if (status == LF_OK && is->pass == softmax_float) status = softmax_narrow(&t);
    t.score = malloc(SOFTMAX_ROWS * SOFTMAX_CLASSES * sizeof *t.score);
    if (!t.score) status = lf_fail(LF_NO_MEMORY, "out of memory");
    while (status == LF_OK && lf_bench_next(bench, 1))
        status = is->pass(&t);
    if (status == LF_OK)
        lf_bench_rates(bench, SOFTMAX_ROWS,
                       (double)SOFTMAX_ROWS * SOFTMAX_WIDTH * (double)is->number_bytes,
                       4 * (double)SOFTMAX_ROWS * (double)softmax_d);
    else
        lf_bench_skip(bench, lf_message());
    softmax_close(&t);
}

static const softmax_case softmax_model = {softmax_ours, sizeof(double)};
static const softmax_case softmax_dgemm = {softmax_double, sizeof(double)};
static const softmax_case softmax_sgemm = {softmax_float, sizeof(float)};

void lf_suite_bench_softmax(void);
void lf_suite_bench_softmax(void) {
    lf_bench_add("softmax/cifar100", softmax_run, &softmax_model);
    lf_bench_add("gemm/cifar100/double", softmax_run, &softmax_dgemm);
    lf_bench_add("gemm/cifar100/float", softmax_run, &softmax_sgemm);
}
