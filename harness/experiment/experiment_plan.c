/**
 * @file experiment_plan.c
 * @brief From an experiment and a scale to the list of its runs.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_parts.h"
#include "harness/registry/parameters.h"

/* More seeds than this are a slip of the pen. */
enum { PLAN_SEEDS = 100000 };

const lf_experiment_scale *lf_experiment_find_scale(const lf_experiment *experiment,
                                                    const char *name) {
    const lf_names scales = LF_NAMES("scale", experiment->scales, experiment->scales_count);
    size_t i = lf_names_find(&scales, name);
    if (i == SIZE_MAX) {
        lf_names_check(&scales, name);
        return NULL;
    }
    return &experiment->scales[i];
}

/* One number of a seed list; *at <- behind it. */
static lf_status plan_seed(const char *whole, const char **at, uint64_t *seed) {
    char *end;
    if (isdigit((unsigned char)**at)) {
        *seed = strtoull(*at, &end, 10); /* the largest for what is larger */
        *at = end;
        if (*seed <= LF_SEED_MOST) return LF_OK;
        return lf_fail(LF_BAD_INPUT, "seeds '%s': a seed is at most %" PRIu64 ", that is 2^63 - 1",
                       whole, LF_SEED_MOST);
    }
    return lf_fail(LF_BAD_INPUT, "seeds '%s': expected numbers as in 0-4 or 0,3,7", whole);
}

static lf_status plan_add_seed(const char *whole, uint64_t seed, uint64_t *seeds, size_t *n) {
    if (*n == PLAN_SEEDS)
        return lf_fail(LF_BAD_INPUT, "seeds '%s': more than %d", whole, PLAN_SEEDS);
    seeds[(*n)++] = seed;
    return LF_OK;
}

/* "A", "A-B" and so on, separated by commas, into `seeds` (PLAN_SEEDS). */
static lf_status plan_read_seeds(const char *text, uint64_t *seeds, size_t *n) {
    for (const char *at = text;; at++) {
        uint64_t first = 0, last;
        LF_TRY(plan_seed(text, &at, &first));
        last = first;
        if (*at == '-') {
            at++;
            LF_TRY(plan_seed(text, &at, &last));
        }
        if (last < first)
            return lf_fail(LF_BAD_INPUT, "seeds '%s': a range goes upwards, as in 0-4", text);
        for (uint64_t seed = first;; seed++) {
            LF_TRY(plan_add_seed(text, seed, seeds, n));
            if (seed == last) break;
        }
        if (*at == '\0') return LF_OK;
        if (*at != ',')
            return lf_fail(LF_BAD_INPUT, "seeds '%s': expected numbers as in 0-4 or 0,3,7", text);
    }
}

