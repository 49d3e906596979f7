/**
 * @file experiment_check.c
 * @brief What an experiment names exists: problems, methods, scales, settings.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "harness/experiment/experiment_parts.h"
#include "harness/experiment/figure_form.h"
#include "harness/experiment/section.h"
#include "harness/registry/parameters.h"
#include "harness/registry/registry.h"

/* Methods exist; the rest is for the figure's form to judge. */
static lf_status check_figure(const lf_experiment *experiment, const void *item) {
    const lf_experiment_figure *figure = item;
    const lf_names methods = lf_method_names(experiment);
    LF_TRY(lf_names_check_all(&methods, figure->methods_count, figure->methods));
    return lf_figure_form_check(experiment, figure);
}

lf_status lf_experiment_check_output(const lf_experiment *experiment) {
    const lf_names figures = LF_NAMES("figure", experiment->figures, experiment->figures_count);
    LF_TRY(lf_names_each(&figures, experiment, check_figure));
    for (size_t i = 0; i < LF_SECTIONS; i++)
        if (lf_section_at(i)->check) LF_TRY(lf_section_at(i)->check(experiment));
    return LF_OK;
}

/* Seeds of the problem, each once, that change from run to run. */
static lf_status check_varies(const lf_experiment_problem *problem) {
    for (size_t i = 0; i < problem->varies_count; i++) {
        const char *name = problem->varies[i], *end = strrchr(name, '_');
        const size_t length = strcspn(name, "/");
        const bool seed = end && strcspn(end, "/") == 5 && strncmp(end, "_seed", 5) == 0;
        if (!seed && strcmp(name, LF_VARIES_START) != 0)
            return lf_fail(LF_BAD_INPUT, "varies: '%s' is neither a seed, as split_seed is, nor %s",
                           name, LF_VARIES_START);
        if (lf_varies_runs(name) == 0)
            return lf_fail(LF_BAD_INPUT,
                           "varies: '%s': expected how many runs share a value, from 2 to 1000, as "
                           "in split_seed/3",
                           name);
        for (size_t k = 0; k < i; k++)
            if (strcspn(problem->varies[k], "/") == length &&
                strncmp(problem->varies[k], name, length) == 0)
                return lf_fail(LF_BAD_INPUT, "varies: '%.*s' stands there twice", (int)length,
                               name);
    }
    return LF_OK;
}

/* Only split=random draws rows: by any other the seed of a split changes nothing, and claims would
 * be about one split and said to be about all. */
static lf_status check_split(const lf_experiment_problem *problem, const char *canonical) {
    bool varies = false;
    for (size_t i = 0; i < problem->varies_count; i++)
        varies |= strncmp(problem->varies[i], "split_seed", strcspn(problem->varies[i], "/")) == 0;
    lf_spec spec;
    char *split = NULL;
    LF_TRY(lf_spec_split(canonical, &spec));
    if (varies) LF_TRY(lf_assignment_find(spec.assignments, "problem", "split", &split));
    lf_status status = LF_OK;
    if (split && (strcmp(split, "default") == 0 || strcmp(split, "official") == 0 ||
                  strcmp(split, "file") == 0))
        status = lf_fail(LF_BAD_INPUT,
                         "varies: split_seed changes nothing where split=%s: these rows are not "
                         "drawn; say split=random in its problem, or vary something else",
                         split);
    free(split);
    return status;
}

/* The specification is one that the registry takes, whatever the seed; constants have names of
 * their own. */
static lf_status check_problem(const lf_experiment *experiment, const void *item) {
    const lf_experiment_problem *problem = item;
    char *canonical;
    (void)experiment;
    LF_TRY(check_varies(problem));
    LF_TRY(lf_experiment_problem_spec(problem, 0, &canonical));
    const lf_status status = check_split(problem, canonical);
    free(canonical);
    if (status != LF_OK) return status;
    for (size_t i = 0; i < problem->constants_count; i++)
        if (lf_cost_is_word(problem->constants[i].name))
            return lf_fail(LF_BAD_INPUT,
                           "constant '%s': costs count something of this name; give the constant "
                           "another",
                           problem->constants[i].name);
    lf_names constants = LF_NAMES("constant", problem->constants, problem->constants_count);
    return lf_names_distinct(&constants);
}

/* The specification is one that the registry takes; measures have names of their own. */
static lf_status check_method(const lf_experiment *experiment, const void *item) {
    const lf_experiment_method *method = item;
    char *canonical;
    (void)experiment;
    LF_TRY(lf_algorithm_canonical(method->algorithm, &canonical));
    free(canonical);
    for (size_t i = 0; i < method->measures_count; i++)
        LF_TRY(lf_cost_check_measure(method->measures[i].name));
    lf_names measures = LF_NAMES("measure", method->measures, method->measures_count);
    return lf_names_distinct(&measures);
}

