/**
 * @file sample.h
 * @brief Results made by hand, for what draws and reports them: two problems, four methods, three
 * seeds; runs that diverged and failed; names that are traps for HTML, gnuplot and shells.
 */
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/results.h"
#include "reports/kinds/parts/tables.h"

enum {
    SAMPLE_PROBLEMS = 2,
    SAMPLE_METHODS = 4,
    SAMPLE_SEEDS = 3,
    SAMPLE_METRICS = 3,
    SAMPLE_POINTS = 21,
    SAMPLE_RUNS = SAMPLE_PROBLEMS * SAMPLE_METHODS * SAMPLE_SEEDS
};

/* Every text of a sample is copied here; sample_free gives all back. */
static char *sample_texts[2048];
static size_t sample_text_count;

static inline char *sample_text(const char *text) {
    return sample_texts[sample_text_count++] = strdup(text);
}

static const char *const sample_labels[SAMPLE_METHODS] = {"3S-Econ-S", "SSG & <b>'co'</b>",
                                                          "IPP-SSG `date` \"x\"", "IPP_{ConEx}^2"};
static const char *const sample_ids[SAMPLE_METHODS] = {"3secon_s", "ssg", "ipp_ssg", "ipp_conex"};

/* A metric's value: a curve that falls at its own speed, noise that depends on the seed only. */
static inline double sample_value(size_t problem, size_t method, uint64_t seed, size_t metric,
                                  size_t point) {
    double t = (double)point / (SAMPLE_POINTS - 1);
    double noise = 1 + 0.15 * sin(7.0 * (double)seed + 3 * t + (double)metric);
    double level = exp(-(2 + 0.8 * (double)method) * t) + 0.05 * (double)(method + 1);
    if (metric == 0) return (0.3 + (double)problem) * level * noise;
    if (metric == 1) return fmax(0, 1e-3 * (level * noise - 0.25 - 0.3 * t));
    return point % 5 == 0 ? 0.02 * level * noise : NAN;
}

static inline void sample_record(lf_record *r, size_t problem, size_t method, uint64_t seed) {
    static const char *const names[SAMPLE_METRICS] = {"FV", "CVio", "SVio"};
    static const char *const docs[SAMPLE_METRICS] = {"objective: f(w) on all data",
                                                     "violation: [g(w)]_+ of the constraint",
                                                     "distance to stationarity: |w - w^| <= 1e-2"};
    snprintf(r->key, sizeof r->key, "%064zx", problem * 100 + method * 10 + (size_t)seed + 1);
    snprintf(r->trace_sha256, sizeof r->trace_sha256, "%064zx", method * 77 + (size_t)seed);
    r->status = LF_RUN_DONE;
    r->cause = sample_text("budget spent");
    r->log = sample_text("");
    r->metrics = SAMPLE_METRICS;
    r->metric = calloc(SAMPLE_METRICS, sizeof *r->metric);
    for (size_t m = 0; m < SAMPLE_METRICS; m++)
        r->metric[m] = (lf_metric_info){sample_text(names[m]), sample_text(docs[m]), m == 2, false};
    r->measures = 1;
    r->measure = calloc(1, sizeof *r->measure);
    r->measure[0] = (lf_measure_info){sample_text("dp.g"), sample_text("passes.constraint"),
                                      sample_text("data passes of g")};
    r->samples[LF_ROLE_OBJECTIVE] = 32561;
    r->samples[LF_ROLE_CONSTRAINT] = 16281;
    r->points = SAMPLE_POINTS;
    r->point = calloc(SAMPLE_POINTS, sizeof *r->point);
    r->value = calloc(SAMPLE_POINTS * SAMPLE_METRICS, sizeof *r->value);
    for (size_t i = 0; i < SAMPLE_POINTS; i++) {
        uint64_t steps = 500 * i + (i > 0 ? seed : 0);
        r->point[i].count[LF_COUNTER_STEPS] = steps;
        r->point[i].count[LF_COUNTER_EVALUATION(LF_EVALUATION_GRADIENT, LF_ROLE_OBJECTIVE)] =
            steps * 181;
        r->point[i].count[LF_COUNTER_EVALUATION(LF_EVALUATION_VALUE, LF_ROLE_CONSTRAINT)] =
            steps * 16281;
        r->point[i].oracle_seconds = 0.02 * (double)i;
        r->point[i].algorithm_seconds = 0.003 * (double)i;
        r->point[i].evaluation_seconds = 0.05 * (double)i;
        for (size_t m = 0; m < SAMPLE_METRICS; m++)
            r->value[i * SAMPLE_METRICS + m] = sample_value(problem, method, seed, m, i);
    }
    r->data_name = sample_text(problem == 0 ? "a9a" : "compas16leak");
    r->data_sha256 =
        sample_text("9f1b3a5c7d9e0f2143658709badcfe1032547698a0b1c2d3e4f5061728394a5b");
    r->environment = sample_text(
        "{\"version\":\"0.1.0\",\"commit\":\"abc123\",\"compiler\":\"GNU 12.2 <x>\",\"build_type\":"
        "\"Release\",\"cpu\":\"A CPU & more\",\"cores\":2,\"libraries\":{\"openblas\":\"0.3.21\","
        "\"sqlite\":\"3.40.1\"},\"blas_core\":\"Haswell\"}");
    r->wall_seconds = 1.75;
}

