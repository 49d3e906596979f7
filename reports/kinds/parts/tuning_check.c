/**
 * @file tuning_check.c
 * @brief What the tuning section may say; it asks the same of every method, and asks it of points
 * that exist.
 *
 * These checks are what "equal" means, so they are made when the file is read, at every scale and
 * before anything is spent: enough points for everybody, values that the algorithms accept, and
 * seeds that no comparison uses.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/tuning_grid.h"
#include "harness/registry/parameters.h"
#include "harness/registry/registry.h"
#include "reports/kinds/parts/tuning.h"

static const cyaml_schema_field_t tuning_grid_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_grid, method),
    LF_SCHEMA_TEXT(lf_experiment_grid, problem),
    LF_SCHEMA_NEEDED(lf_experiment_grid, grid),
    LF_SCHEMA_TEXT(lf_experiment_grid, note),
    CYAML_FIELD_END,
};
LF_SCHEMA_VALUE(tuning_grid, lf_experiment_grid, tuning_grid_fields);

const cyaml_schema_field_t lf_tuning_fields[] = {
    LF_SCHEMA_NEEDED(lf_experiment_tuning, metric),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_tuning, target),
    LF_SCHEMA_TEXT(lf_experiment_tuning, judge),
    LF_SCHEMA_TEXT(lf_experiment_tuning, cost),
    LF_SCHEMA_TEXT(lf_experiment_tuning, where),
    LF_SCHEMA_OPTIONAL_REAL(lf_experiment_tuning, at_most),
    LF_SCHEMA_TEXT(lf_experiment_tuning, bound),
    LF_SCHEMA_COUNT(lf_experiment_tuning, points),
    LF_SCHEMA_COUNT(lf_experiment_tuning, finalists),
    LF_SCHEMA_FLAG(lf_experiment_tuning, given),
    LF_SCHEMA_TEXT(lf_experiment_tuning, search),
    LF_SCHEMA_COUNT(lf_experiment_tuning, seed),
    LF_SCHEMA_NEEDED(lf_experiment_tuning, seeds),
    LF_SCHEMA_LIST(lf_experiment_tuning, grids, tuning_grid),
    CYAML_FIELD_END,
};

/* A seed that tuned parameters may not judge them, at whatever scale. */
static lf_status check_disjoint(const lf_experiment *experiment, const char *scale,
                                const char *text, const uint64_t *seeds, size_t n) {
    const size_t runs = lf_experiment_level_runs(experiment, SIZE_MAX);
    uint64_t *own;
    size_t n_own;
    if (!text) return LF_OK;
    LF_TRY(lf_seeds_parse(text, &own, &n_own));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        for (size_t k = 0; k < n_own && status == LF_OK; k++)
            if (seeds[i] / runs == own[k] / runs)
                status = lf_fail(LF_BAD_INPUT,
                                 "seeds: %llu is also a seed of scale '%s'%s; what was tuned on a "
                                 "seed cannot be judged on it",
                                 (unsigned long long)seeds[i], scale,
                                 runs > 1 ? ", or of its level" : "");
    free(own);
    return status;
}

