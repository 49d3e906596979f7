/**
 * @file experiment_names.c
 * @brief Ids: found, checked, and when they are wrong, answered with the nearest.
 */
#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/suggest.h"
#include "harness/experiment/experiment_parts.h"

/* The id is the first member of every struct that has one. */
static const char *names_at(const void *context, size_t i) {
    const lf_names *names = context;
    const char *id;
    memcpy(&id, (const char *)names->list + i * names->size, sizeof id);
    return id;
}

size_t lf_names_find(const lf_names *names, const char *id) {
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names_at(names, i), id) == 0) return i;
    return SIZE_MAX;
}

lf_status lf_names_check(const lf_names *names, const char *id) {
    if (!id || lf_names_find(names, id) != SIZE_MAX) return LF_OK;
    const char *nearest = lf_suggest(id, names->n, names_at, names);
    if (nearest)
        return lf_fail(LF_BAD_INPUT, "no %s '%s'; did you mean '%s'?", names->what, id, nearest);
    char text[512] = "none";
    size_t used = 0;
    for (size_t i = 0; i < names->n && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "",
                                 names_at(names, i));
    return lf_fail(LF_BAD_INPUT, "no %s '%s'; there are: %s", names->what, id, text);
}

lf_status lf_names_check_all(const lf_names *names, size_t n, char *const *ids) {
    for (size_t i = 0; i < n; i++) {
        LF_TRY(lf_names_check(names, ids[i]));
        for (size_t k = 0; k < i; k++)
            if (strcmp(ids[i], ids[k]) == 0)
                return lf_fail(LF_BAD_INPUT, "%s '%s' stands there twice", names->what, ids[i]);
    }
    return LF_OK;
}

/* Ids become parts of file names and of messages: no blanks, no slashes. */
static bool names_clean(const char *id) {
    for (; *id; id++)
        if (isspace((unsigned char)*id) || *id == '/') return false;
    return true;
}

lf_status lf_names_distinct(const lf_names *names) {
    if (names->n > LF_NAMES_MOST)
        return lf_fail(LF_BAD_INPUT, "%zu of what is called %s, expected at most %d", names->n,
                       names->what, LF_NAMES_MOST);
    for (size_t i = 0; i < names->n; i++) {
        const char *id = names_at(names, i);
        if (strlen(id) > LF_ID_MOST)
            return lf_fail(LF_BAD_INPUT,
                           "%s '%.40s...': the id has %zu bytes, expected at most %d, as it "
                           "becomes part of file names",
                           names->what, id, strlen(id), LF_ID_MOST);
        if (!names_clean(id))
            return lf_fail(LF_BAD_INPUT, "%s '%s': blanks and '/' cannot be part of it",
                           names->what, id);
        lf_names before = *names;
        before.n = i;
        if (lf_names_find(&before, id) != SIZE_MAX)
            return lf_fail(LF_BAD_INPUT, "%s '%s' stands there twice", names->what, id);
    }
    return LF_OK;
}

lf_status lf_names_each(const lf_names *names, const lf_experiment *experiment,
                        lf_status (*check)(const lf_experiment *experiment, const void *item)) {
    LF_TRY(lf_names_distinct(names));
    for (size_t i = 0; i < names->n; i++) {
        const lf_status status = check(experiment, (const char *)names->list + i * names->size);
        if (status != LF_OK)
            return lf_fail_within(status, "%s '%s': ", names->what, names_at(names, i));
    }
    return LF_OK;
}

lf_names lf_problem_names(const lf_experiment *experiment) {
    return LF_NAMES("problem", experiment->problems, experiment->problems_count);
}

lf_names lf_method_names(const lf_experiment *experiment) {
    return LF_NAMES("method", experiment->methods, experiment->methods_count);
}

bool lf_ids_allow(size_t n, char *const *ids, const char *id) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(ids[i], id) == 0) return true;
    return n == 0;
}

bool lf_experiment_uses_problem(const lf_experiment *experiment, size_t problem) {
    const size_t task = lf_experiment_task(experiment, problem);
    return lf_ids_allow(experiment->use_problems_count, experiment->use_problems,
                        experiment->problems[problem].id) ||
           lf_ids_allow(experiment->use_problems_count, experiment->use_problems,
                        experiment->problems[task].id);
}

bool lf_experiment_among(const lf_experiment *experiment, size_t problem, size_t n,
                         char *const *ids) {
    if (n > 0) return lf_ids_allow(n, ids, experiment->problems[problem].id);
    return lf_experiment_uses_problem(experiment, problem) &&
           lf_experiment_heads(experiment, problem);
}

bool lf_experiment_uses_method(const lf_experiment *experiment, size_t method) {
    return lf_ids_allow(experiment->use_methods_count, experiment->use_methods,
                        experiment->methods[method].id);
}

bool lf_experiment_allows(const lf_experiment *experiment, size_t problem, size_t method) {
    return lf_ids_allow(experiment->problems[problem].methods_count,
                        experiment->problems[problem].methods, experiment->methods[method].id);
}

double lf_experiment_bound(const lf_experiment *experiment, size_t problem, const char *bound,
                           double at_most) {
    const lf_experiment_problem *p = &experiment->problems[problem];
    for (size_t i = 0; bound && i < p->constants_count; i++)
        if (strcmp(p->constants[i].name, bound) == 0) return p->constants[i].value;
    return at_most;
}

lf_status lf_experiment_check_where(const lf_experiment *experiment, const char *where,
                                    const double *at_most, const char *bound) {
    if (!where != !at_most) return lf_fail(LF_BAD_INPUT, "where and at_most go together");
    if (!bound) return LF_OK;
    if (!where) return lf_fail(LF_BAD_INPUT, "bound goes with where");
    for (size_t i = 0; i < experiment->problems_count; i++)
        if (!isnan(lf_experiment_bound(experiment, i, bound, NAN))) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "bound: no problem has a constant '%s'", bound);
}

lf_status lf_experiment_constant(const lf_experiment_problem *problem, const char *name,
                                 double *value) {
    const lf_names constants = LF_NAMES("constant", problem->constants, problem->constants_count);
    const lf_status status = lf_names_check(&constants, name);
    if (status != LF_OK) return lf_fail_within(status, "problem '%s': ", problem->id);
    *value = problem->constants[lf_names_find(&constants, name)].value;
    return LF_OK;
}
