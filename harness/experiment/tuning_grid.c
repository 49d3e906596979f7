/**
 * @file tuning_grid.c
 * @brief From the tuning section of an experiment to the list of its trials.
 *
 * A trial is planned like a run, with the same settings below its point, and then given the tuning
 * budget and a schedule of its own. Its key is that of any other run: two experiments that try the
 * same point share the trial, and so does a run that happens to be the same.
 */
#include "harness/experiment/tuning_grid.h"
#include "harness/experiment/experiment_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/number.h"
#include "base/text.h"
#include "harness/experiment/experiment_parts.h"
#include "harness/registry/parameters.h"
#include "harness/registry/registry.h"

bool lf_tuning_wanted(const lf_experiment *experiment, const lf_experiment_scale *scale) {
    return experiment->tuning && scale->tuning_budget;
}

/* Grids are few: looked up each time, they need no table. */
const lf_experiment_grid *lf_tuning_grid(const lf_experiment *experiment, size_t problem,
                                         size_t method) {
    const lf_experiment_tuning *tuning = experiment->tuning;
    const lf_experiment_grid *grid = NULL;
    for (size_t i = 0; tuning && i < tuning->grids_count; i++) {
        const lf_experiment_grid *g = &tuning->grids[i];
        if (strcmp(g->method, experiment->methods[method].id) == 0 &&
            (!g->problem || strcmp(g->problem, experiment->problems[problem].id) == 0))
            grid = g;
    }
    return grid;
}

/* The algorithm's own table says which parameters are whole numbers. */
lf_status lf_tuning_space(const lf_experiment *experiment, size_t problem, size_t method,
                          lf_space *space) {
    const lf_algorithm *algorithm;
    const char *id = experiment->methods[method].id;
    LF_TRY(lf_spec_algorithm(experiment->methods[method].algorithm, &algorithm));
    return lf_space_parse(lf_tuning_grid(experiment, problem, method)->grid, id, algorithm->params,
                          space);
}

bool lf_tuning_races(const lf_experiment_scale *scale) {
    return scale->tuning_budget && strcmp(scale->tuning_budget, "full") == 0;
}

size_t lf_tuning_finalists(const lf_experiment *experiment) {
    enum { LEAST = 2, MOST = 4 };
    const size_t quarter = experiment->tuning->points / 4;
    if (experiment->tuning->finalists) return experiment->tuning->finalists;
    return quarter < LEAST ? LEAST : quarter > MOST ? MOST : quarter;
}

/* Every limit of the budget <- a quarter of it. */
static lf_status tuning_shorten(lf_run_spec *spec) {
    lf_text text = {0};
    for (const char *at = spec->budget; *at;) {
        double limit = 0;
        lf_number_read(at, &limit, &at);
        const int rest = (int)(strcspn(at, ",") + (at[strcspn(at, ",")] == ','));
        lf_text_format(&text, "%.17g%.*s", limit / 4, rest, at);
        at += rest;
    }
    if (!text.bytes) return lf_fail(LF_NO_MEMORY, "no memory for the trials");
    free(spec->budget);
    spec->budget = text.bytes;
    return LF_OK;
}

/* The schedule of a trial: one judged at its end needs no other row, and an expensive metric only
 * where it decides. The stopping rule is left out: every trial may spend the whole budget. */
static lf_status tuning_schedule(const lf_trial_list *plan, bool screen, lf_planned_run *trial) {
    const lf_experiment_tuning *tuning = plan->experiment->tuning;
    bool metric, where;
    LF_TRY(lf_experiment_is_expensive(plan->experiment, trial->problem, tuning->metric, &metric));
    LF_TRY(lf_experiment_is_expensive(plan->experiment, trial->problem, tuning->where, &where));
    lf_run_spec *spec = &trial->spec;
    if (!tuning->target) {
        spec->checkpoints = 1;
        spec->log_spaced = false;
    }
    /* With a target the metric is looked at as often as in a run, at the least once. */
    const size_t rows = tuning->target && metric ? spec->expensive : 0;
    spec->expensive = rows > 0 ? rows : metric || where;
    free(spec->stop);
    spec->stop = NULL;
    if (lf_tuning_races(plan->scale)) return screen ? tuning_shorten(spec) : LF_OK;
    free(spec->budget);
    spec->budget = strdup(plan->scale->tuning_budget);
    return spec->budget ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for the trials");
}

