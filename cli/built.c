/**
 * @file built.c
 * @brief From a specification to a problem.
 */
#include "cli/built.h"

#include <stdio.h>
#include <stdlib.h>

#include "harness/registry/registry.h"
#include "oracle/problem.h"

/* The parameters first: the problem may point into them for as long as it lives. */
static lf_status built_fill(const char *text,
                            lf_status (*build)(const lf_problem_class *is, const void *params,
                                               lf_problem *problem),
                            lf_built *built) {
    const lf_problem_class *is;
    lf_spec spec;
    LF_TRY(lf_spec_split(text, &spec));
    LF_TRY(lf_problem_find(spec.name, &is));
    LF_TRY(lf_problem_open(is, &is));
    char owner[sizeof spec.name + 16];
    snprintf(owner, sizeof owner, "problem %s", spec.name);
    LF_TRY(lf_parameters_create(is->params, is->params_size, spec.assignments, owner,
                                &built->parameters));
    const lf_status status = build(is, built->parameters.values, &built->problem);
    return status == LF_OK ? LF_OK : lf_fail_within(status, "%s: ", owner);
}

/* A failure half way gives back what was taken, so that the caller has nothing to undo. */
lf_status lf_built_open(const char *spec, lf_built *built) {
    *built = (lf_built){0};
    const lf_status status = built_fill(spec, lf_problem_create, built);
    if (status != LF_OK) lf_built_close(built);
    return status;
}

lf_status lf_built_outline(const char *spec, lf_built *built) {
    *built = (lf_built){0};
    const lf_status status = built_fill(spec, lf_problem_outline, built);
    if (status != LF_OK) lf_built_close(built);
    return status;
}

void lf_built_close(lf_built *built) {
    if (built->problem.is) lf_problem_release(&built->problem);
    if (built->parameters.table) lf_parameters_free(&built->parameters);
    *built = (lf_built){0};
}
