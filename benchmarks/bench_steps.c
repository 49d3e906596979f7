/**
 * @file bench_steps.c
 * @brief A step of every method of the registry, metered as in a run; and of three of them on a9a
 *        with 128 rows, where other programs take the same step.
 *
 * A method is stepped with its defaults, on one problem for each view. Items are samples drawn, as
 * the meter counted them, bytes those of their rows, operations a product with each row that is
 * evaluated.
 */
#include <stdio.h>
#include <string.h>

#include "benchmarks/shim.h"
#include "benchmarks/vehicle.h"
#include "harness/registry/registry.h"
#include "numeric/stream.h"
#include "tests/support/scratch.h"

typedef struct {
    const char *problem, *algorithm, *label;
} steps_case;

enum {
    STEPS_METHODS = 64,
    STEPS_STRIDE = 16,  /* between two looks at the benchmark's clock */
    STEPS_ENTRIES = 224 /* most of a row */
};

/* The sum of some of the meter's counters. */
static uint64_t steps_count(const lf_oracle *o, size_t from, size_t to) {
    const lf_meter *meter = lf_oracle_meter(o);
    uint64_t n = 0;
    for (size_t k = from; k < to; k++)
        n += meter->count[k];
    return n;
}

static uint64_t steps_evaluations(const lf_oracle *o) {
    return steps_count(o, 0, LF_COUNTER_SAMPLES(0));
}

static uint64_t steps_samples(const lf_oracle *o) {
    return steps_count(o, LF_COUNTER_SAMPLES(0), LF_COUNTER_SAMPLES(LF_ROLES));
}

/* What a method is stepped on: one problem for each view, but for methods that need another
 * one. */
static const char *steps_problem(const lf_algorithm *method) {
    if (strcmp(method->name, "soap") == 0) return "average_precision";
    if (strcmp(method->name, "sota_s") == 0) return "partial_auc";
    if (strcmp(method->name, "sopa") == 0) return "partial_auc:form=cvar";
    switch (method->view) {
    case LF_VIEW_PLAIN:
    case LF_VIEW_SADDLE:
        return "auc";
    case LF_VIEW_COMPOSITION:
        return "neyman_pearson:penalty=squared";
    case LF_VIEW_CONSTRAINED:
        return "dp_scad";
    case LF_VIEW_GROUP_MINIMAX:
        return "group_dro:data=synthetic_small";
    case LF_VIEW_BILEVEL:
        return "bilevel_quadratic";
    default:
        return "a problem of a view that bench_steps.c does not know";
    }
}

static void steps_run(lf_bench *bench, const void *argument) {
    const steps_case *is = argument;
    lf_vehicle v;
    uint64_t steps = 0;
    lf_status status = lf_vehicle_open(is->problem, is->algorithm, &v);
    if (status == LF_OK) status = lf_vehicle_start(&v);
    if (status != LF_OK) {
        lf_bench_skip(bench, lf_message());
        lf_vehicle_close(&v);
        return;
    }
    const uint64_t samples = steps_samples(v.oracle), evaluations = steps_evaluations(v.oracle);
    while (status == LF_OK && lf_bench_next(bench, STEPS_STRIDE))
        for (size_t i = 0; i < STEPS_STRIDE && status == LF_OK; i++, steps++)
            status = lf_vehicle_step(&v);
    if (status != LF_OK) lf_bench_skip(bench, lf_message());
    const lf_bench_row row = lf_bench_row_of(&v.problem.info);
    const double drawn = (double)(steps_samples(v.oracle) - samples) / (double)steps;
    const double asked = (double)(steps_evaluations(v.oracle) - evaluations) / (double)steps;
    lf_bench_rates(bench, drawn, drawn * row.bytes, asked * row.flops);
    lf_bench_label(bench, is->label);
    lf_vehicle_close(&v);
}

static void steps_add_all(void) {
    static steps_case cases[STEPS_METHODS];
    const lf_algorithm *const *list;
    const size_t n = lf_algorithm_list(&list);
    for (size_t i = 0; i < n && i < STEPS_METHODS; i++) {
        char name[96];
        const char *problem = steps_problem(list[i]);
        cases[i] = (steps_case){problem, list[i]->name, problem};
        snprintf(name, sizeof name, "step/%s", list[i]->name);
        lf_bench_add(name, steps_run, &cases[i]);
    }
}