/* Also scales that do not tune: a later edit of the file should not change what is fair. */
static lf_status check_seeds(const lf_experiment *experiment) {
    uint64_t *seeds;
    size_t n;
    LF_TRY(lf_seeds_parse(experiment->tuning->seeds, &seeds, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < experiment->scales_count && status == LF_OK; i++) {
        const lf_experiment_scale *scale = &experiment->scales[i];
        status = check_disjoint(experiment, scale->name, scale->seeds, seeds, n);
        for (size_t k = 0; k < scale->settings_count && status == LF_OK; k++)
            status = check_disjoint(experiment, scale->name, scale->settings[k].seeds, seeds, n);
        for (size_t k = 0; k < experiment->settings_count && status == LF_OK; k++)
            status =
                check_disjoint(experiment, scale->name, experiment->settings[k].seeds, seeds, n);
    }
    free(seeds);
    return status;
}

/* A budget without a tuning section is a section that was forgotten, or misspelt. */
static lf_status check_budgets(const lf_experiment *experiment) {
    for (size_t i = 0; i < experiment->scales_count; i++) {
        const lf_experiment_scale *scale = &experiment->scales[i];
        if (!scale->tuning_budget) continue;
        lf_status status = LF_OK;
        if (!experiment->tuning)
            status = lf_fail(LF_BAD_INPUT, "there is no tuning section");
        else if (!lf_tuning_races(scale))
            status = lf_experiment_check_budget(scale->tuning_budget);
        if (status != LF_OK)
            return lf_fail_within(status, "scale '%s': tuning_budget: ", scale->name);
    }
    return LF_OK;
}

/* One value of one axis is accepted by the algorithm. */
static lf_status check_value(const char *spec, const lf_space_axis *axis, size_t i) {
    char *assignment = NULL, *merged = NULL, *canonical = NULL;
    if (asprintf(&assignment, "%s=%s", axis->name, axis->value[i]) < 0)
        return lf_fail(LF_NO_MEMORY, "no memory for a grid");
    lf_status status = lf_spec_merge(spec, assignment, &merged);
    if (status == LF_OK) status = lf_algorithm_canonical(merged, &canonical);
    free(assignment);
    free(merged);
    free(canonical);
    return status;
}

/* Values are tried one axis at a time: parameters have ranges, and no conditions between them. */
static lf_status check_space(const lf_experiment *experiment, size_t method,
                             const lf_space *space) {
    const lf_experiment_tuning *tuning = experiment->tuning;
    const char *spec = experiment->methods[method].algorithm;
    const bool random = tuning->search && strcmp(tuning->search, "random") == 0;
    for (size_t a = 0; a < space->axes; a++) {
        if (space->axis[a].open && !random)
            return lf_fail(LF_BAD_INPUT,
                           "%s: a grid needs a number of values, as in {%s..%s:7}; without one, "
                           "search: random draws from it",
                           space->axis[a].name, space->axis[a].value[0], space->axis[a].value[1]);
        for (size_t i = 0; i < space->axis[a].values; i++)
            LF_TRY(check_value(spec, &space->axis[a], i));
    }
    /* Of more points some are drawn; of fewer the method would get less than its rivals. */
    const size_t size = lf_space_size(space);
    if (size >= tuning->points) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "the grid has %zu points, but every method gets %u (points): give it more "
                   "values, or all of them fewer points",
                   size, tuning->points);
}

/* The algorithm's settings do not matter here, only whether it takes each value. */
static lf_status check_pair(const lf_experiment *experiment, size_t problem, size_t method) {
    if (!lf_tuning_grid(experiment, problem, method)) return LF_OK;
    lf_space space;
    lf_status status = lf_tuning_space(experiment, problem, method, &space);
    if (status == LF_OK) status = check_space(experiment, method, &space);
    lf_space_free(&space);
    if (status == LF_OK) return LF_OK;
    return lf_fail_within(status, "'%s' on '%s': ", experiment->methods[method].id,
                          experiment->problems[problem].id);
}

/* The first parameter that two grids both try, at other values; NULL: there is none. One that is
 * fixed in either is what its mode is about. */
static const char *check_unlike(const lf_space *a, const lf_space *b) {
    for (size_t i = 0; i < a->axes; i++)
        for (size_t k = 0; k < b->axes; k++)
            if (strcmp(a->axis[i].name, b->axis[k].name) == 0 && a->axis[i].values > 1 &&
                b->axis[k].values > 1 && !lf_space_alike(&a->axis[i], &b->axis[k]))
                return a->axis[i].name;
    return NULL;
}