/* A method needs a view that the problem offers; found here, it costs no run. */
static lf_status check_pair(const lf_experiment *experiment, size_t problem, size_t method) {
    const lf_problem_class *is;
    const lf_algorithm *algorithm;
    LF_TRY(lf_spec_problem(experiment->problems[problem].problem, &is));
    LF_TRY(lf_spec_algorithm(experiment->methods[method].algorithm, &algorithm));
    if (is->views & (1u << algorithm->view)) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "method '%s' solves %s problems, and problem '%s' (%s) is none; list the "
                   "methods that run on it in its \"methods: [...]\"",
                   experiment->methods[method].id, lf_view_name(algorithm->view),
                   experiment->problems[problem].id, is->name);
}

/* What has to be there is there, ids are distinct, and use_* names only what there is. */
static lf_status check_lists(const lf_experiment *experiment) {
    if (!experiment->title) return lf_fail(LF_BAD_INPUT, "the key 'title' is missing");
    if (experiment->problems_count == 0) return lf_fail(LF_BAD_INPUT, "there are no problems");
    if (experiment->methods_count == 0) return lf_fail(LF_BAD_INPUT, "there are no methods");
    if (experiment->scales_count == 0) return lf_fail(LF_BAD_INPUT, "there are no scales");
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    LF_TRY(lf_names_distinct(&problems));
    LF_TRY(lf_names_distinct(&methods));
    lf_status status =
        lf_names_check_all(&problems, experiment->use_problems_count, experiment->use_problems);
    if (status != LF_OK) return lf_fail_within(status, "use_problems: ");
    status = lf_names_check_all(&methods, experiment->use_methods_count, experiment->use_methods);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "use_methods: ");
}

/* Every problem and method, used or not; then every pair that will be run. */
static lf_status check_plugins(const lf_experiment *experiment) {
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    LF_TRY(lf_names_each(&problems, experiment, check_problem));
    LF_TRY(lf_names_each(&methods, experiment, check_method));
    for (size_t i = 0; i < experiment->problems_count; i++)
        for (size_t k = 0; k < experiment->methods_count; k++)
            if (lf_experiment_runs(experiment, i, k)) LF_TRY(check_pair(experiment, i, k));
    return LF_OK;
}

/* "METRIC<VALUE" */
static lf_status check_stop(const lf_experiment *experiment, const char *stop) {
    if (!stop) return LF_OK;
    const char *sign = strchr(stop, '<');
    const char *end = sign ? sign + 1 + strspn(sign + 1, " \t") : NULL;
    double below;
    /* As lf_stop_parse will read it: a number, with blanks on both sides or none. */
    const bool number = sign && lf_number_read(end, &below, &end) == LF_NUMBER_FINE;
    if (!number || sign == stop || end[strspn(end, " \t")] != '\0')
        return lf_fail(LF_BAD_INPUT, "stop: expected METRIC<VALUE as in SVio<1e-3, not '%s'", stop);
    char metric[128];
    stop += strspn(stop, " \t");
    while (sign > stop && strchr(" \t", sign[-1]))
        sign--;
    snprintf(metric, sizeof metric, "%.*s", (int)(sign - stop), stop);
    lf_status status = lf_experiment_check_metric(experiment, SIZE_MAX, metric);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "stop: ");
}

/* Seeds that share a value of what varies stand together, and all of them: more would come to a
 * level that was read. */
static lf_status check_seeds(const lf_experiment *experiment, const char *text) {
    const size_t runs = lf_experiment_level_runs(experiment, SIZE_MAX);
    uint64_t *seeds;
    size_t n;
    LF_TRY(lf_seeds_parse(text, &seeds, &n));
    bool whole = n % runs == 0;
    for (size_t i = 0; i < n && whole; i++)
        whole = seeds[i] / runs == seeds[i - i % runs] / runs;
    free(seeds);
    if (whole) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "seeds '%s': %zu from a multiple of %zu share what varies, so they are given "
                   "together, as in 0-%zu",
                   text, runs, runs, runs - 1);
}

