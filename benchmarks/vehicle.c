#include "benchmarks/vehicle.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/blas.h"
#include "benchmarks/shim.h"
#include "datasets/table/dataset.h"
#include "harness/audit/method_process.h"
#include "harness/registry/registry.h"

void lf_bench_begin(int argc, char **argv) {
    static const lf_method_host host = {.open = lf_plugin_algorithm};
    if (argc > 1 && strcmp(argv[1], "method-process") == 0) exit(lf_method_serve(&host));
    const char *better = lf_blas_better();
    if (better) lf_blas_restart(better); /* if that cannot be, what there is will do */
}

/* Suites that need one set ask one after the other; what is asked last is remembered. */
bool lf_bench_has(const char *data) {
    static char asked[64];
    static bool there;
    if (strcmp(asked, data) == 0) return there;
    lf_data *table;
    there = lf_data_open(data, &table) == LF_OK;
    snprintf(asked, sizeof asked, "%s", data);
    if (there)
        lf_data_close(table);
    else
        fprintf(stderr, "bench: nothing on %s is measured: %s\n", data, lf_message());
    return there;
}

/* Name and parameters, as in a run. */
static lf_status vehicle_algorithm(const char *text, lf_vehicle *v) {
    lf_spec spec;
    LF_TRY(lf_spec_split(text, &spec));
    LF_TRY(lf_algorithm_find(spec.name, &v->algorithm));
    return lf_parameters_create(v->algorithm->params, v->algorithm->params_size, spec.assignments,
                                spec.name, &v->parameters);
}

/* The problem is copied, function table and all, so that a benchmark can put its own function in.
 */
lf_status lf_vehicle_open(const char *problem, const char *algorithm, lf_vehicle *v) {
    *v = (lf_vehicle){0};
    LF_TRY(lf_built_open(problem, &v->built));
    v->problem = v->built.problem;
    v->is = *v->built.problem.is;
    v->problem.is = &v->is;
    return algorithm ? vehicle_algorithm(algorithm, v) : LF_OK;
}

/* A limit on samples makes the meter do all its work at every call, without ever being met. */
lf_status lf_vehicle_start(lf_vehicle *v) {
    const lf_cost_scope scope = lf_cost_scope_of(&v->problem.info);
    lf_budget budget;
    LF_TRY(lf_budget_parse("1e12:samples", &scope, &budget));
    LF_TRY(lf_oracle_create(&v->problem, 0, &budget, &v->oracle));
    if (!v->algorithm) return LF_OK;
    v->state = calloc(1, v->algorithm->state_size);
    v->arena = lf_arena_create(v->state, v->algorithm->state_size, SIZE_MAX);
    v->x0 = calloc(v->problem.info.dim, sizeof *v->x0);
    if (!v->state || !v->arena || !v->x0) return lf_fail(LF_NO_MEMORY, "out of memory");
    if (v->sparse) LF_TRY(lf_oracle_sparse(v->oracle));
    if (v->sparse) LF_TRY(lf_arena_sparse(v->arena, v->problem.info.dim));
    const double *x0 = v->problem.info.x0 ? v->problem.info.x0 : v->x0;
    return v->algorithm->init(v->state, v->parameters.values, v->oracle, x0, v->arena);
}

lf_status lf_vehicle_step(lf_vehicle *v) {
    LF_TRY(lf_oracle_begin_step(v->oracle));
    return v->algorithm->step(v->state, v->oracle);
}

/* Of AUC's saddle form a linear model has three parameters more. */
static double vehicle_flops(const lf_problem_info *info, const lf_data *data, double entries) {
    const size_t each = info->dim / data->features, more = info->dim % data->features;
    return data->pixel || more > 3 ? 0 : 2 * entries * (double)each;
}

lf_bench_row lf_bench_row_of(const lf_problem_info *info) {
    lf_data *data;
    if (!info->data_name || !*info->data_name || lf_data_open(info->data_name, &data) != LF_OK)
        return (lf_bench_row){0};
    const size_t entry_bytes = data->pixel       ? 1
                               : data->row_start ? sizeof *data->column
                                                 : sizeof *data->dense;
    const double entries = data->row_start
                               ? (double)data->row_start[data->rows] / (double)data->rows
                               : (double)data->features;
    lf_bench_row row = {.bytes = sizeof *data->label + entries * (double)entry_bytes,
                        .flops = vehicle_flops(info, data, entries)};
    if (data->row_start) row.bytes += sizeof *data->row_start;
    if (data->value) row.bytes += entries * sizeof *data->value;
    lf_data_close(data);
    return row;
}

void lf_vehicle_close(lf_vehicle *v) {
    lf_oracle_free(v->oracle);
    lf_arena_free(v->arena);
    free(v->state);
    free(v->x0);
    if (v->parameters.table) lf_parameters_free(&v->parameters);
    lf_built_close(&v->built);
}