static void steps_add_a9a(void) {
    static const steps_case sonx = {"neyman_pearson:data=a9a,penalty=hinge",
                                    "sonx:B0=128,B1=1,B2=128",
                                    "one batch of each class, u moved by two values"};
    static const steps_case econ = {"neyman_pearson:data=a9a",
                                    "3secon:S1=128,S2=128,b_f=128,b_g=128",
                                    "one batch of each class, u moved by two values"};
    static const steps_case smd = {"group_dro:data=a9a,groups=sex", "smd:b=64",
                                   "64 rows of each sex"};
    lf_bench_add("step/sonx/a9a/128", steps_run, &sonx);
    lf_bench_add("step/3secon/a9a/128", steps_run, &econ);
    lf_bench_add("step/smd/a9a/128", steps_run, &smd);
}

static const char steps_growing[] = "sonx:B0=64,B1=1,B2=64";
#define NP_SHARE "neyman_pearson:penalty=hinge,split=file,train="
/* A step does not depend on how many rows there are, and takes its time for each that it draws. */
static void steps_add_growth(void) {
    static const steps_case rows[] = {{NP_SHARE "0.02", steps_growing, "0.02 of the rows"},
                                      {NP_SHARE "0.2", steps_growing, "0.2 of the rows"},
                                      {NP_SHARE "0.98", steps_growing, "0.98 of the rows"}};
    static const steps_case batch[] = {
        {"group_dro:data=synthetic_small", "smd:b=8", "8 of each group"},
        {"group_dro:data=synthetic_small", "smd:b=64", "64 of each group"},
        {"group_dro:data=synthetic_small", "smd:b=512", "512 of each group"}};
    lf_bench_add("growth/train/0.02", steps_run, &rows[0]);
    lf_bench_add("growth/train/0.2", steps_run, &rows[1]);
    lf_bench_add("growth/train/0.98", steps_run, &rows[2]);
    lf_bench_add("growth/batch/8", steps_run, &batch[0]);
    lf_bench_add("growth/batch/64", steps_run, &batch[1]);
    lf_bench_add("growth/batch/512", steps_run, &batch[2]);
}

/* A table of rows with this many ones each, one in every 16 columns, and its description. */
static bool steps_write_table(void **folder, size_t entries) {
    enum { ROWS = 2000, APART = 16 };
    static const char about[] = "features: table.libsvm\n";
    FILE *file = fopen(scratch_path(folder, "table.libsvm"), "w");
    if (!file) return false;
    for (size_t i = 0; i < ROWS; i++) {
        uint32_t column[STEPS_ENTRIES];
        lf_stream_fill_below(1, LF_STREAM_TEST, entries, i, APART, entries, column);
        fputs(i % 4 == 0 ? "+1" : "-1", file);
        for (size_t k = 0; k < entries; k++)
            fprintf(file, " %zu:1", k * APART + column[k] + 1);
        fputc('\n', file);
    }
    return fclose(file) == 0 && scratch_write(folder, "made.yaml", about, sizeof about - 1) != NULL;
}

/* A step takes its time for each entry of a row. */
static void steps_run_entries(lf_bench *bench, const void *argument) {
    const size_t *entries = argument;
    void *folder = NULL;
    char problem[4200], label[64];
    if (scratch_setup(&folder) == 0 && steps_write_table(&folder, *entries)) {
        snprintf(problem, sizeof problem, "neyman_pearson:penalty=hinge,data=%s",
                 scratch_path(&folder, "made.yaml"));
        snprintf(label, sizeof label, "%zu entries a row", *entries);
        steps_run(bench, &(steps_case){problem, steps_growing, label});
    } else {
        lf_bench_skip(bench, "a table cannot be written");
    }
    scratch_teardown(&folder);
}

static void steps_add_entries(void) {
    static const size_t entries[] = {14, 28, 56, 112, STEPS_ENTRIES};
    for (size_t k = 0; k < sizeof entries / sizeof *entries; k++) {
        char name[32];
        snprintf(name, sizeof name, "growth/nnz/%zu", entries[k]);
        lf_bench_add(name, steps_run_entries, &entries[k]);
    }
}

void lf_suite_bench_steps(void);
void lf_suite_bench_steps(void) {
    steps_add_all();
    steps_add_growth();
    steps_add_entries();
    if (lf_bench_has("a9a")) steps_add_a9a();
}
