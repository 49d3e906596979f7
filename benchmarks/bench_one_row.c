/**
 * @file bench_one_row.c
 * @brief Steps on single rows of a9a, and that of SONX as a plain C loop.
 *
 * The loop draws with a generator of three shifts, asks nobody, counts nothing and refuses nothing:
 * what lies between the two is what metering, tickets, common samples and a replaceable problem
 * cost where a step is smallest.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"
#include "datasets/table/dataset.h"

enum { ROW_STRIDE = 64 };
static const double row_eta = 0.001, row_rho = 10, row_bound = 1, row_gam = 0.2, row_change = 0.1;

/* Rows of both classes, the iterate, the one before it, and the value of the constraint. */
typedef struct {
    lf_data *data;
    size_t *of[2], n[2];
    double *w, *w_last, u;
    uint64_t random;
} row_loop;

static size_t row_draw(row_loop *s, size_t of) {
    s->random ^= s->random << 13;
    s->random ^= s->random >> 7;
    s->random ^= s->random << 17;
    return s->of[of][(s->random >> 32) * s->n[of] >> 32];
}

/* label a . w of a row */
static double row_margin(const lf_data *data, size_t i, const double *w) {
    double sum = 0;
    for (size_t k = data->row_start[i]; k < data->row_start[i + 1]; k++)
        sum += w[data->column[k]];
    return data->label[i] * sum;
}

/* log(1 + e^-m) */
static double row_loss(double m) {
    return fmax(-m, 0) + log1p(exp(-fabs(m)));
}

/* w <- w + by label a, a row */
static void row_add(const lf_data *data, size_t i, double by, double *w) {
    for (size_t k = data->row_start[i]; k < data->row_start[i + 1]; k++)
        w[data->column[k]] += data->label[i] * by;
}

/* One row of the constraint at w_t and w_{t-1}, one of the objective at w_t. */
static void row_step(row_loop *s) {
    const size_t i = row_draw(s, 0), j = row_draw(s, 1);
    const double m = row_margin(s->data, i, s->w), m_0 = row_margin(s->data, j, s->w);
    const double g = row_loss(m) - row_bound;
    const double g_last = row_loss(row_margin(s->data, i, s->w_last)) - row_bound;
    const double y = s->u > 0 ? row_rho : 0;
    s->u = (1 - row_gam) * s->u + row_gam * g + row_change * (g - g_last);
    memcpy(s->w_last, s->w, s->data->features * sizeof *s->w);
    row_add(s->data, i, row_eta * y / (1 + exp(m)), s->w);
    row_add(s->data, j, row_eta / (1 + exp(m_0)), s->w);
}

static void row_close(row_loop *s) {
    lf_data_close(s->data);
    free(s->of[0]);
    free(s->of[1]);
    free(s->w);
    free(s->w_last);
}

static lf_status row_open(row_loop *s) {
    LF_TRY(lf_data_open("a9a", &s->data));
    s->random = 1;
    for (size_t k = 0; k < 2; k++)
        s->of[k] = calloc(s->data->train_rows, sizeof *s->of[k]);
    s->w = calloc(s->data->features, sizeof *s->w);
    s->w_last = calloc(s->data->features, sizeof *s->w_last);
    if (!s->of[0] || !s->of[1] || !s->w || !s->w_last)
        return lf_fail(LF_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < s->data->train_rows; i++) {
        const size_t class = s->data->label[i] > 0;
        s->of[class][s->n[class]++] = i;
    }
    return LF_OK;
}

static void row_run_bare(lf_bench *bench, const void *unused) {
    row_loop s = {0};
    (void)unused;
    if (row_open(&s) == LF_OK)
        while (lf_bench_next(bench, ROW_STRIDE))
            for (size_t k = 0; k < ROW_STRIDE; k++)
                row_step(&s);
    else
        lf_bench_skip(bench, lf_message());
    lf_bench_keep(s.w);
    row_close(&s);
}

/* Methods whose steps ask about a row or two. */
typedef struct {
    const char *name, *problem, *algorithm;
} row_case;

static const row_case row_cases[] = {
    {"step/sonx/a9a/1", "neyman_pearson:data=a9a,penalty=hinge", "sonx:B0=1,B1=1,B2=1"},
    {"step/sgd/a9a/1", "auc:data=a9a,validation=0", "sgd:B=1"},
    {"step/saga/a9a/1", "auc:data=a9a,validation=0", "saga"},
};

static void row_run(lf_bench *bench, const void *argument) {
    const row_case *is = argument;
    lf_vehicle v;
    lf_status status = lf_vehicle_open(is->problem, is->algorithm, &v);
    if (status == LF_OK) status = lf_vehicle_start(&v);
    while (status == LF_OK && lf_bench_next(bench, ROW_STRIDE))
        for (size_t k = 0; k < ROW_STRIDE && status == LF_OK; k++)
            status = lf_vehicle_step(&v);
    if (status != LF_OK) lf_bench_skip(bench, lf_message());
    lf_vehicle_close(&v);
}

void lf_suite_bench_one_row(void);
void lf_suite_bench_one_row(void) {
    if (!lf_bench_has("a9a")) return;
    for (size_t k = 0; k < sizeof row_cases / sizeof *row_cases; k++)
        lf_bench_add(row_cases[k].name, row_run, &row_cases[k]);
    lf_bench_add("bare/sonx/a9a/1", row_run_bare, NULL);
}