/* Two modes of one method get the same chances, or the file says why not. */
static lf_status check_modes(const lf_experiment *experiment, size_t problem, size_t one,
                             size_t other) {
    const lf_experiment_grid *a = lf_tuning_grid(experiment, problem, one),
                             *b = lf_tuning_grid(experiment, problem, other);
    const lf_algorithm *is, *also;
    lf_space own = {0}, theirs = {0};
    if (!a || !b || a->note || b->note) return LF_OK;
    LF_TRY(lf_spec_algorithm(experiment->methods[one].algorithm, &is));
    LF_TRY(lf_spec_algorithm(experiment->methods[other].algorithm, &also));
    if (is != also) return LF_OK;
    LF_TRY(lf_tuning_space(experiment, problem, one, &own));
    lf_status status = lf_tuning_space(experiment, problem, other, &theirs);
    const char *name = status == LF_OK ? check_unlike(&own, &theirs) : NULL;
    if (name)
        status = lf_fail(LF_BAD_INPUT,
                         "'%s' and '%s' on '%s' are both %s, and %s is tried at other values: give "
                         "both the same, or one of the grids a note that says why",
                         experiment->methods[one].id, experiment->methods[other].id,
                         experiment->problems[problem].id, is->name, name);
    lf_space_free(&theirs);
    lf_space_free(&own);
    return status;
}

/* Everything that is tuned on a problem. */
static lf_status check_problem(const lf_experiment *experiment, size_t problem) {
    if (lf_experiment_tuned_on(experiment, problem) != problem) return LF_OK;
    for (size_t k = 0; k < experiment->methods_count; k++) {
        if (!lf_experiment_runs(experiment, problem, k)) continue;
        LF_TRY(check_pair(experiment, problem, k));
        for (size_t before = 0; before < k; before++)
            if (lf_experiment_runs(experiment, problem, before))
                LF_TRY(check_modes(experiment, problem, before, k));
    }
    return LF_OK;
}

/* Names first: a message about a grid of a method that does not exist would confuse. */
static lf_status check_grids(const lf_experiment *experiment) {
    const lf_experiment_tuning *tuning = experiment->tuning;
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    if (tuning->points == 0) return lf_fail(LF_BAD_INPUT, "points: at least 1 is needed");
    if (tuning->finalists == 1)
        return lf_fail(LF_BAD_INPUT, "finalists: at least 2, or the first seed alone chooses");
    if (tuning->search && strcmp(tuning->search, "grid") != 0 &&
        strcmp(tuning->search, "random") != 0)
        return lf_fail(LF_BAD_INPUT, "search: expected grid or random, not '%s'", tuning->search);
    if (tuning->judge && strcmp(tuning->judge, "median") != 0 &&
        strcmp(tuning->judge, "worst") != 0)
        return lf_fail(LF_BAD_INPUT, "judge: expected median or worst, not '%s'", tuning->judge);
    if (tuning->grids_count == 0) return lf_fail(LF_BAD_INPUT, "there are no grids");
    for (size_t i = 0; i < tuning->grids_count; i++) {
        lf_status status = lf_names_check(&methods, tuning->grids[i].method);
        if (status == LF_OK) status = lf_names_check(&problems, tuning->grids[i].problem);
        if (status != LF_OK) return lf_fail_within(status, "grids[%zu]: ", i + 1);
    }
    for (size_t i = 0; i < experiment->problems_count; i++)
        LF_TRY(check_problem(experiment, i));
    return LF_OK;
}

/* Metrics are asked of the problems that are tuned: a method without a grid runs as given. */
static lf_status check_tuning(const lf_experiment *experiment) {
    const lf_experiment_tuning *tuning = experiment->tuning;
    LF_TRY(lf_experiment_check_tuned(experiment, tuning->metric));
    LF_TRY(lf_experiment_check_tuned(experiment, tuning->where));
    LF_TRY(lf_experiment_check_where(experiment, tuning->where, tuning->at_most, tuning->bound));
    if (tuning->cost && !tuning->target) return lf_fail(LF_BAD_INPUT, "cost goes with target");
    if (tuning->cost && strcmp(tuning->cost, "seconds") != 0)
        LF_TRY(lf_experiment_check_cost(experiment, SIZE_MAX, 0, NULL, tuning->cost));
    LF_TRY(check_seeds(experiment));
    return check_grids(experiment);
}

lf_status lf_tuning_check(const lf_experiment *experiment) {
    LF_TRY(check_budgets(experiment));
    if (!experiment->tuning) return LF_OK;
    lf_status status = check_tuning(experiment);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "tuning: ");
}
