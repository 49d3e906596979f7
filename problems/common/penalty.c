/**
 * @file penalty.c
 * @brief The components are those of the constraints but for their outer functions.
 */
#include "problems/common/penalty.h"

#include <stdlib.h>

#include "oracle/problem.h"
#include "problems/common/prox_certificate.h"

const lf_measure lf_penalty_measures[] = {
    {"draw", "samples.inner + samples.objective", "samples drawn [samples]"},
    {"val", "value.inner + value.objective", "values of samples [samples]"},
    {"grad", "gradient.inner + gradient.objective + jvp.inner + jvp.objective",
     "gradients of samples and slopes along a direction [samples]"},
    {"cost", "val + grad", "values and gradients of samples [samples]"},
    {0},
};

static size_t penalty_count(const lf_measure *measure) {
    size_t n = 0;
    while (measure && measure[n].name)
        n++;
    return n;
}

/* m, after a look at every constraint. */
static lf_status penalty_check(const lf_problem_info *info, size_t *m) {
    const lf_components *all = &info->role[LF_ROLE_CONSTRAINT];
    *m = 0;
    if (info->role[LF_ROLE_INNER].count > 0)
        return lf_fail(LF_UNSUPPORTED,
                       "penalty: the problem has inner components already, so its constraints "
                       "cannot become some; set penalty=none");
    for (size_t i = 0; i < all->count; i++) {
        for (size_t k = 0; k < all->component[i].outers; k++)
            if (all->component[i].outer[k].penalty != LF_PENALTY_NONE)
                return lf_fail(LF_UNSUPPORTED,
                               "penalty: outer function %zu of constraint component %zu has one "
                               "already; set penalty=none",
                               k, i);
        *m += all->component[i].outers;
    }
    if (*m > 0) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "penalty: the problem has no constraint to charge for; set penalty=none");
}

/* P(h) times `weight` is a penalty of the same kind: the smoothed hinge has the slope
 * clip(h / lambda, 0, rho), and so is multiplied by dividing lambda too. */
lf_outer lf_penalty_over(const lf_outer *constraint, const lf_penalty_params *params,
                         double weight) {
    lf_outer f = *constraint;
    f.penalty = (lf_penalty)params->penalty;
    f.rho = weight * params->rho;
    f.lambda = params->lambda / weight;
    return f;
}

static void penalty_fill(lf_penalised *of, const lf_penalty_params *params, size_t m,
                         lf_problem_info *info) {
    const lf_components *all = &info->role[LF_ROLE_CONSTRAINT];
    const double weight = (double)all->count / (double)m;
    lf_outer *outer = of->outer;
    for (size_t i = 0; i < all->count; i++) {
        const lf_component *c = &all->component[i];
        of->inner[i] = *c;
        of->inner[i].outer = outer;
        for (size_t k = 0; k < c->outers; k++)
            *outer++ = lf_penalty_over(&c->outer[k], params, weight);
    }
    const size_t own = penalty_count(info->measures), more = penalty_count(lf_penalty_measures);
    for (size_t i = 0; i < own; i++)
        of->measure[i] = info->measures[i];
    for (size_t i = 0; i <= more; i++)
        of->measure[own + i] = lf_penalty_measures[i];
    info->role[LF_ROLE_INNER] = (lf_components){all->count, of->inner};
    info->measures = of->measure;
}

lf_status lf_penalty_prox_check(const lf_penalty_params *params, bool smooth) {
    if (!params->prox || (smooth && params->penalty != LF_PENALTY_NONE)) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT, smooth ? "prox=on is about the composition; set penalty=hinge"
                                           : "prox=on: no proximal point is certified over the "
                                             "kinks of a hinge loss; set loss=logistic");
}

lf_status lf_penalised_describe(lf_penalised *of, const lf_penalty_params *params,
                                lf_problem_info *info) {
    if (params->penalty == LF_PENALTY_NONE) {
        info->views = 1u << LF_VIEW_CONSTRAINED;
        info->views_mend = "set penalty=hinge, penalty=squared or penalty=smoothed";
        return LF_OK;
    }
    size_t m;
    LF_TRY(penalty_check(info, &m));
    const size_t n = info->role[LF_ROLE_CONSTRAINT].count;
    const size_t measures = penalty_count(info->measures) + penalty_count(lf_penalty_measures) + 1;
    of->inner = calloc(n, sizeof *of->inner);
    of->outer = calloc(m, sizeof *of->outer);
    of->measure = calloc(measures, sizeof *of->measure);
    if (!of->inner || !of->outer || !of->measure)
        return lf_fail(LF_NO_MEMORY, "no memory for %zu penalties", m);
    penalty_fill(of, params, m, info);
    if (info->metrics > 0) info->metrics += 3; /* F, EPS and EPS_lam too */
    if (!params->prox) return LF_OK;
    double rho;
    info->metrics++;
    return lf_prox_weight(info, &rho);
}

void lf_penalised_release(lf_penalised *of) {
    free(of->inner);
    free(of->outer);
    free(of->measure);
    *of = (lf_penalised){0};
}

lf_samples lf_penalised_samples(const lf_samples *samples) {
    lf_samples asked = *samples;
    if (asked.role == LF_ROLE_INNER) asked.role = LF_ROLE_CONSTRAINT;
    return asked;
}

lf_status lf_penalised_objective(lf_constrained *view, const double *w, double *F) {
    const lf_components *inner = &view->problem->info.role[LF_ROLE_INNER];
    double f, sum = 0;
    if (inner->count == 0)
        return lf_fail(LF_UNSUPPORTED,
                       "problem %s was built without a penalty, so it has no F; set "
                       "penalty=hinge, penalty=squared or penalty=smoothed",
                       view->problem->is->name);
    LF_TRY(lf_constrained_objective(view, w, &f, NULL));
    for (size_t i = 0; i < inner->count; i++) {
        const lf_component *c = &inner->component[i];
        const double *z = view->constraint;
        LF_TRY(
            lf_problem_evaluate(view->problem, LF_ROLE_INNER, i, w, NULL, view->constraint, NULL));
        for (size_t k = 0; k < c->outers; z += c->outer[k++].p)
            sum += lf_outer_value(&c->outer[k], z);
    }
    *F = f + sum / (double)inner->count;
    return LF_OK;
}
