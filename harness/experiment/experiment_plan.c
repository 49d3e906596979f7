/**
 * @file experiment_plan.c
 * @brief From an experiment and a scale to the list of its runs.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_parts.h"
#include "harness/registry/parameters.h"

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

/* What the last setting that matches says in one of its texts; NULL: none does. The scale's own
 * settings come after the experiment's. */
static const char *plan_last(const lf_experiment *experiment, const lf_experiment_scale *scale,
                             size_t problem, size_t method, size_t text) {
    const lf_experiment_setting *const list[] = {experiment->settings, scale->settings};
    const size_t count[] = {experiment->settings_count, scale->settings_count};
    const char *last = NULL;
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < count[k]; i++) {
            const char *const *says = (const void *)((const char *)&list[k][i] + text);
            if (*says && plan_matches(experiment, &list[k][i], problem, method)) last = *says;
        }
    return last;
}

const char *lf_experiment_budget(const lf_experiment *experiment, const lf_experiment_scale *scale,
                                 size_t problem, size_t method) {
    const char *budget =
        plan_last(experiment, scale, problem, method, offsetof(lf_experiment_setting, budget));
    return budget ? budget : scale->budget;
}

/* Added ones are in the scale's settings, and begin with the scale's. */
const char *lf_experiment_listed_seeds(const lf_experiment *experiment,
                                       const lf_experiment_scale *scale, size_t problem,
                                       size_t method) {
    const size_t text = offsetof(lf_experiment_setting, seeds);
    const lf_experiment_scale bare = {.name = scale->name};
    const char *own = plan_last(experiment, &bare, problem, method, text);
    return own && own == plan_last(experiment, scale, problem, method, text) ? own : scale->seeds;
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

lf_status lf_experiment_problem_spec(const lf_experiment_problem *problem, uint64_t seed,
                                     char **spec) {
    lf_status status = lf_problem_canonical(problem->problem, spec);
    for (size_t i = 0; i < problem->varies_count && status == LF_OK; i++) {
        const char *name = problem->varies[i];
        char set[96], *merged = NULL;
        if (strcmp(name, LF_VARIES_START) == 0) continue;
        snprintf(set, sizeof set, "%.*s=%" PRIu64, (int)strcspn(name, "/"), name,
                 seed / lf_varies_runs(name));
        status = lf_spec_merge(*spec, set, &merged);
        free(*spec);
        *spec = NULL;
        if (status == LF_OK) status = lf_problem_canonical(merged, spec);
        free(merged);
    }
    return status;
}

lf_status lf_experiment_fill(const lf_experiment *experiment, const lf_experiment_scale *scale,
                             uint64_t seed, const char *parameters, bool nudged,
                             lf_planned_run *run) {
    lf_run_spec *spec = &run->spec;
    LF_TRY(lf_experiment_problem_spec(&experiment->problems[run->problem], seed, &spec->problem));
    LF_TRY(plan_algorithm(experiment, scale, run, parameters, &spec->algorithm));
    const bool moved = seed != 0 && lf_experiment_moves(experiment, run->problem);
    lf_spec_start(nudged ? LF_START_NUDGED : moved ? LF_START_MOVED : LF_START_OWN);
    const lf_status status = lf_spec_code(spec->problem, spec->algorithm, &spec->code);
    lf_spec_start(LF_START_OWN);
    LF_TRY(status);
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

/* What a plan is made from, and how far it is. */
typedef struct {
    const lf_experiment *experiment;
    const lf_experiment_scale *scale;
    const lf_choice *choices;
    size_t n_choices;
    lf_planned_run *runs;
    size_t n;
} plan_work;

/* Room for the runs of a pair; *count <- how many. Where the seed changes nothing there is one,
 * nudged or not. */
static lf_status plan_room(plan_work *w, size_t problem, size_t method, uint64_t **seeds,
                           size_t *count) {
    const char *own =
        plan_last(w->experiment, w->scale, problem, method, offsetof(lf_experiment_setting, seeds));
    LF_TRY(lf_seeds_parse(own ? own : w->scale->seeds, seeds, count));
    if (lf_experiment_fixed(w->experiment, problem, method)) *count = 1;
    lf_planned_run *more = realloc(w->runs, (w->n + *count) * sizeof *more);
    if (more) w->runs = more;
    return more ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for %zu runs", w->n + *count);
}

/* All seeds of one pair; or, where the seed changes nothing, the run that is nudged. */
static lf_status plan_pair(plan_work *w, size_t problem, size_t method, bool nudged) {
    const size_t on = lf_experiment_tuned_on(w->experiment, problem);
    const char *chosen = plan_choice(w->choices, w->n_choices, on, method);
    uint64_t *seeds = NULL;
    size_t count = 0;
    lf_status status = plan_room(w, problem, method, &seeds, &count);
    for (size_t i = 0; i < count && status == LF_OK; i++) {
        lf_planned_run *run = &w->runs[w->n++];
        *run = (lf_planned_run){.problem = problem, .method = method};
        status = lf_experiment_fill(w->experiment, w->scale, seeds[i], chosen, nudged, run);
    }
    free(seeds);
    return status;
}

lf_status lf_experiment_plan(const lf_experiment *experiment, const char *scale,
                             const lf_choice *choices, size_t n_choices, lf_planned_run **runs,
                             size_t *n) {
    plan_work w = {
        experiment, lf_experiment_find_scale(experiment, scale), choices, n_choices, NULL, 0};
    *runs = NULL;
    *n = 0;
    lf_status status = w.scale ? LF_OK : LF_BAD_INPUT;
    for (int nudged = 0; nudged < 2; nudged++)
        for (size_t i = 0; i < experiment->problems_count; i++)
            for (size_t k = 0; k < experiment->methods_count && status == LF_OK; k++)
                if (lf_experiment_runs(experiment, i, k) &&
                    (!nudged || lf_experiment_fixed(experiment, i, k)))
                    status = plan_pair(&w, i, k, nudged);
    if (status != LF_OK) {
        lf_plan_free(w.runs, w.n);
        return status;
    }
    *runs = w.runs;
    *n = w.n;
    return LF_OK;
}
