/**
 * @file problem_check.c
 * @brief Does what a problem says about itself fit together?
 *
 * The oracle relies on it at every question: samples are drawn by the strata, answers cut by the
 * outer functions. A slip would cost a crash at best, and wrong numbers at worst.
 */
#include "oracle/problem.h"

#include "oracle/meter.h"

/* How many arguments an outer function of the kind takes; 0: any number. */
static size_t check_arguments(lf_outer_kind kind) {
    if (kind == LF_OUTER_ABS || kind == LF_OUTER_HINGE || kind == LF_OUTER_LOG) return 1;
    return kind == LF_OUTER_GAP || kind == LF_OUTER_RATIO ? 2 : 0;
}

/* The slices of the outer functions are the outputs, all of them. */
static lf_status check_outers(const lf_component *c) {
    size_t covered = 0;
    for (size_t k = 0; c->outer && k < c->outers && covered <= c->outputs; k++) {
        const lf_outer *f = &c->outer[k];
        const size_t wanted = (unsigned)f->kind <= LF_OUTER_RATIO ? check_arguments(f->kind) : f->p;
        if ((unsigned)f->kind > LF_OUTER_RATIO || f->p == 0 || (wanted && f->p != wanted))
            return lf_fail(LF_BAD_INPUT,
                           "outer function %zu: kind %d with %zu arguments, expected a kind of "
                           "<levelfield/outer.h> with its own number of them",
                           k, (int)f->kind, f->p);
        covered += f->p;
    }
    if (c->outers == 0 || covered == c->outputs) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "its outer functions take %zu arguments%s, expected its %zu outputs", covered,
                   covered > c->outputs ? " or more" : "", c->outputs);
}

static lf_status check_component(const lf_component *c) {
    size_t held = 0;
    for (size_t s = 0; s < c->strata && s < LF_STRATA; s++)
        held += c->stratum[s];
    if (c->outputs == 0) return lf_fail(LF_BAD_INPUT, "it has no outputs, expected one or more");
    if (c->strata > LF_STRATA)
        return lf_fail(LF_BAD_INPUT, "it has %zu strata, expected %d at most", c->strata,
                       LF_STRATA);
    if (held != c->samples)
        return lf_fail(LF_BAD_INPUT, "its strata hold %zu samples, expected its %zu", held,
                       c->samples);
    if (c->samples > UINT32_MAX)
        return lf_fail(LF_BAD_INPUT, "it has %zu samples, expected less than 2^32", c->samples);
    return check_outers(c);
}

static lf_status check_role(const lf_components *all) {
    if (all->count > 0 && !all->component)
        return lf_fail(LF_BAD_INPUT, "%zu components, but no list of them", all->count);
    if (all->always > all->count)
        return lf_fail(LF_BAD_INPUT, "%zu belong to every draw, but there are %zu", all->always,
                       all->count);
    for (size_t i = 0; i < all->count; i++) {
        const lf_status status = check_component(&all->component[i]);
        if (status != LF_OK) return lf_fail_within(status, "component %zu: ", i);
    }
    return LF_OK;
}

/* What a projection on it needs. Comparisons with a NaN fail. */
static lf_status check_domain(const lf_domain *domain, size_t n, const char *of) {
    const bool fits =
        domain->kind == LF_DOMAIN_SPACE ||
        (domain->kind == LF_DOMAIN_BALL && domain->radius >= 0) ||
        (domain->kind == LF_DOMAIN_BOX && domain->lower <= domain->upper) ||
        (domain->kind == LF_DOMAIN_SIMPLEX && (double)domain->n * domain->upper >= 1 - 1e-12);
    if (domain->n != n)
        return lf_fail(LF_BAD_INPUT, "the domain of %s has n = %zu, expected its length, %zu", of,
                       domain->n, n);
    if (fits) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "the domain of %s is empty, or of no kind of <levelfield/domain.h>", of);
}

lf_status lf_problem_check(const lf_problem *problem) {
    const lf_problem_info *info = &problem->info;
    lf_status status = LF_OK;
    if (info->dim == 0) return lf_fail(LF_BAD_INPUT, "its dimension is 0");
    LF_TRY(check_domain(&info->domain, info->dim, "w"));
    if (info->domain_y.n > 0) LF_TRY(check_domain(&info->domain_y, info->domain_y.n, "y"));
    for (size_t role = 0; role < LF_ROLES && status == LF_OK; role++) {
        status = check_role(&info->role[role]);
        if (status != LF_OK) lf_fail_within(status, "%s: ", lf_role_word((lf_role)role));
    }
    return status;
}
