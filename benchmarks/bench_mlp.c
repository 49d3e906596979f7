/**
 * @file bench_mlp.c
 * @brief One step of the network 107-107-107-1 on scattered rows: scores, then the way back.
 *
 * "blas" makes the same products on rows that lie together and nothing else: no biases, no
 * activations, no rows brought together; beside a network in floats is the same one in doubles.
 * Both sides take turns, and the smallest of several tries counts, since whatever disturbs adds.
 */
#include <stdlib.h>
#include <time.h>

#include <cblas.h>

#include "benchmarks/shim.h"
#include "datasets/made/draws.h"
#include "numeric/stream.h"
#include "problems/models/mlp/mlp.h"

enum { MLP_TABLE_ROWS = 26048, MLP_WIDTH = 107, MLP_MOST = 256, MLP_TRIES = 7, MLP_CALLS = 200 };

typedef struct {
    lf_mlp_activation kind;
    size_t batch;
    lf_mlp_precision precision;
} mlp_case;

typedef struct {
    const mlp_case *is;
    lf_model model, doubles; /* the second beside one in floats alone */
    double *table, *w, *grad, *product, *work;
    double s[MLP_MOST], ds[MLP_MOST];
    uint32_t row[MLP_MOST];
    uint64_t step;
} mlp_task;

static double mlp_cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static lf_status mlp_open(mlp_task *t, lf_data *data) {
    const lf_mlp_params full = {.hidden = "auto", .activation = (int)t->is->kind};
    lf_mlp_params params = full;
    params.precision = (int)t->is->precision;
    t->table = malloc(MLP_TABLE_ROWS * MLP_WIDTH * sizeof *t->table);
    if (!t->table) return lf_fail(LF_NO_MEMORY, "out of memory");
    lf_normal_fill(1, 0, 0, MLP_TABLE_ROWS * MLP_WIDTH, t->table);
    *data =
        (lf_data){.name = "rows", .rows = MLP_TABLE_ROWS, .features = MLP_WIDTH, .dense = t->table};
    LF_TRY(lf_mlp_create(data, &params, 1, &t->model));
    LF_TRY(lf_mlp_create(data, &full, 1, &t->doubles));
    t->w = malloc(t->model.dim * sizeof *t->w);
    t->grad = calloc(t->model.dim, sizeof *t->grad);
    t->product = calloc(MLP_WIDTH * MLP_WIDTH, sizeof *t->product);
    t->work = calloc(3 * MLP_MOST * MLP_WIDTH, sizeof *t->work);
    if (!t->w || !t->grad || !t->product || !t->work) return lf_fail(LF_NO_MEMORY, "out of memory");
    LF_TRY(lf_mlp_start(&t->model, &params, t->w));
    lf_normal_fill(1, 1, 0, MLP_MOST, t->ds);
    return LF_OK;
}

static void mlp_close(mlp_task *t) {
    lf_model_release(&t->model);
    lf_model_release(&t->doubles);
    free(t->table);
    free(t->w);
    free(t->grad);
    free(t->product);
    free(t->work);
}

/* Rows as random as a draw's, and a point that is new at every step. */
static void mlp_draw(mlp_task *t) {
    t->step++;
    t->w[0] = 0.1 + 1e-9 * (double)t->step;
    for (size_t i = 0; i < t->is->batch; i += 4) {
        uint64_t bits[4];
        lf_stream_block(1, LF_STREAM_TEST, i, t->step, 0, bits);
        for (size_t k = 0; k < 4; k++)
            t->row[i + k] = lf_stream_below(bits[k], MLP_TABLE_ROWS);
    }
}

static lf_status mlp_step(mlp_task *t, const lf_model *model) {
    const lf_rows rows = {.n = t->is->batch, .row = t->row};
    mlp_draw(t);
    LF_TRY(model->is->scores(model, &rows, t->w, t->s));
    return model->is->backward(model, &rows, t->w, t->ds, t->grad);
}

/* Two layers forth, two back with their weights, and one between them. */
static void mlp_blas(mlp_task *t) {
    const blasint n = (blasint)t->is->batch, p = MLP_WIDTH;
    double *a = t->work, *b = a + MLP_MOST * MLP_WIDTH, *c = b + MLP_MOST * MLP_WIDTH;
    const double *X = t->table, *w = t->w;
    for (size_t l = 0; l < 2; l++)
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, p, p, 1, l ? a : X, p, w, p, 0,
                    l ? b : a, p);
    for (size_t l = 0; l < 2; l++)
        cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, p, p, n, 1, l ? c : b, p, l ? X : a, p,
                    1, t->product, p);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, p, p, 1, b, p, w, p, 0, c, p);
}

static lf_status mlp_other(mlp_task *t) {
    if (t->is->precision == LF_MLP_FLOAT32) return mlp_step(t, &t->doubles);
    mlp_blas(t);
    return LF_OK;
}

/* Seconds of one step on each side. */
static lf_status mlp_compare(mlp_task *t, double *ours, double *other) {
    *ours = *other = 1e9;
    for (size_t try = 0; try < MLP_TRIES; try++) {
        const double start = mlp_cpu_seconds();
        for (size_t k = 0; k < MLP_CALLS; k++)
            LF_TRY(mlp_step(t, &t->model));
        const double middle = mlp_cpu_seconds();
        for (size_t k = 0; k < MLP_CALLS; k++)
            LF_TRY(mlp_other(t));
        const double end = mlp_cpu_seconds();
        if ((middle - start) / MLP_CALLS < *ours) *ours = (middle - start) / MLP_CALLS;
        if ((end - middle) / MLP_CALLS < *other) *other = (end - middle) / MLP_CALLS;
    }
    return LF_OK;
}

static void mlp_run(lf_bench *bench, const void *argument) {
    mlp_task t = {.is = argument};
    lf_data data;
    double ours, other;
    lf_status status = mlp_open(&t, &data);
    if (status == LF_OK) status = mlp_compare(&t, &ours, &other);
    while (status == LF_OK && lf_bench_next(bench, 1))
        status = mlp_step(&t, &t.model);
    if (status == LF_OK) {
        const double rows = (double)t.is->batch;
        lf_bench_rates(bench, rows, rows * MLP_WIDTH * sizeof *t.table,
                       10 * rows * MLP_WIDTH * MLP_WIDTH);
        const bool single = t.is->precision == LF_MLP_FLOAT32;
        lf_bench_report(bench, single ? "percent_of_float64" : "percent_of_blas",
                        100 * other / ours);
    } else {
        lf_bench_skip(bench, lf_message());
    }
    mlp_close(&t);
}

static const mlp_case mlp_relu = {LF_MLP_RELU, 128, LF_MLP_FLOAT64};
static const mlp_case mlp_relu_few = {LF_MLP_RELU, 16, LF_MLP_FLOAT64};
static const mlp_case mlp_tanh = {LF_MLP_TANH, 128, LF_MLP_FLOAT64};
static const mlp_case mlp_single = {LF_MLP_RELU, 128, LF_MLP_FLOAT32};

void lf_suite_bench_mlp(void);
void lf_suite_bench_mlp(void) {
    lf_bench_add("mlp/step/relu/128", mlp_run, &mlp_relu);
    lf_bench_add("mlp/step/relu/16", mlp_run, &mlp_relu_few);
    lf_bench_add("mlp/step/tanh/128", mlp_run, &mlp_tanh);
    lf_bench_add("mlp/step/relu/128/float32", mlp_run, &mlp_single);
}
