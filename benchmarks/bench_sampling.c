/**
 * @file bench_sampling.c
 * @brief What choosing samples costs: tickets, the samples behind them, components, numbers.
 *
 * A draw only makes a ticket; its samples are found when it is first asked about. A problem that
 * answers at once shows what that takes.
 */
#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"

enum { SAMPLING_STRIDE = 100, SAMPLING_BATCH = 128, SAMPLING_CHOSEN = 10 };

static lf_status sampling_idle(void *state, const lf_samples *samples, const double *w,
                               const double *y, double *g, double *grad) {
    (void)state, (void)w, (void)y, (void)grad;
    lf_bench_keep(samples->id);
    if (g) *g = 0;
    return LF_OK;
}

typedef struct {
    const char *problem;
    size_t items;
    lf_status (*once)(lf_vehicle *v, const double *w, double *g);
} sampling_case;

static lf_status sampling_draw(lf_vehicle *v, const double *w, double *g) {
    lf_batch batch;
    (void)w, (void)g;
    LF_TRY(lf_oracle_draw(v->oracle, LF_ROLE_OBJECTIVE, 0, SAMPLING_BATCH, &batch));
    lf_bench_keep(&batch);
    return LF_OK;
}

static lf_status sampling_find(lf_vehicle *v, const double *w, double *g) {
    lf_batch batch;
    LF_TRY(lf_oracle_draw(v->oracle, LF_ROLE_OBJECTIVE, 0, SAMPLING_BATCH, &batch));
    return lf_oracle_value(v->oracle, &batch, w, g);
}

static lf_status sampling_every(lf_vehicle *v, const double *w, double *g) {
    lf_batch batch;
    LF_TRY(lf_oracle_draw(v->oracle, LF_ROLE_INNER, LF_EVERY, 1, &batch));
    return lf_oracle_value(v->oracle, &batch, w, g);
}

static lf_status sampling_components(lf_vehicle *v, const double *w, double *g) {
    size_t chosen[SAMPLING_CHOSEN];
    (void)w, (void)g;
    LF_TRY(lf_oracle_components(v->oracle, LF_ROLE_LOWER, SAMPLING_CHOSEN, chosen));
    lf_bench_keep(chosen);
    return LF_OK;
}

static lf_status sampling_uniform(lf_vehicle *v, const double *w, double *g) {
    (void)w;
    *g = lf_oracle_uniform(v->oracle);
    lf_bench_keep(g);
    return LF_OK;
}

static void sampling_run(lf_bench *bench, const void *argument) {
    const sampling_case *is = argument;
    lf_vehicle v;
    double g[64];
    static const double w[1024];
    lf_status status = lf_vehicle_open(is->problem, NULL, &v);
    if (status == LF_OK && v.is.evaluate) v.is.evaluate = sampling_idle;
    if (status == LF_OK) status = lf_vehicle_start(&v);
    while (status == LF_OK && lf_bench_next(bench, SAMPLING_STRIDE))
        for (size_t i = 0; i < SAMPLING_STRIDE && status == LF_OK; i++)
            status = is->once(&v, w, g);
    if (status == LF_OK)
        lf_bench_rates(bench, (double)is->items, 0, 0);
    else
        lf_bench_skip(bench, lf_message());
    lf_vehicle_close(&v);
}

static const sampling_case sampling_cases[] = {
    {"dp_scad", SAMPLING_BATCH, sampling_draw},
    {"dp_scad", SAMPLING_BATCH, sampling_find},
    {"group_dro:data=synthetic_small", 1, sampling_every},
    {"bilevel_quadratic:tasks=5000", SAMPLING_CHOSEN, sampling_components},
    {"dp_scad", 1, sampling_uniform},
};

void lf_suite_bench_sampling(void);
void lf_suite_bench_sampling(void) {
    lf_bench_add("sampling/draw/128", sampling_run, &sampling_cases[0]);
    lf_bench_add("sampling/find/128", sampling_run, &sampling_cases[1]);
    lf_bench_add("sampling/one_of_every_group", sampling_run, &sampling_cases[2]);
    lf_bench_add("sampling/components/10_of_5000", sampling_run, &sampling_cases[3]);
    lf_bench_add("sampling/uniform", sampling_run, &sampling_cases[4]);
}