/* The run ends at `point`: later ones are dropped. */
static inline void sample_end(lf_record *r, size_t point, lf_run_status status, const char *cause,
                              const char *log) {
    r->status = status;
    r->cause = sample_text(cause);
    r->log = sample_text(log);
    r->points = point + 1;
    if (status != LF_RUN_DIVERGED) return;
    for (size_t i = point - 3; i <= point; i++)
        r->value[i * SAMPLE_METRICS] = pow(10, 3 * (double)(i + 4 - point));
    r->value[point * SAMPLE_METRICS] = NAN;
}

/* The last method diverges on problem 1 with every seed, the third one on problem 0 with seed 1;
 * one run crashes, one ran out of time, one is not there. */
static inline void sample_failures(lf_results *results) {
    for (size_t run = 0; run < results->runs; run++) {
        lf_record *r = &results->record[run];
        size_t problem = results->plan[run].problem, method = results->plan[run].method;
        uint64_t seed = results->plan[run].spec.seed;
        if (problem == 1 && method == 3) sample_end(r, 9, LF_RUN_DIVERGED, "FV is not finite", "");
        if (problem == 0 && method == 2 && seed == 1)
            sample_end(r, 12, LF_RUN_DIVERGED, "|w| = 1e9 > 1e8", "");
        if (problem == 0 && method == 1 && seed == 2)
            sample_end(r, 7, LF_RUN_FAILED, "signal 11 (Segmentation fault) in <main> & \"co\"",
                       "plugin: first line <b>bold</b>\nsecond line & so on\x01\xff\n");
        if (problem == 1 && method == 1 && seed == 0)
            sample_end(r, 5, LF_RUN_TIMEOUT, "60 s of wall time are over", "still going\n");
        if (problem == 1 && method == 0 && seed == 2) r->key[0] = '\0', r->points = 0;
    }
}

static inline void sample_runs(lf_results *results) {
    results->runs = SAMPLE_RUNS;
    results->plan = calloc(SAMPLE_RUNS, sizeof *results->plan);
    results->record = calloc(SAMPLE_RUNS, sizeof *results->record);
    char text[200];
    for (size_t run = 0; run < SAMPLE_RUNS; run++) {
        lf_planned_run *plan = &results->plan[run];
        plan->problem = run / (SAMPLE_METHODS * SAMPLE_SEEDS);
        plan->method = run / SAMPLE_SEEDS % SAMPLE_METHODS;
        plan->spec.seed = run % SAMPLE_SEEDS;
        plan->spec.problem = sample_text(plan->problem == 0 ? "roc_fairness:data=a9a,thresholds=400"
                                                            : "dp_scad:data=compas16leak,lam=0.02");
        snprintf(text, sizeof text, "%s:beta=10,eta=%g", sample_ids[plan->method],
                 0.01 * (double)(plan->problem + 1));
        plan->spec.algorithm = sample_text(text);
        plan->spec.budget = sample_text("2000:passes.constraint");
        plan->spec.checkpoints = SAMPLE_POINTS - 1;
        results->record[run].spec = plan->spec;
        sample_record(&results->record[run], plan->problem, plan->method, plan->spec.seed);
        snprintf(plan->key, sizeof plan->key, "%s", results->record[run].key);
    }
    sample_failures(results);
}

static inline void sample_methods(lf_experiment *experiment) {
    static lf_experiment_problem problems[SAMPLE_PROBLEMS];
    static lf_experiment_method methods[SAMPLE_METHODS];
    problems[0] =
        (lf_experiment_problem){.id = "p1", .label = "P1, a9a", .problem = "roc_fairness:data=a9a"};
    problems[1] = (lf_experiment_problem){
        .id = "p2",
        .label = "P2, <COMPAS> & 'co'",
        .problem = "dp_scad:data=compas16leak",
        .note = "This feature set contains is_recid, which leaks the outcome & more."};
    for (size_t m = 0; m < SAMPLE_METHODS; m++)
        methods[m] = (lf_experiment_method){.id = (char *)sample_ids[m],
                                            .label = (char *)sample_labels[m],
                                            .algorithm = (char *)sample_ids[m]};
    methods[3].note = "A stand-in: the original is not public.";
    experiment->problems = problems;
    experiment->problems_count = SAMPLE_PROBLEMS;
    experiment->methods = methods;
    experiment->methods_count = SAMPLE_METHODS;
}

/* On the heap, because figures that are made up are added to them. */
static inline lf_experiment_figure sample_figure(const char *id, const char *title, unsigned n) {
    return (lf_experiment_figure){.id = strdup(id),
                                  .title = strdup(title),
                                  .panels_count = n,
                                  .panels = calloc(n, sizeof(lf_experiment_panel))};
}

