/**
 * @file fits_check.c
 * @brief A fit has enough points for a line, and names what there is.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "harness/experiment/experiment_check.h"
#include "harness/registry/registry.h"
#include "reports/kinds/parts/fits.h"

/* How many of the numbers differ. */
static size_t fits_check_distinct(const double *x, size_t n) {
    size_t distinct = 0;
    for (size_t i = 0; i < n; i++) {
        size_t before = 0;
        while (before < i && x[before] != x[i])
            before++;
        distinct += before == i;
    }
    return distinct;
}

/* Which of the two kinds it is, and what goes with it. */
static lf_status fits_check_form(const lf_experiment_fit *fit) {
    if (!fit->problem == !fit->along)
        return lf_fail(LF_BAD_INPUT, "needs problem, or along and problems, one of them");
    if (fit->problem && fit->problems_count > 0)
        return lf_fail(LF_BAD_INPUT, "problem and problems exclude each other");
    for (size_t i = 0; i < fit->targets_count; i++)
        if (!(fit->targets[i] > 0 && isfinite(fit->targets[i])))
            return lf_fail(LF_BAD_INPUT, "targets[%zu]: expected a number above 0", i + 1);
    if (fit->along && fit->targets_count != 1)
        return lf_fail(LF_BAD_INPUT, "a fit along %s has one target, not %u", fit->along,
                       fit->targets_count);
    if (fit->problem && fits_check_distinct(fit->targets, fit->targets_count) < LF_FIT_POINTS)
        return lf_fail(LF_BAD_INPUT, "needs %d different targets or more", LF_FIT_POINTS);
    if (fits_check_distinct(fit->targets, fit->targets_count) != fit->targets_count)
        return lf_fail(LF_BAD_INPUT, "a target stands there twice");
    if (fit->from && !(fit->from->value > 0))
        return lf_fail(LF_BAD_INPUT, "from: value: expected a number above 0");
    return LF_OK;
}

/* 1/target grows with the accuracy only where less is better. */
static lf_status fits_check_falls(const lf_experiment_problem *problem, const char *metric) {
    const lf_problem_class *is;
    LF_TRY(lf_spec_problem(problem->problem, &is));
    const size_t stem = lf_metric_stem(metric);
    for (const lf_metric *m = is->metrics; m && m->name; m++)
        if (strlen(m->name) == stem && strncmp(m->name, metric, stem) == 0 && m->higher_is_better)
            return lf_fail(LF_BAD_INPUT,
                           "metric %s: a fit over targets needs a metric that falls, and of this "
                           "one more is better",
                           metric);
    return LF_OK;
}

/* Metric and costs make sense on one of its problems. */
static lf_status fits_check_problem(const lf_experiment *experiment, const lf_experiment_fit *fit,
                                    const char *id) {
    const lf_names problems = lf_problem_names(experiment);
    LF_TRY(lf_names_check(&problems, id));
    const size_t problem = lf_names_find(&problems, id);
    LF_TRY(lf_experiment_check_metric(experiment, problem, fit->metric));
    const char *costs[] = {fit->cost, fit->from ? fit->from->cost : NULL};
    for (size_t i = 0; i < 2; i++)
        if (costs[i] && strcmp(costs[i], "seconds") != 0)
            LF_TRY(lf_experiment_check_cost(experiment, problem, fit->methods_count, fit->methods,
                                            costs[i]));
    return LF_OK;
}

/* Every problem has the constant, and enough of its values differ. */
static lf_status fits_check_along(const lf_experiment *experiment, const lf_experiment_fit *fit) {
    const lf_names all = lf_problem_names(experiment);
    const lf_names own = LF_NAMES("problem", fit->problems, fit->problems_count);
    size_t distinct = 0;
    LF_TRY(lf_names_distinct(&own));
    for (size_t i = 0; i < fit->problems_count; i++) {
        double value = 0, other = 0;
        size_t before = 0;
        LF_TRY(fits_check_problem(experiment, fit, fit->problems[i]));
        const lf_experiment_problem *is =
            &experiment->problems[lf_names_find(&all, fit->problems[i])];
        LF_TRY(lf_experiment_constant(is, fit->along, &value));
        if (!(value > 0))
            return lf_fail(LF_BAD_INPUT, "problem '%s': %s = %g has no logarithm", is->id,
                           fit->along, value);
        for (; before < i; before++) {
            const size_t at = lf_names_find(&all, fit->problems[before]);
            LF_TRY(lf_experiment_constant(&experiment->problems[at], fit->along, &other));
            if (other == value) break;
        }
        distinct += before == i;
    }
    if (distinct >= LF_FIT_POINTS) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "needs problems with %d different values of %s or more",
                   LF_FIT_POINTS, fit->along);
}

/* A method has one exponent in theory, and takes part in the fit. */
static lf_status fits_check_theory(const lf_experiment *experiment, const lf_experiment_fit *fit) {
    const lf_names all = lf_method_names(experiment);
    const lf_names own = LF_NAMES("method", fit->methods, fit->methods_count);
    const lf_names theory = LF_NAMES("theory of method", fit->theory, fit->theory_count);
    LF_TRY(lf_names_check_all(&all, fit->methods_count, fit->methods));
    LF_TRY(lf_names_distinct(&theory));
    for (size_t i = 0; i < fit->theory_count; i++) {
        const lf_status status = lf_names_check(&all, fit->theory[i].method);
        if (status != LF_OK) return lf_fail_within(status, "theory[%zu]: ", i + 1);
        if (own.n > 0 && lf_names_find(&own, fit->theory[i].method) == SIZE_MAX)
            return lf_fail(LF_BAD_INPUT, "theory[%zu]: method '%s' is not among its methods", i + 1,
                           fit->theory[i].method);
    }
    return LF_OK;
}

static lf_status fits_check_one(const lf_experiment *experiment, const void *item) {
    const lf_experiment_fit *fit = item;
    LF_TRY(fits_check_form(fit));
    LF_TRY(fits_check_theory(experiment, fit));
    if (fit->along) return fits_check_along(experiment, fit);
    LF_TRY(fits_check_problem(experiment, fit, fit->problem));
    const lf_names problems = lf_problem_names(experiment);
    return fits_check_falls(&experiment->problems[lf_names_find(&problems, fit->problem)],
                            fit->metric);
}

lf_status lf_fits_check(const lf_experiment *experiment) {
    const lf_names fits = LF_NAMES("fit", experiment->fits, experiment->fits_count);
    return lf_names_each(&fits, experiment, fits_check_one);
}
