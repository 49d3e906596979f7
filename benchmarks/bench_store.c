/**
 * @file bench_store.c
 * @brief What becomes of runs: records into the store and out again, checkpoints, exports, figures.
 *
 * The runs are real ones: two methods, three seeds, 100 trace rows each, made once in a folder of
 * their own that goes with the process. What writes or starts gnuplot waits for others, so its
 * rates are by the clock on the wall.
 */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "benchmarks/shim.h"
#include "harness/results/results.h"
#include "harness/run/checkpoint.h"
#include "harness/run/run.h"
#include "harness/store/export.h"
#include "plots/figure.h"
#include "plots/plot.h"
#include "tests/support/scratch.h"

enum { STORE_CHECKPOINT = 1 << 20 };

static const char store_experiment[] = "title: benchmark\n"
                                       "problems:\n"
                                       "  - {id: p, label: two groups, problem: dp_scad}\n"
                                       "methods:\n"
                                       "  - {id: a, label: 3S-Econ, algorithm: 3secon}\n"
                                       "  - {id: b, label: SSG, algorithm: ssg}\n"
                                       "scales:\n"
                                       "  - {name: default, budget: \"2000\", seeds: 0-2, "
                                       "checkpoints: 100, expensive: 0}\n"
                                       "figures:\n"
                                       "  - {id: f, title: objective, panels: "
                                       "[{problem: p, y: FV}, {problem: p, y: CVio}]}\n";

/* The folder with its open store and its results; made at the first question, gone at the end. */
static struct {
    bool tried, there;
    void *folder;
    lf_store *store;
    lf_results *results;
    size_t n;
} shelf;

static void shelf_clear(void) {
    lf_results_free(shelf.results, shelf.n);
    if (shelf.store) lf_store_close(shelf.store);
    if (shelf.folder) scratch_teardown(&shelf.folder);
}

static lf_status shelf_run(const lf_planned_run *plan, size_t n) {
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        lf_record record = {0};
        lf_run_execute(&plan[i].spec, 0, NULL, &record);
        memcpy(record.key, plan[i].key, sizeof record.key);
        if (!record.environment) record.environment = strdup("{}");
        status = record.status == LF_RUN_DONE ? lf_store_put(shelf.store, &record)
                                              : lf_fail(LF_BAD_INPUT, "%s", record.cause);
        lf_record_clear(&record);
    }
    return status;
}

static lf_status shelf_fill(const lf_experiment *experiment) {
    lf_planned_run *plan;
    size_t n;
    LF_TRY(lf_experiment_plan(experiment, "default", NULL, 0, &plan, &n));
    lf_status status = lf_store_put_experiment(shelf.store, "bench", "default", store_experiment);
    if (status == LF_OK) status = lf_store_put_plan(shelf.store, "bench", "default", plan, n);
    if (status == LF_OK) status = shelf_run(plan, n);
    lf_plan_free(plan, n);
    return status;
}

static lf_status shelf_make(void) {
    lf_experiment *experiment;
    if (scratch_setup(&shelf.folder) != 0) return lf_fail(LF_IO, "no folder for runs");
    LF_TRY(lf_store_open(shelf.folder, true, &shelf.store));
    LF_TRY(lf_experiment_parse(store_experiment, strlen(store_experiment), "bench", &experiment));
    const lf_status status = shelf_fill(experiment);
    lf_experiment_free(experiment);
    LF_TRY(status);
    return lf_results_load(shelf.folder, &shelf.results, &shelf.n);
}

static bool shelf_open(lf_bench *bench) {
    if (!shelf.tried) {
        atexit(shelf_clear);
        shelf.there = shelf_make() == LF_OK && shelf.n == 1;
    }
    shelf.tried = true;
    if (!shelf.there) lf_bench_skip(bench, lf_message());
    return shelf.there;
}

/* Bytes of the trace of one run: what there is to be moved. */
static double store_bytes(const lf_record *record) {
    return (double)(record->points *
                    (sizeof *record->point + record->metrics * sizeof *record->value));
}

static lf_status store_put(lf_record *record) {
    return lf_store_put(shelf.store, record);
}

static lf_status store_get(lf_record *record) {
    lf_record again;
    LF_TRY(lf_store_get(shelf.store, record->key, &again));
    lf_bench_keep(&again);
    lf_record_clear(&again);
    return LF_OK;
}

static lf_status store_has(lf_record *record) {
    bool found;
    LF_TRY(lf_store_has(shelf.store, record->key, &found));
    lf_bench_keep(&found);
    return LF_OK;
}

static lf_status store_load(lf_record *record) {
    lf_results *results;
    size_t n;
    (void)record;
    LF_TRY(lf_results_load(shelf.folder, &results, &n));
    lf_results_free(results, n);
    return LF_OK;
}