static inline void sample_figures(lf_experiment *experiment) {
    static const char *const metrics[] = {"FV", "CVio", "SVio"};
    lf_experiment_figure *figures = calloc(2, sizeof *figures);
    figures[0] = sample_figure("fig1", "Convergence <of> all & \"each\"", 6);
    figures[0].caption = strdup("Median over seeds & quartiles.");
    figures[0].columns = 3;
    for (size_t i = 0; i < 6; i++)
        figures[0].panels[i] = (lf_experiment_panel){.problem = strdup(i < 3 ? "p1" : "p2"),
                                                     .x = "dp.g",
                                                     .y = strdup(metrics[i % 3]),
                                                     .log_x = i >= 3,
                                                     .log_y = true};
    figures[1] = sample_figure("time", "FV over time", 1);
    figures[1].panels[0] =
        (lf_experiment_panel){.problem = strdup("p1"), .x = "seconds", .y = strdup("FV")};
    experiment->figures = figures;
    experiment->figures_count = 2;
}

static inline void sample_tables(lf_experiment *experiment) {
    static double zero = 0, published_values[2][2] = {{8.47e-2, 9.26e-2}, {1.23e4, NAN}};
    static lf_experiment_column columns[4];
    static lf_experiment_table table;
    static lf_published_row rows[2];
    static lf_published published;
    static char *methods[] = {"3secon_s", "ssg"};
    columns[0] = (lf_experiment_column){.id = "FV", .metric = "FV"};
    columns[1] = (lf_experiment_column){.id = "DPg", .label = "DP(g)", .cost = "dp.g"};
    columns[2] = (lf_experiment_column){.id = "CVio", .metric = "CVio"};
    columns[3] = (lf_experiment_column){
        .id = "feasible", .label = "share feasible", .share = "CVio", .at_most = &zero};
    table = (lf_experiment_table){.id = "table2",
                                  .title = "Table 2",
                                  .caption = "Final values & costs.",
                                  .columns_count = 4,
                                  .columns = columns};
    rows[0] = (lf_published_row){"FV", 2, published_values[0]};
    rows[1] = (lf_published_row){"DPg", 2, published_values[1]};
    published = (lf_published){.table = "table2",
                               .problem = "p1",
                               .methods_count = 2,
                               .methods = methods,
                               .rows_count = 2,
                               .rows = rows};
    experiment->tables = &table;
    experiment->tables_count = 1;
    experiment->published = &published;
    experiment->published_count = 1;
}

/** Fill in results; `figures` false leaves the experiment without figures, as `run` makes it. */
static inline void sample_make(lf_results *results, bool figures) {
    static lf_experiment experiment;
    static lf_experiment_scale scale;
    static char *notes[] = {"Budgets use the true counts, not the paper's <convention>."};
    experiment = (lf_experiment){.title = "3S-Econ <Table> 2 & \"friends\"",
                                 .summary = "Six methods on two problems; read the notes.",
                                 .citation = "Liu & Xu 2025, https://arxiv.org/abs/2501.19214",
                                 .notes_count = 1,
                                 .notes = notes,
                                 .scales_count = 1,
                                 .scales = &scale};
    scale = (lf_experiment_scale){.name = "smoke",
                                  .budget = "2000:passes.constraint",
                                  .seeds = "0-2",
                                  .checkpoints = SAMPLE_POINTS - 1,
                                  .note = "The paper's budget is a hundred times larger."};
    sample_methods(&experiment);
    sample_tables(&experiment);
    if (figures) sample_figures(&experiment);
    *results = (lf_results){.name = "3secon/table2", .scale = "smoke", .experiment = &experiment};
    sample_runs(results);
}

/* Those that were made up too; an experiment that was read frees its own. */
static inline void sample_free_figures(lf_results *results) {
    lf_experiment *experiment = results->experiment;
    for (size_t i = 0; experiment && i < experiment->figures_count; i++) {
        lf_experiment_figure *figure = &experiment->figures[i];
        for (size_t k = 0; k < figure->panels_count; k++) {
            free(figure->panels[k].problem);
            free(figure->panels[k].title);
            free(figure->panels[k].y);
        }
        free(figure->panels);
        free(figure->id);
        free(figure->title);
        free(figure->caption);
        free(figure->form);
    }
    if (!experiment) return;
    free(experiment->figures);
    experiment->figures = NULL;
    experiment->figures_count = 0;
}

static inline void sample_free(lf_results *results) {
    sample_free_figures(results);
    for (size_t run = 0; run < results->runs; run++) {
        free(results->record[run].metric);
        free(results->record[run].measure);
        free(results->record[run].point);
        free(results->record[run].value);
    }
    free(results->record);
    free(results->plan);
    while (sample_text_count > 0)
        free(sample_texts[--sample_text_count]);
    *results = (lf_results){0};
}
