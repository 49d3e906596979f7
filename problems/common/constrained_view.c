/**
 * @file constrained_view.c
 * @brief Every value here is a pass over the full data, every slope another one; the problem keeps
 * the scores, so the second costs no forward pass.
 */
#include "problems/common/constrained_view.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "oracle/problem.h"

lf_status lf_constrained_create(const lf_problem *problem, lf_constrained *view) {
    const lf_components *objective = &problem->info.role[LF_ROLE_OBJECTIVE];
    const lf_components *constraint = &problem->info.role[LF_ROLE_CONSTRAINT];
    *view = (lf_constrained){.problem = problem};
    if (objective->count != 1 || constraint->count == 0)
        return lf_fail(
            LF_UNSUPPORTED,
            "%s has %zu objectives and %zu constraints; these metrics need one, and some",
            problem->is->name, objective->count, constraint->count);
    size_t p = objective->component[0].outputs, most = p, sum = 0;
    for (size_t i = 0; i < constraint->count; i++) {
        const size_t outputs = constraint->component[i].outputs;
        most = outputs > most ? outputs : most;
        sum += outputs;
        view->m += constraint->component[i].outers;
    }
    view->objective = malloc((p + 1) * sizeof(double));
    view->constraint = malloc((sum + 1) * sizeof(double));
    view->slope = malloc((most + 1) * sizeof(double));
    view->regular = malloc((problem->info.dim + 1) * sizeof(double));
    if (view->objective && view->constraint && view->slope && view->regular) return LF_OK;
    return lf_fail(LF_NO_MEMORY, "no memory to judge %s", problem->is->name);
}

void lf_constrained_free(lf_constrained *view) {
    free(view->objective);
    free(view->constraint);
    free(view->slope);
    free(view->regular);
    *view = (lf_constrained){0};
}

/* Does `value` take the place of `most` as the largest? A NaN does, and keeps it. */
static bool view_beats(double value, double most) {
    return value > most || isnan(value);
}

/* max_k f_ik(z); *best, *first <- the first k that attains it and where its slice of z begins. */
static double view_max(const lf_component *c, const double *z, size_t *best, size_t *first) {
    double most = 0;
    for (size_t k = 0, at = 0; k < c->outers; at += c->outer[k++].p) {
        const double value = lf_outer_value(&c->outer[k], z + at);
        if (k > 0 && !view_beats(value, most)) continue;
        most = value;
        *best = k;
        *first = at;
    }
    return most;
}

/* grad += Dc(w)^T y with y a subgradient of max_k f_k at z = c(w) */
static lf_status view_slope(lf_constrained *view, lf_role role, size_t i, const double *w,
                            const double *z, double *grad) {
    const lf_component *c = &view->problem->info.role[role].component[i];
    size_t best = 0, first = 0;
    view_max(c, z, &best, &first);
    lf_vec_zero(c->outputs, view->slope);
    lf_outer_subgradient(&c->outer[best], z + first, view->slope + first);
    return lf_problem_evaluate(view->problem, role, i, w, view->slope, NULL, grad);
}

lf_status lf_constrained_objective(lf_constrained *view, const double *w, double *f, double *grad) {
    const lf_problem_info *info = &view->problem->info;
    const lf_component *c = info->role[LF_ROLE_OBJECTIVE].component;
    size_t best, first;
    LF_TRY(
        lf_problem_evaluate(view->problem, LF_ROLE_OBJECTIVE, 0, w, NULL, view->objective, NULL));
    *f = view_max(c, view->objective, &best, &first);
    if (info->regulariser) *f += lf_outer_value(info->regulariser, w);
    if (!grad) return LF_OK;
    if (info->regulariser) {
        /* d f = d r + Dc^T d f_k */
        lf_outer_subgradient(info->regulariser, w, view->regular);
        lf_vec_axpy(info->dim, 1, view->regular, grad);
    }
    return view_slope(view, LF_ROLE_OBJECTIVE, 0, w, view->objective, grad);
}

lf_status lf_constrained_value(lf_constrained *view, const double *w, double *g, size_t *which) {
    const lf_components *all = &view->problem->info.role[LF_ROLE_CONSTRAINT];
    double *z = view->constraint;
    for (size_t i = 0; i < all->count; z += all->component[i++].outputs) {
        size_t best, first;
        LF_TRY(lf_problem_evaluate(view->problem, LF_ROLE_CONSTRAINT, i, w, NULL, z, NULL));
        const double value = view_max(&all->component[i], z, &best, &first);
        if (i > 0 && !view_beats(value, *g)) continue;
        *g = value;
        *which = i;
    }
    return LF_OK;
}

lf_status lf_constrained_slope(lf_constrained *view, const double *w, size_t which, double *grad) {
    const lf_component *component = view->problem->info.role[LF_ROLE_CONSTRAINT].component;
    const double *z = view->constraint;
    for (size_t i = 0; i < which; i++)
        z += component[i].outputs;
    return view_slope(view, LF_ROLE_CONSTRAINT, which, w, z, grad);
}

/* The same of one component, whose inner values go to z. */
static lf_status view_each(lf_constrained *view, size_t i, const double *w, double *z, double *g,
                           double *rows) {
    const lf_problem *problem = view->problem;
    const lf_component *c = &problem->info.role[LF_ROLE_CONSTRAINT].component[i];
    LF_TRY(lf_problem_evaluate(problem, LF_ROLE_CONSTRAINT, i, w, NULL, z, NULL));
    for (size_t k = 0, at = 0; k < c->outers; at += c->outer[k++].p) {
        g[k] = lf_outer_value(&c->outer[k], z + at);
        lf_vec_zero(c->outputs, view->slope);
        lf_outer_subgradient(&c->outer[k], z + at, view->slope + at);
        LF_TRY(lf_problem_evaluate(problem, LF_ROLE_CONSTRAINT, i, w, view->slope, NULL,
                                   rows + k * problem->info.dim));
    }
    return LF_OK;
}

lf_status lf_constrained_each(lf_constrained *view, const double *w, double *g, double *rows) {
    const lf_components *all = &view->problem->info.role[LF_ROLE_CONSTRAINT];
    for (size_t i = 0; i < all->count; i++) {
        LF_TRY(view_each(view, i, w, view->constraint, g, rows));
        g += all->component[i].outers;
        rows += all->component[i].outers * view->problem->info.dim;
    }
    return LF_OK;
}
