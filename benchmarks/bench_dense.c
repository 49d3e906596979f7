/**
 * @file bench_dense.c
 * @brief Dense group oracles beside OpenBLAS alone: value and gradient of all groups in one call.
 *
 * "blas" makes the same products on the same table and nothing else: no loss, no sampling, no
 * meter. For one score it takes scattered rows one by one (dot and axpy), for several a run of
 * neighbours at a random place at once (gemm), so that what bringing scattered ones together costs
 * is ours. Both sides take turns, and the smallest of several tries counts, since whatever disturbs
 * adds.
 */
#include <stdlib.h>
#include <time.h>

#include <cblas.h>

#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"
#include "numeric/stream.h"
#include "problems/common/pixels.h"
#include "problems/models/model.h"

enum { DENSE_TRIES = 7, DENSE_BLOCK = 256 };

typedef struct {
    const char *problem, *data;
    size_t pool; /* of images; 0: a table of features */
    size_t n;    /* samples of each group; 0: all */
} dense_case;

typedef struct {
    const dense_case *is;
    lf_vehicle v;
    lf_data *data;
    double *features; /* of images */
    const double *table;
    size_t rows, p, classes, m;
    double *w, *y, *g, *grad, *score;
    uint32_t *row; /* rows of one sampled call */
} dense_task;

static double dense_cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static lf_status dense_open_table(dense_task *t) {
    LF_TRY(lf_data_open(t->is->data, &t->data));
    t->table = t->data->dense;
    t->p = t->data->features;
    t->rows = t->data->train_rows;
    if (t->is->pool == 0) return LF_OK;
    uint32_t *row = malloc(t->rows * sizeof *row);
    if (!row) return lf_fail(LF_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < t->rows; i++)
        row[i] = (uint32_t)i;
    const lf_status status =
        lf_pixels_features(t->data, t->is->pool, t->rows, row, t->rows, row, &t->features, &t->p);
    free(row);
    t->table = t->features;
    return status;
}

static lf_status dense_open(dense_task *t) {
    LF_TRY(dense_open_table(t));
    LF_TRY(lf_vehicle_open(t->is->problem, "aleg", &t->v));
    LF_TRY(lf_vehicle_start(&t->v));
    const size_t d = t->v.problem.info.dim;
    t->m = t->v.problem.info.role[LF_ROLE_INNER].count;
    t->classes = d / t->p;
    t->w = calloc(d, sizeof *t->w);
    t->grad = calloc(d, sizeof *t->grad);
    t->y = malloc(t->m * sizeof *t->y);
    t->g = malloc(t->m * sizeof *t->g);
    t->score = malloc(DENSE_BLOCK * t->classes * sizeof *t->score);
    t->row = malloc((t->m * t->is->n + 1) * sizeof *t->row);
    if (!t->w || !t->grad || !t->y || !t->g || !t->score || !t->row)
        return lf_fail(LF_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < t->m; i++)
        t->y[i] = 1 / (double)t->m;
    return LF_OK;
}

static void dense_close(dense_task *t) {
    lf_vehicle_close(&t->v);
    lf_data_close(t->data);
    free(t->features);
    free(t->w);
    free(t->grad);
    free(t->y);
    free(t->g);
    free(t->score);
    free(t->row);
}

static lf_status dense_ours(dense_task *t) {
    lf_batch batch;
    if (t->is->n > 0)
        LF_TRY(lf_oracle_draw(t->v.oracle, LF_ROLE_INNER, LF_EVERY, t->is->n, &batch));
    else
        LF_TRY(lf_oracle_full(t->v.oracle, LF_ROLE_INNER, LF_EVERY, &batch));
    return lf_oracle_value_vjp(t->v.oracle, &batch, t->w, t->y, t->g, t->grad);
}

/* Scores and back for n neighbouring rows. */
static void dense_block(dense_task *t, const double *x, size_t n) {
    const blasint rows = (blasint)n, p = (blasint)t->p, c = (blasint)t->classes;
    if (c == 1) {
        cblas_dgemv(CblasRowMajor, CblasNoTrans, rows, p, 1, x, p, t->w, 1, 0, t->score, 1);
        cblas_dgemv(CblasRowMajor, CblasTrans, rows, p, 1, x, p, t->score, 1, 1, t->grad, 1);
        return;
    }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, rows, c, p, 1, x, p, t->w, p, 0, t->score,
                c);
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, c, p, rows, 1, t->score, c, x, p, 1,
                t->grad, p);
}

