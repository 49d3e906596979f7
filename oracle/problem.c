#include "oracle/problem.h"

#include <stdlib.h>

#include "base/blas.h"

void lf_problem_release(lf_problem *problem) {
    if (!problem->state) return;
    problem->is->release(problem->state);
    free(problem->state);
    *problem = (lf_problem){0};
}

lf_status lf_problem_create(const lf_problem_class *is, const void *params, lf_problem *problem) {
    *problem = (lf_problem){.is = is};
    LF_TRY(lf_blas_prepare());
    problem->state = calloc(1, is->state_size ? is->state_size : 1);
    if (!problem->state) return lf_fail(LF_NO_MEMORY, "problem %s: no memory", is->name);
    lf_fail(LF_OK, "%s", ""); /* no older message is taken for this problem's */
    lf_status status = is->init(problem->state, params, &problem->info);
    lf_domain *domain = &problem->info.domain;
    if (domain->kind == LF_DOMAIN_SPACE && domain->n == 0) domain->n = problem->info.dim; /* {0} */
    if (status == LF_OK)
        status = lf_problem_check(problem);
    else if (!lf_message()[0])
        lf_fail(status, "it could not be built");
    if (status != LF_OK) lf_problem_release(problem);
    return status;
}

/* Not a parameter, as problems from plugins have nothing to do with it. */
static _Thread_local bool problem_outline;

lf_status lf_problem_outline(const lf_problem_class *is, const void *params, lf_problem *problem) {
    problem_outline = true;
    const lf_status status = lf_problem_create(is, params, problem);
    problem_outline = false;
    return status;
}

bool lf_problem_is_outline(void) {
    return problem_outline;
}

bool lf_problem_shows(const lf_problem *problem, lf_view view) {
    const unsigned views = problem->info.views ? problem->info.views : problem->is->views;
    return views & problem->is->views & 1u << view;
}

size_t lf_problem_metrics(const lf_problem *problem) {
    const size_t most = problem->info.metrics ? problem->info.metrics : SIZE_MAX;
    size_t n = 0;
    while (n < most && problem->is->metrics[n].name)
        n++;
    return n;
}

lf_status lf_problem_evaluate(const lf_problem *problem, lf_role role, size_t component,
                              const double *w, const double *y, double *g, double *grad) {
    const lf_components *all = &problem->info.role[role];
    if (component >= all->count)
        return lf_fail(LF_BAD_ARGUMENT, "component %zu asked for, the problem has %zu", component,
                       all->count);
    const lf_component *c = &all->component[component];
    const lf_samples samples = {.role = role,
                                .component = component,
                                .n = c->samples,
                                .per_stratum = c->stratum,
                                .draw = LF_DRAW_FULL};
    return problem->is->evaluate(problem->state, &samples, w, y, g, grad);
}