/* The trial is counted before it is filled in, so that lf_plan_free() finds what there is. */
lf_status lf_trials_add(lf_trial_list *plan, size_t problem, size_t method, size_t point,
                        const char *parameters, size_t seed, bool screen) {
    LF_TRY(lf_grow(&plan->trial, plan->n, sizeof *plan->trial, "the trials"));
    lf_planned_run *trial = &plan->trial[plan->n++];
    *trial = (lf_planned_run){.problem = problem, .method = method, .point = point};
    LF_TRY(lf_experiment_fill(plan->experiment, plan->scale, plan->seeds[seed], parameters, false,
                              trial));
    LF_TRY(tuning_schedule(plan, screen, trial));
    LF_TRY(lf_run_spec_key(&trial->spec, trial->key, NULL));
    trial->parameters = strdup(parameters);
    return trial->parameters ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for the trials");
}

/* Every point with every seed, or the first where the seed changes nothing. A race begins with one
 * seed. */
static lf_status tuning_pair(lf_trial_list *plan, size_t problem, size_t method) {
    const lf_experiment_tuning *tuning = plan->experiment->tuning;
    const bool race = lf_tuning_races(plan->scale);
    const bool one = race || lf_experiment_fixed(plan->experiment, problem, method);
    const bool screen = race && tuning->points > LF_RACE_UNSCREENED;
    char **points;
    LF_TRY(lf_tuning_points(plan, problem, method, &points));
    lf_status status = LF_OK;
    for (size_t p = 0; p < tuning->points; p++)
        for (size_t s = 0; s < (one ? 1 : plan->n_seeds) && status == LF_OK; s++)
            status = lf_trials_add(plan, problem, method, p, points[p], s, screen);
    lf_text_list_free(points, tuning->points);
    return status;
}

/* The order is part of the contract: what judges the trials walks along it. */
static lf_status tuning_all(lf_trial_list *plan) {
    const lf_experiment *experiment = plan->experiment;
    for (size_t i = 0; i < experiment->problems_count; i++)
        for (size_t k = 0; k < experiment->methods_count; k++)
            if (lf_experiment_runs(experiment, i, k) &&
                lf_experiment_tuned_on(experiment, i) == i && lf_tuning_grid(experiment, i, k))
                LF_TRY(tuning_pair(plan, i, k));
    return LF_OK;
}

lf_status lf_trials_open(const lf_experiment *experiment, const char *scale, lf_trial_list *list) {
    *list = (lf_trial_list){.experiment = experiment,
                            .scale = lf_experiment_find_scale(experiment, scale)};
    if (!list->scale) return LF_BAD_INPUT;
    return lf_seeds_parse(experiment->tuning->seeds, &list->seeds, &list->n_seeds);
}

void lf_trials_close(lf_trial_list *list) {
    free(list->seeds);
    lf_plan_free(list->trial, list->n);
    *list = (lf_trial_list){0};
}

/* Of one point trials of one length stand together, in the order of their seeds. */
static int tuning_compare(const void *a, const void *b) {
    const lf_planned_run *x = a, *y = b;
    if (x->problem != y->problem) return x->problem > y->problem ? 1 : -1;
    if (x->method != y->method) return x->method > y->method ? 1 : -1;
    if (x->point != y->point) return x->point > y->point ? 1 : -1;
    const int budget = strcmp(x->spec.budget, y->spec.budget);
    if (budget != 0) return budget;
    return (x->spec.seed > y->spec.seed) - (x->spec.seed < y->spec.seed);
}

void lf_trials_sort(lf_planned_run *trial, size_t n) {
    if (n > 0) qsort(trial, n, sizeof *trial, tuning_compare);
}

lf_status lf_tuning_plan(const lf_experiment *experiment, const char *scale,
                         lf_planned_run **trials, size_t *n) {
    *trials = NULL;
    *n = 0;
    const lf_experiment_scale *is = lf_experiment_find_scale(experiment, scale);
    if (!is) return LF_BAD_INPUT;
    if (!lf_tuning_wanted(experiment, is)) return LF_OK;
    lf_trial_list plan;
    lf_status status = lf_trials_open(experiment, scale, &plan);
    if (status == LF_OK) status = tuning_all(&plan);
    if (status == LF_OK) {
        *trials = plan.trial;
        *n = plan.n;
        plan.trial = NULL;
        plan.n = 0;
    }
    lf_trials_close(&plan);
    return status;
}
