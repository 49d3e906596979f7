/**
 * @file made_results.h
 * @brief Results written down by hand: methods on problems, with a trace each, nothing ever run.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "harness/experiment/tuning_grid.h"
#include "harness/results/results.h"
#include "near.h"
#include "reports/kinds/claims/parts/claims.h"

enum { MADE_RUNS = 128, MADE_PROBLEMS = 5 };

/* Two problems "p", "q", and room for "r", "s", "t"; four methods "a", "b", "c", "d". Metrics: FV,
 * CVio, and gain, of which more is better. Point i has 10 i steps and as many calls. */
typedef struct {
    lf_experiment_problem problem[MADE_PROBLEMS];
    lf_experiment_method method[4];
    lf_experiment_tuning tuning;
    lf_experiment_claim claim;
    lf_experiment experiment;
    lf_planned_run plan[MADE_RUNS], trial[MADE_RUNS];
    lf_record record[MADE_RUNS], trial_record[MADE_RUNS];
    lf_results results;
} made;

static inline void made_names(made *m) {
    static const char *const problems[MADE_PROBLEMS] = {"p", "q", "r", "s", "t"};
    static const char *const methods[] = {"a", "b", "c", "d"};
    for (size_t i = 0; i < MADE_PROBLEMS; i++)
        m->problem[i] =
            (lf_experiment_problem){.id = (char *)problems[i], .label = (char *)problems[i]};
    for (size_t i = 0; i < 4; i++)
        m->method[i] = (lf_experiment_method){
            .id = (char *)methods[i], .label = (char *)methods[i], .algorithm = (char *)"unknown"};
}

/** cmocka setup: no runs yet. */
static inline int made_setup(void **state) {
    made *m = calloc(1, sizeof *m);
    if (!m) return -1;
    made_names(m);
    m->experiment = (lf_experiment){.problems_count = 2,
                                    .problems = m->problem,
                                    .methods_count = 4,
                                    .methods = m->method,
                                    .claims_count = 1,
                                    .claims = &m->claim};
    m->results = (lf_results){.experiment = &m->experiment,
                              .plan = m->plan,
                              .record = m->record,
                              .trial = m->trial,
                              .trial_record = m->trial_record};
    *state = m;
    return 0;
}

static inline int made_teardown(void **state) {
    made *m = *state;
    for (size_t i = 0; i < MADE_RUNS; i++) {
        lf_record_clear(&m->record[i]);
        lf_record_clear(&m->trial_record[i]);
    }
    lf_tuned_free(m->results.tuned, m->results.tuned_pairs);
    free(m);
    return 0;
}

/* FV and CVio at each point; gain is -FV. */
static inline void made_fill(lf_record *record, lf_run_status status, size_t points,
                             const double *fv, const double *cvio) {
    static const char *const names[] = {"FV", "CVio", "gain"};
    strcpy(record->key, "made");
    record->status = status;
    record->spec.budget = strdup("100:steps");
    record->metrics = 3;
    record->metric = calloc(3, sizeof *record->metric);
    for (size_t i = 0; i < 3; i++)
        record->metric[i] = (lf_metric_info){.name = strdup(names[i]), .higher_is_better = i == 2};
    record->points = points;
    record->point = calloc(points + 1, sizeof *record->point);
    record->value = calloc(3 * points + 1, sizeof *record->value);
    for (size_t i = 0; i < points; i++) {
        record->point[i].count[LF_COUNTER_STEPS] = 10 * i;
        record->point[i].count[LF_COUNTER_EVALUATION(0, 0)] = 10 * i;
        record->point[i].oracle_seconds = 0.25 * (double)i;
        record->point[i].algorithm_seconds = 0.75 * (double)i;
        record->value[3 * i] = fv[i];
        record->value[3 * i + 1] = cvio ? cvio[i] : 0;
        record->value[3 * i + 2] = -fv[i];
    }
}

/** Add a run; its record. */
static inline lf_record *made_run(made *m, size_t problem, size_t method, uint64_t seed,
                                  lf_run_status status, size_t points, const double *fv,
                                  const double *cvio) {
    const size_t i = m->results.runs++;
    m->plan[i] = (lf_planned_run){.problem = problem, .method = method, .spec.seed = seed};
    made_fill(&m->record[i], status, points, fv, cvio);
    return &m->record[i];
}

/** Give a method's runs on a problem a key: who has the same key has the same runs. */
static inline void made_key(made *m, size_t problem, size_t method, const char *key) {
    for (size_t i = m->results.runs; i-- > 0;)
        if (m->plan[i].problem == problem && m->plan[i].method == method)
            snprintf(m->plan[i].key, sizeof m->plan[i].key, "%s", key);
}

/** Add n runs with seeds 0 .. n - 1 that have a final FV and nothing before it. */
static inline void made_finals(made *m, size_t problem, size_t method, size_t n,
                               const double *final) {
    for (size_t i = 0; i < n; i++)
        made_run(m, problem, method, i, LF_RUN_DONE, 2, (const double[]){100, final[i]}, NULL);
}

/** The last n runs stand for others of their pairs, from a start beside. */
static inline void made_nudged(made *m, size_t n) {
    m->results.runs -= n;
    m->results.nudges += n;
}

/** Add a planned run that has no record. */
static inline void made_missing(made *m, size_t problem, size_t method, uint64_t seed) {
    m->plan[m->results.runs++] =
        (lf_planned_run){.problem = problem, .method = method, .spec.seed = seed};
}

/** Add a trial of a point. */
static inline lf_record *made_trial(made *m, size_t problem, size_t method, size_t point,
                                    const char *parameters, lf_run_status status, size_t points,
                                    const double *fv, const double *cvio) {
    const size_t i = m->results.trials++;
    m->trial[i] = (lf_planned_run){.problem = problem,
                                   .method = method,
                                   .point = point,
                                   .parameters = (char *)parameters,
                                   .spec.budget = (char *)"100:steps"};
    made_fill(&m->trial_record[i], status, points, fv, cvio);
    return &m->trial_record[i];
}
