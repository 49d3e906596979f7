/**
 * @file bench_pass.c
 * @brief Value and gradient over all training rows of a9a: through the oracle, and in a loop that
 * is nothing else.
 *
 * "pass" asks both roles of neyman_pearson, whose two classes together are the training rows.
 * "bare" goes through the same arrays once, in their order, each row forth and back while it is in
 * the cache: four sums side by side, one exponential a row. The point moves a little before each
 * pass, so that no score is known from the last one.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"
#include "datasets/table/dataset.h"

typedef struct {
    const char *problem;
    bool hinge, bare;
} pass_case;

typedef struct {
    const pass_case *is;
    lf_vehicle v;
    lf_data *data;
    double *w, *grad;
} pass_task;

static void pass_close(pass_task *t) {
    lf_vehicle_close(&t->v);
    lf_data_close(t->data);
    free(t->w);
    free(t->grad);
}

static lf_status pass_ours(pass_task *t) {
    const double one = 1;
    for (lf_role role = LF_ROLE_OBJECTIVE; role <= LF_ROLE_CONSTRAINT; role += LF_ROLE_CONSTRAINT) {
        lf_batch batch;
        double g;
        LF_TRY(lf_oracle_full(t->v.oracle, role, 0, &batch));
        LF_TRY(lf_oracle_value_vjp(t->v.oracle, &batch, t->w, &one, &g, t->grad));
        lf_bench_keep(&g);
    }
    return LF_OK;
}

/* One row's sum of w over its columns. */
static double pass_gather(size_t n, const uint32_t *restrict column, const double *restrict w) {
    double sum[4] = {0};
    size_t k = 0;
    for (; k + 4 <= n; k += 4)
        for (size_t j = 0; j < 4; j++)
            sum[j] += w[column[k + j]];
    for (; k < n; k++)
        sum[0] += w[column[k]];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static void pass_bare(const lf_data *data, bool hinge, const double *restrict w,
                      double *restrict grad) {
    const uint32_t *restrict column = data->column;
    const uint64_t *restrict start = data->row_start;
    const double scale = 1 / (double)data->train_rows;
    double total = 0;
    for (size_t i = 0; i < data->train_rows; i++) {
        const size_t first = start[i], n = start[i + 1] - first;
        const double m = data->label[i] * pass_gather(n, column + first, w);
        double slope;
        if (hinge) {
            if (!(m < 1)) continue;
            total += 1 - m;
            slope = -1;
        } else {
            const double e = exp(-fabs(m));
            total += (m < 0 ? -m : 0) + log1p(e);
            slope = -(m < 0 ? 1 : e) / (1 + e);
        }
        slope *= scale * data->label[i];
        for (size_t k = 0; k < n; k++)
            grad[column[first + k]] += slope;
    }
    lf_bench_keep(&total);
}

/* w <- where 100 steps lead from the origin. */
static void pass_descend(pass_task *t, size_t d) {
    for (size_t step = 0; step < 100; step++) {
        memset(t->grad, 0, d * sizeof *t->grad);
        pass_bare(t->data, t->is->hinge, t->w, t->grad);
        lf_vec_axpy(d, -0.3, t->grad, t->w);
    }
}

static lf_status pass_open(pass_task *t) {
    LF_TRY(lf_data_open("a9a", &t->data));
    LF_TRY(lf_vehicle_open(t->is->problem, NULL, &t->v));
    LF_TRY(lf_vehicle_start(&t->v));
    const size_t d = t->v.problem.info.dim;
    t->w = calloc(d, sizeof *t->w);
    t->grad = calloc(d, sizeof *t->grad);
    if (!t->w || !t->grad) return lf_fail(LF_NO_MEMORY, "out of memory");
    pass_descend(t, d);
    return LF_OK;
}

static void pass_run(lf_bench *bench, const void *argument) {
    pass_task t = {.is = argument};
    lf_status status = pass_open(&t);
    while (status == LF_OK && lf_bench_next(bench, 1)) {
        t.w[0] += 1e-9;
        if (t.is->bare)
            pass_bare(t.data, t.is->hinge, t.w, t.grad);
        else
            status = pass_ours(&t);
        lf_bench_keep(t.grad);
    }
    if (status == LF_OK) {
        const double rows = (double)t.data->train_rows;
        const double entries = (double)t.data->row_start[t.data->train_rows];
        const double row_bytes = sizeof *t.data->row_start + sizeof *t.data->label;
        lf_bench_rates(bench, rows, entries * sizeof *t.data->column + rows * row_bytes,
                       2 * entries);
    } else {
        lf_bench_skip(bench, lf_message());
    }
    pass_close(&t);
}

static const pass_case pass_logistic = {.problem = "neyman_pearson:data=a9a,loss=logistic"};
static const pass_case pass_hinge = {"neyman_pearson:data=a9a,loss=hinge", .hinge = true};
static const pass_case bare_logistic = {"neyman_pearson:data=a9a", .bare = true};
static const pass_case bare_hinge = {"neyman_pearson:data=a9a", .hinge = true, .bare = true};

void lf_suite_bench_pass(void);
void lf_suite_bench_pass(void) {
    if (!lf_bench_has("a9a")) return;
    lf_bench_add("pass/logistic/a9a", pass_run, &pass_logistic);
    lf_bench_add("bare/logistic/a9a", pass_run, &bare_logistic);
    lf_bench_add("pass/hinge/a9a", pass_run, &pass_hinge);
    lf_bench_add("bare/hinge/a9a", pass_run, &bare_hinge);
}