static int plan_compare_seeds(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Sorted, equal seeds stand side by side: "0-99999" is compared in no time. */
static lf_status plan_distinct_seeds(const char *whole, const uint64_t *seeds, size_t n) {
    uint64_t *sorted = malloc(n * sizeof *sorted);
    if (!sorted) return lf_fail(LF_NO_MEMORY, "no memory for seeds");
    memcpy(sorted, seeds, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, plan_compare_seeds);
    lf_status status = LF_OK;
    for (size_t i = 1; i < n && status == LF_OK; i++)
        if (sorted[i] == sorted[i - 1])
            status = lf_fail(LF_BAD_INPUT, "seeds '%s': %" PRIu64 " stands there twice", whole,
                             sorted[i]);
    free(sorted);
    return status;
}

lf_status lf_seeds_parse(const char *text, uint64_t **seeds, size_t *n) {
    *n = 0;
    *seeds = malloc(PLAN_SEEDS * sizeof **seeds);
    if (!*seeds) return lf_fail(LF_NO_MEMORY, "no memory for seeds");
    lf_status status = plan_read_seeds(text, *seeds, n);
    if (status == LF_OK) status = plan_distinct_seeds(text, *seeds, *n);
    if (status == LF_OK) return LF_OK;
    free(*seeds);
    *seeds = NULL;
    *n = 0;
    return status;
}

static bool plan_matches(const lf_experiment *experiment, const lf_experiment_setting *setting,
                         size_t problem, size_t method) {
    return (!setting->problem || strcmp(setting->problem, experiment->problems[problem].id) == 0) &&
           (!setting->method || strcmp(setting->method, experiment->methods[method].id) == 0);
}

/* Settings are laid on top of each other in the order of the file, so that of two that give the
 * same parameter the last one wins. */
static lf_status plan_apply(const lf_experiment *experiment, size_t n,
                            const lf_experiment_setting *setting, size_t problem, size_t method,
                            char **spec) {
    for (size_t i = 0; i < n; i++) {
        if (!setting[i].parameters || !plan_matches(experiment, &setting[i], problem, method))
            continue;
        char *merged;
        LF_TRY(lf_spec_merge(*spec, setting[i].parameters, &merged));
        free(*spec);
        *spec = merged;
    }
    return LF_OK;
}

lf_status lf_experiment_method_spec(const lf_experiment *experiment,
                                    const lf_experiment_scale *scale, size_t problem, size_t method,
                                    char **algorithm) {
    char *spec;
    LF_TRY(lf_algorithm_canonical(experiment->methods[method].algorithm, &spec));
    lf_status status = plan_apply(experiment, experiment->settings_count, experiment->settings,
                                  problem, method, &spec);
    if (status == LF_OK)
        status =
            plan_apply(experiment, scale->settings_count, scale->settings, problem, method, &spec);
    if (status == LF_OK) status = lf_algorithm_canonical(spec, algorithm);
    free(spec);
    return status;
}

/* The scale's budget, unless a setting gives another one: the last match wins, and the scale's own
 * settings come after the experiment's. */
const char *lf_experiment_budget(const lf_experiment *experiment, const lf_experiment_scale *scale,
                                 size_t problem, size_t method) {
    const char *budget = scale->budget;
    for (size_t i = 0; i < experiment->settings_count; i++)
        if (experiment->settings[i].budget &&
            plan_matches(experiment, &experiment->settings[i], problem, method))
            budget = experiment->settings[i].budget;
    for (size_t i = 0; i < scale->settings_count; i++)
        if (scale->settings[i].budget &&
            plan_matches(experiment, &scale->settings[i], problem, method))
            budget = scale->settings[i].budget;
    return budget;
}

/* Parameters that were chosen for this pair; NULL if none were. */
static const char *plan_choice(const lf_choice *choices, size_t n, size_t problem, size_t method) {
    for (size_t i = 0; i < n; i++)
        if (choices[i].problem == problem && choices[i].method == method)
            return choices[i].parameters;
    return NULL;
}

static lf_status plan_algorithm(const lf_experiment *experiment, const lf_experiment_scale *scale,
                                const lf_planned_run *run, const char *parameters,
                                char **algorithm) {
    LF_TRY(lf_experiment_method_spec(experiment, scale, run->problem, run->method, algorithm));
    if (!parameters) return LF_OK;
    char *merged = NULL;
    lf_status status = lf_spec_merge(*algorithm, parameters, &merged);
    free(*algorithm);
    *algorithm = NULL;
    if (status == LF_OK) status = lf_algorithm_canonical(merged, algorithm);
    free(merged);
    return status;
}

lf_status lf_experiment_fill(const lf_experiment *experiment, const lf_experiment_scale *scale,
                             uint64_t seed, const char *parameters, lf_planned_run *run) {
    lf_run_spec *spec = &run->spec;
    LF_TRY(lf_problem_canonical(experiment->problems[run->problem].problem, &spec->problem));
    LF_TRY(plan_algorithm(experiment, scale, run, parameters, &spec->algorithm));
    LF_TRY(lf_spec_code(spec->problem, spec->algorithm, &spec->code));
    spec->seed = seed;
    spec->budget = strdup(lf_experiment_budget(experiment, scale, run->problem, run->method));
    spec->checkpoints = scale->checkpoints;
    spec->log_spaced = scale->spacing && strcmp(scale->spacing, "log") == 0;
    spec->expensive = scale->expensive;
    spec->stop = scale->stop ? strdup(scale->stop) : NULL;
    if (!spec->budget || (scale->stop && !spec->stop))
        return lf_fail(LF_NO_MEMORY, "no memory for the plan");
    return lf_run_spec_key(spec, run->key, NULL);
}

/* What a plan is made from. */
typedef struct {
    const lf_experiment *experiment;
    const lf_experiment_scale *scale;
    const lf_choice *choices;
    size_t n_choices;
    uint64_t *seeds;
    size_t n_seeds;
} plan_source;

/* All seeds of one pair; a deterministic method would repeat itself, so it gets the first only. */
static lf_status plan_pair(const plan_source *from, size_t problem, size_t method,
                           lf_planned_run *runs, size_t *n) {
    const size_t on = lf_experiment_tuned_on(from->experiment, problem);
    const char *chosen = plan_choice(from->choices, from->n_choices, on, method);
    const size_t seeds = from->experiment->methods[method].deterministic ? 1 : from->n_seeds;
    for (size_t i = 0; i < seeds; i++) {
        lf_planned_run *run = &runs[(*n)++];
        *run = (lf_planned_run){.problem = problem, .method = method};
        LF_TRY(lf_experiment_fill(from->experiment, from->scale, from->seeds[i], chosen, run));
    }
    return LF_OK;
}

static lf_status plan_all(const plan_source *from, lf_planned_run *runs, size_t *n) {
    for (size_t i = 0; i < from->experiment->problems_count; i++)
        for (size_t k = 0; k < from->experiment->methods_count; k++)
            if (lf_experiment_runs(from->experiment, i, k)) LF_TRY(plan_pair(from, i, k, runs, n));
    return LF_OK;
}

lf_status lf_experiment_plan(const lf_experiment *experiment, const char *scale_name,
                             const lf_choice *choices, size_t n_choices, lf_planned_run **runs,
                             size_t *n) {
    *runs = NULL;
    *n = 0;
    plan_source from = {
        experiment, lf_experiment_find_scale(experiment, scale_name), choices, n_choices, NULL, 0};
    if (!from.scale) return LF_BAD_INPUT;
    LF_TRY(lf_seeds_parse(from.scale->seeds, &from.seeds, &from.n_seeds));
    size_t most = from.n_seeds * experiment->problems_count * experiment->methods_count;
    lf_planned_run *list = calloc(most, sizeof *list);
    lf_status status =
        list ? plan_all(&from, list, n) : lf_fail(LF_NO_MEMORY, "no memory for %zu runs", most);
    free(from.seeds);
    if (status != LF_OK) {
        lf_plan_free(list, *n);
        *n = 0;
        return status;
    }
    *runs = list;
    return LF_OK;
}
