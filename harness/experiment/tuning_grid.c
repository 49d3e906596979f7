/**
 * @file tuning_grid.c
 * @brief From the tuning section of an experiment to the list of its trials.
 *
 * A trial is planned like a run, with the same settings below its point, and then given the tuning
 * budget and a schedule of its own. Its key is that of any other run: two experiments that try the
 * same point share the trial, and so does a run that happens to be the same.
 */
#include "harness/experiment/tuning_grid.h"

#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_parts.h"
#include "harness/registry/parameters.h"
#include "harness/registry/registry.h"

bool lf_tuning_wanted(const lf_experiment *experiment, const lf_experiment_scale *scale) {
    return experiment->tuning && scale->tuning_budget;
}

/* Grids are few: looked up each time, they need no table. */
const char *lf_tuning_grid(const lf_experiment *experiment, size_t problem, size_t method) {
    const lf_experiment_tuning *tuning = experiment->tuning;
    const char *grid = NULL;
    for (size_t i = 0; tuning && i < tuning->grids_count; i++) {
        const lf_experiment_grid *g = &tuning->grids[i];
        if (strcmp(g->method, experiment->methods[method].id) == 0 &&
            (!g->problem || strcmp(g->problem, experiment->problems[problem].id) == 0))
            grid = g->grid;
    }
    return grid;
}

/* The algorithm's own table says which parameters are whole numbers. */
lf_status lf_tuning_space(const lf_experiment *experiment, size_t problem, size_t method,
                          lf_space *space) {
    const lf_algorithm *algorithm;
    const char *id = experiment->methods[method].id;
    LF_TRY(lf_spec_algorithm(experiment->methods[method].algorithm, &algorithm));
    return lf_space_parse(lf_tuning_grid(experiment, problem, method), id, algorithm->params,
                          space);
}

/* What the trials are made from. */
typedef struct {
    const lf_experiment *experiment;
    const lf_experiment_scale *scale;
    uint64_t *seeds;
    size_t n_seeds;
    lf_planned_run *trial; /* grows */
    size_t n;
} tuning_plan;

/* Does the problem call this metric expensive? Unknown names were refused before. */
static lf_status tuning_is_expensive(const lf_experiment *experiment, size_t problem,
                                     const char *metric, bool *expensive) {
    const lf_problem_class *is;
    *expensive = false;
    if (!metric) return LF_OK;
    LF_TRY(lf_spec_problem(experiment->problems[problem].problem, &is));
    const size_t stem = lf_metric_stem(metric);
    for (const lf_metric *m = is->metrics; m && m->name; m++)
        if (strlen(m->name) == stem && strncmp(m->name, metric, stem) == 0)
            *expensive = m->expensive;
    return LF_OK;
}

/* The schedule of a trial: one judged at its end needs no other row, and an expensive metric only
 * where it decides. The stopping rule is left out: every trial may spend the whole budget. */
static lf_status tuning_schedule(const tuning_plan *plan, lf_planned_run *trial) {
    const lf_experiment_tuning *tuning = plan->experiment->tuning;
    bool metric, where;
    LF_TRY(tuning_is_expensive(plan->experiment, trial->problem, tuning->metric, &metric));
    LF_TRY(tuning_is_expensive(plan->experiment, trial->problem, tuning->where, &where));
    lf_run_spec *spec = &trial->spec;
    if (!tuning->target) {
        spec->checkpoints = 1;
        spec->log_spaced = false;
    }
    /* With a target the metric is looked at as often as in a run, at the least once. */
    const size_t rows = tuning->target && metric ? spec->expensive : 0;
    spec->expensive = rows > 0 ? rows : metric || where;
    free(spec->stop);
    free(spec->budget);
    spec->stop = NULL;
    spec->budget = strdup(plan->scale->tuning_budget);
    return spec->budget ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for the trials");
}

/* The trial is counted before it is filled in, so that lf_plan_free() finds what there is. */
static lf_status tuning_add(tuning_plan *plan, size_t problem, size_t method, size_t point,
                            const char *parameters, uint64_t seed) {
    lf_planned_run *grown = realloc(plan->trial, (plan->n + 1) * sizeof *grown);
    if (!grown) return lf_fail(LF_NO_MEMORY, "no memory for the trials");
    plan->trial = grown;
    lf_planned_run *trial = &grown[plan->n++];
    *trial = (lf_planned_run){.problem = problem, .method = method, .point = point};
    LF_TRY(lf_experiment_fill(plan->experiment, plan->scale, seed, parameters, trial));
    LF_TRY(tuning_schedule(plan, trial));
    LF_TRY(lf_run_spec_key(&trial->spec, trial->key, NULL));
    trial->parameters = strdup(parameters);
    return trial->parameters ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for the trials");
}

/* Every point with every seed; a deterministic method would repeat itself, so it gets the first. */
static lf_status tuning_pair(tuning_plan *plan, size_t problem, size_t method) {
    const lf_experiment_tuning *tuning = plan->experiment->tuning;
    const size_t seeds = plan->experiment->methods[method].deterministic ? 1 : plan->n_seeds;
    lf_space space;
    LF_TRY(lf_tuning_space(plan->experiment, problem, method, &space));
    char **points;
    lf_status status = lf_space_points(&space, tuning->points, tuning->seed, &points);
    lf_space_free(&space);
    LF_TRY(status);
    for (size_t p = 0; p < tuning->points; p++)
        for (size_t s = 0; s < seeds && status == LF_OK; s++)
            status = tuning_add(plan, problem, method, p, points[p], plan->seeds[s]);
    lf_space_points_free(points, tuning->points);
    return status;
}

/* The order is part of the contract: what judges the trials walks along it. */
static lf_status tuning_all(tuning_plan *plan) {
    const lf_experiment *experiment = plan->experiment;
    for (size_t i = 0; i < experiment->problems_count; i++)
        for (size_t k = 0; k < experiment->methods_count; k++)
            if (lf_experiment_runs(experiment, i, k) &&
                lf_experiment_tuned_on(experiment, i) == i && lf_tuning_grid(experiment, i, k))
                LF_TRY(tuning_pair(plan, i, k));
    return LF_OK;
}

lf_status lf_tuning_plan(const lf_experiment *experiment, const char *scale,
                         lf_planned_run **trials, size_t *n) {
    *trials = NULL;
    *n = 0;
    tuning_plan plan = {.experiment = experiment,
                        .scale = lf_experiment_find_scale(experiment, scale)};
    if (!plan.scale) return LF_BAD_INPUT;
    if (!lf_tuning_wanted(experiment, plan.scale)) return LF_OK;
    LF_TRY(lf_seeds_parse(experiment->tuning->seeds, &plan.seeds, &plan.n_seeds));
    lf_status status = tuning_all(&plan);
    free(plan.seeds);
    if (status != LF_OK) {
        lf_plan_free(plan.trial, plan.n);
        return status;
    }
    *trials = plan.trial;
    *n = plan.n;
    return LF_OK;
}