static lf_status store_export(lf_record *record,
                              lf_status (*export)(lf_store *store, FILE *out,
                                                  const lf_export_losses *losses)) {
    FILE *out = fopen("/dev/null", "w");
    (void)record;
    if (!out) return lf_fail(LF_IO, "/dev/null cannot be opened");
    const lf_status status = export(shelf.store, out, NULL);
    fclose(out);
    return status;
}

static lf_status store_csv(lf_record *record) {
    return store_export(record, lf_export_csv);
}

static lf_status store_jsonl(lf_record *record) {
    return store_export(record, lf_export_jsonl);
}

/* Curves and axes and the script that draws them, without gnuplot. */
static lf_status store_script(lf_record *record) {
    lf_figure figure;
    char *script = NULL;
    size_t size;
    (void)record;
    LF_TRY(lf_figure_make(shelf.results, shelf.results->experiment->figures, &figure));
    const lf_status status = lf_figure_script(&figure, LF_FIGURE_SVG, &script, &size);
    free(script);
    lf_figure_free(&figure);
    return status;
}

static lf_status store_svg(lf_record *record) {
    char *svg;
    lf_figure figure;
    (void)record;
    LF_TRY(lf_figure_make(shelf.results, shelf.results->experiment->figures, &figure));
    const lf_status status = lf_plot_svg("x", &figure, "x", &svg);
    lf_figure_free(&figure);
    free(svg);
    return status;
}

/* A megabyte of a method's state. */
static lf_status store_save(lf_record *record) {
    static char state[STORE_CHECKPOINT], path[LF_PATH_BYTES];
    lf_checkpoint_head head = {.version = LF_CHECKPOINT_VERSION,
                               .bytes = {[LF_CHECKPOINT_ARENA] = sizeof state}};
    lf_checkpoint_out out;
    memcpy(head.mark, LF_CHECKPOINT_MARK, sizeof LF_CHECKPOINT_MARK);
    memcpy(head.key, record->key, sizeof record->key);
    LF_TRY(lf_path_format(path, "%s/one.lfc", (const char *)shelf.folder));
    lf_checkpoint_begin(&out, path, &head);
    lf_checkpoint_add(&out, state, sizeof state);
    return lf_checkpoint_end(&out);
}

static lf_status store_restore(lf_record *record) {
    static char path[LF_PATH_BYTES];
    lf_checkpoint_in in;
    LF_TRY(lf_path_format(path, "%s/one.lfc", (const char *)shelf.folder));
    if (lf_checkpoint_open(path, &in) != LF_OK) { /* the first time */
        LF_TRY(store_save(record));
        LF_TRY(lf_checkpoint_open(path, &in));
    }
    lf_bench_keep(in.part[LF_CHECKPOINT_ARENA]);
    lf_checkpoint_close(&in);
    return LF_OK;
}

/* What is gone through in one pass: a run's trace, those of all runs, a checkpoint. */
typedef enum { STORE_OF_RUN, STORE_OF_ALL, STORE_OF_STATE } store_of;

typedef struct {
    const char *name;
    lf_status (*once)(lf_record *record);
    store_of of;
    bool waits;
} store_case;

static const store_case store_cases[] = {
    {"store/put", store_put, STORE_OF_RUN, true},
    {"store/get", store_get, STORE_OF_RUN, false},
    {"store/has", store_has, STORE_OF_RUN, false},
    {"store/load", store_load, STORE_OF_ALL, false},
    {"export/csv", store_csv, STORE_OF_ALL, false},
    {"export/jsonl", store_jsonl, STORE_OF_ALL, false},
    {"plot/script", store_script, STORE_OF_ALL, false},
    {"plot/svg", store_svg, STORE_OF_ALL, true},
    {"checkpoint/write", store_save, STORE_OF_STATE, true},
    {"checkpoint/read", store_restore, STORE_OF_STATE, false},
};

static void store_run(lf_bench *bench, const void *argument) {
    const store_case *is = argument;
    if (!shelf_open(bench)) return;
    lf_record *record = &shelf.results->record[0];
    lf_status status = LF_OK;
    while (status == LF_OK && lf_bench_next(bench, 1))
        status = is->once(record);
    const double runs = is->of == STORE_OF_ALL ? (double)shelf.results->runs : 1;
    const double each = is->of == STORE_OF_STATE ? STORE_CHECKPOINT : store_bytes(record);
    if (status == LF_OK)
        lf_bench_rates(bench, runs, runs * each, 0);
    else
        lf_bench_skip(bench, lf_message());
}

void lf_suite_bench_store(void);
void lf_suite_bench_store(void) {
    for (size_t i = 0; i < sizeof store_cases / sizeof *store_cases; i++)
        (store_cases[i].waits ? lf_bench_add_waiting : lf_bench_add)(store_cases[i].name, store_run,
                                                                     &store_cases[i]);
}