static void dense_blas(dense_task *t) {
    const blasint p = (blasint)t->p;
    const size_t n = t->m * t->is->n;
    for (size_t i = 0; n == 0 && i < t->rows; i += DENSE_BLOCK)
        dense_block(t, t->table + i * t->p, t->rows - i < DENSE_BLOCK ? t->rows - i : DENSE_BLOCK);
    if (n > 0 && t->classes > 1) dense_block(t, t->table + t->row[0] % (t->rows - n) * t->p, n);
    for (size_t i = 0; t->classes == 1 && i < n; i++) {
        const double *x = t->table + t->row[i] * t->p;
        const double s = cblas_ddot(p, x, 1, t->w, 1);
        cblas_daxpy(p, s, x, 1, t->grad, 1);
    }
}

/* Rows for the next sampled call of the bare side, as random as the oracle's. */
static void dense_draw(dense_task *t, uint64_t call) {
    for (size_t i = 0; i < t->m * t->is->n; i++) {
        uint64_t bits[4];
        lf_stream_block(1, LF_STREAM_TEST, i, call, 0, bits);
        t->row[i] = lf_stream_below(bits[0], t->rows);
    }
}

/* Seconds of one call on each side. */
static lf_status dense_compare(dense_task *t, double *ours, double *blas) {
    const uint64_t calls = t->is->n > 0 ? 2000 : 3;
    *ours = *blas = 1e9;
    for (uint64_t try = 0; try < DENSE_TRIES; try++) {
        double start = dense_cpu_seconds(), drawing = 0;
        for (uint64_t k = 0; k < calls; k++)
            LF_TRY(dense_ours(t));
        const double middle = dense_cpu_seconds();
        for (uint64_t k = 0; k < calls; k++) {
            const double before = dense_cpu_seconds();
            dense_draw(t, try * calls + k);
            drawing += dense_cpu_seconds() - before;
            dense_blas(t);
        }
        const double end = dense_cpu_seconds();
        if ((middle - start) / (double)calls < *ours) *ours = (middle - start) / (double)calls;
        const double bare = (end - middle - drawing) / (double)calls;
        if (bare < *blas) *blas = bare;
    }
    return LF_OK;
}

static void dense_run(lf_bench *bench, const void *argument) {
    dense_task t = {.is = argument};
    double ours, blas;
    lf_status status = dense_open(&t);
    if (status == LF_OK) status = dense_compare(&t, &ours, &blas);
    while (status == LF_OK && lf_bench_next(bench, 1))
        status = dense_ours(&t);
    if (status == LF_OK) {
        const size_t rows = t.is->n > 0 ? t.m * t.is->n : t.rows;
        lf_bench_rates(bench, (double)rows, (double)(rows * t.p * sizeof *t.table),
                       4 * (double)(rows * t.p * t.classes));
        lf_bench_report(bench, "percent_of_blas", 100 * blas / ours);
    } else {
        lf_bench_skip(bench, lf_message());
    }
    dense_close(&t);
}

static const dense_case dense_logistic = {"group_dro:data=synthetic", "synthetic", 0, 0};
static const dense_case dense_logistic_each = {"group_dro:data=synthetic", "synthetic", 0, 1};
static const dense_case dense_softmax = {"group_dro:data=mnist,pool=1", "mnist", 1, 0};
static const dense_case dense_softmax_each = {"group_dro:data=mnist,pool=1", "mnist", 1, 1};

void lf_suite_bench_dense(void);
void lf_suite_bench_dense(void) {
    lf_bench_add("dense/logistic/full/synthetic", dense_run, &dense_logistic);
    lf_bench_add("dense/logistic/one_a_group/synthetic", dense_run, &dense_logistic_each);
    if (lf_bench_has("mnist")) {
        lf_bench_add("dense/softmax/full/mnist", dense_run, &dense_softmax);
        lf_bench_add("dense/softmax/one_a_group/mnist", dense_run, &dense_softmax_each);
    }
}