/* Of several sizes of levels none could be the unit that is tested. */
static lf_status check_levels(const lf_experiment *experiment) {
    const size_t runs = lf_experiment_level_runs(experiment, SIZE_MAX);
    for (size_t i = 0; i < experiment->problems_count; i++)
        for (size_t k = 0; k < experiment->problems[i].varies_count; k++) {
            const char *name = experiment->problems[i].varies[k];
            if (strchr(name, '/') && lf_varies_runs(name) != runs)
                return lf_fail(LF_BAD_INPUT, "varies: '%s', but elsewhere %zu runs share a value",
                               name, runs);
        }
    return LF_OK;
}

/* Ids, budgets and seeds; the parameters are checked on every specification that they end up in. */
static lf_status check_settings(const lf_experiment *experiment, size_t n,
                                const lf_experiment_setting *setting) {
    const lf_names problems = lf_problem_names(experiment), methods = lf_method_names(experiment);
    for (size_t i = 0; i < n; i++) {
        lf_status status = lf_names_check(&problems, setting[i].problem);
        if (status == LF_OK) status = lf_names_check(&methods, setting[i].method);
        if (status == LF_OK && setting[i].budget)
            status = lf_experiment_check_budget(setting[i].budget);
        if (status == LF_OK && setting[i].seeds) status = check_seeds(experiment, setting[i].seeds);
        if (status == LF_OK && !setting[i].budget && !setting[i].parameters && !setting[i].seeds)
            status = lf_fail(LF_BAD_INPUT, "gives no parameters, budget or seeds");
        if (status != LF_OK) return lf_fail_within(status, "settings[%zu]: ", i + 1);
    }
    return LF_OK;
}

/* Every specification that the scale makes, settings included, is a valid one. */
static lf_status check_scale_specs(const lf_experiment *experiment,
                                   const lf_experiment_scale *scale) {
    for (size_t i = 0; i < experiment->problems_count; i++)
        for (size_t k = 0; k < experiment->methods_count; k++) {
            char *spec;
            if (!lf_experiment_allows(experiment, i, k)) continue;
            lf_status status = lf_experiment_method_spec(experiment, scale, i, k, &spec);
            if (status != LF_OK)
                return lf_fail_within(status,
                                      "settings of '%s' on '%s': ", experiment->methods[k].id,
                                      experiment->problems[i].id);
            free(spec);
        }
    return LF_OK;
}

/* Everything that a plan at this scale will need. */
static lf_status check_scale(const lf_experiment *experiment, const void *item) {
    const lf_experiment_scale *scale = item;
    LF_TRY(lf_experiment_check_budget(scale->budget));
    LF_TRY(check_seeds(experiment, scale->seeds));
    if (scale->checkpoints == 0) return lf_fail(LF_BAD_INPUT, "checkpoints: at least 1 is needed");
    if (scale->spacing && strcmp(scale->spacing, "even") != 0 && strcmp(scale->spacing, "log") != 0)
        return lf_fail(LF_BAD_INPUT, "spacing: expected even or log, not '%s'", scale->spacing);
    LF_TRY(check_stop(experiment, scale->stop));
    LF_TRY(check_settings(experiment, scale->settings_count, scale->settings));
    return check_scale_specs(experiment, scale);
}

lf_status lf_experiment_check(const lf_experiment *experiment) {
    const lf_names scales = LF_NAMES("scale", experiment->scales, experiment->scales_count);
    LF_TRY(check_lists(experiment));
    LF_TRY(lf_experiment_check_tasks(experiment));
    LF_TRY(check_plugins(experiment));
    LF_TRY(check_levels(experiment));
    LF_TRY(check_settings(experiment, experiment->settings_count, experiment->settings));
    LF_TRY(lf_names_each(&scales, experiment, check_scale));
    return lf_experiment_check_output(experiment);
}

static lf_status check_one_label(const char *what, const char *id, const char *other,
                                 const char *label) {
    return lf_fail(LF_BAD_INPUT,
                   "%ss '%s' and '%s' have one label, '%s', and no report could tell them apart",
                   what, id, other, label);
}

lf_status lf_experiment_check_labels(const lf_experiment *experiment) {
    const lf_experiment_method *method = experiment->methods;
    const lf_experiment_problem *problem = experiment->problems;
    for (size_t i = 0; i < experiment->methods_count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(method[i].label, method[k].label) == 0)
                return check_one_label("method", method[k].id, method[i].id, method[i].label);
    for (size_t i = 0; i < experiment->problems_count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(problem[i].label, problem[k].label) == 0 &&
                lf_experiment_uses_problem(experiment, i) &&
                lf_experiment_uses_problem(experiment, k))
                return check_one_label("problem", problem[k].id, problem[i].id, problem[i].label);
    return LF_OK;
}

lf_status lf_experiment_is_expensive(const lf_experiment *experiment, size_t problem,
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
