/**
 * @file problem_check.c
 * @brief Does what a problem says about itself fit together?
 *
 * The oracle relies on it at every question: samples are drawn by the strata, answers cut by the
 * outer functions. A slip would cost a crash at best, and wrong numbers at worst.
 */
#include "oracle/problem.h"

#include <string.h>

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

/* The samples of its strata are all it has, and none of these is empty: a draw takes one of each.
 */
static lf_status check_strata(const lf_component *c) {
    size_t held = 0;
    if (c->strata > LF_STRATA)
        return lf_fail(LF_BAD_INPUT, "it has %zu strata, expected %d at most", c->strata,
                       LF_STRATA);
    for (size_t s = 0; s < c->strata; held += c->stratum[s++])
        if (c->stratum[s] == 0)
            return lf_fail(LF_BAD_INPUT, "its stratum %zu holds no samples, expected one or more",
                           s);
    if (held == c->samples) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "its strata hold %zu samples, expected its %zu", held, c->samples);
}

static lf_status check_component(const lf_component *c, lf_role role) {
    if (c->outputs == 0) return lf_fail(LF_BAD_INPUT, "it has no outputs, expected one or more");
    LF_TRY(check_strata(c));
    if (c->samples > UINT32_MAX)
        return lf_fail(LF_BAD_INPUT, "it has %zu samples, expected less than 2^32", c->samples);
    if (role == LF_ROLE_OBJECTIVE && c->outers == 0) /* its slope would be 0 everywhere */
        return lf_fail(LF_BAD_INPUT, "it has no outer function, expected one or more, such as "
                                     "lf_outer_identity");
    return check_outers(c);
}

static lf_status check_role(const lf_components *all, lf_role role) {
    if (all->count > 0 && !all->component)
        return lf_fail(LF_BAD_INPUT, "%zu components, but no list of them", all->count);
    if (all->always > all->count)
        return lf_fail(LF_BAD_INPUT, "%zu belong to every draw, but there are %zu", all->always,
                       all->count);
    for (size_t i = 0; i < all->count; i++) {
        const lf_status status = check_component(&all->component[i], role);
        if (status != LF_OK) return lf_fail_within(status, "component %zu: ", i);
    }
    return LF_OK;
}

static bool check_alike(const lf_component *a, const lf_component *b) {
    bool alike = a->samples == b->samples && a->strata == b->strata;
    for (size_t s = 0; s < a->strata && alike; s++)
        alike = a->stratum[s] == b->stratum[s] && a->share[s] == b->share[s];
    return alike;
}

/* Sample numbers of one component are lent to all that share them, and would name rows behind the
 * end of a shorter one. */
static lf_status check_shared(const lf_problem_info *info) {
    const lf_component *first = NULL;
    for (size_t role = 0; role < LF_ROLES; role++) {
        const lf_components *all = &info->role[role];
        for (size_t i = 0; all->shared && i < all->count; i++) {
            if (!first) first = &all->component[i];
            if (check_alike(first, &all->component[i])) continue;
            return lf_fail(LF_BAD_INPUT,
                           "%s: component %zu has %zu samples in %zu strata, expected the same "
                           "strata and shares as the first shared one, of %zu in %zu; leave out "
                           "shared",
                           lf_role_word((lf_role)role), i, all->component[i].samples,
                           all->component[i].strata, first->samples, first->strata);
        }
    }
    return LF_OK;
}

/* Costs are first read when somebody asks for one. Bilevel problems say what `calls` comes to for
 * them. */
static lf_status check_measures(const lf_problem_info *info) {
    const lf_cost_scope scope = lf_cost_scope_of(info);
    const bool bilevel = info->role[LF_ROLE_LOWER].count > 0;
    for (const lf_measure *m = info->measures; m && m->name; m++) {
        lf_cost cost;
        if (!bilevel || strcmp(m->name, "calls") != 0) LF_TRY(lf_cost_check_measure(m->name));
        if (!m->cost)
            return lf_fail(LF_BAD_INPUT, "measure '%s' has no cost, expected a sum of counters",
                           m->name);
        if (lf_cost_parse(m->cost, &scope, &cost) != LF_OK)
            return lf_fail_within(LF_BAD_INPUT, "measure '%s': ", m->name);
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

/* Where a method begins, and what is added to its objective. */
static lf_status check_point(const lf_problem_info *info) {
    if (info->regulariser && info->regulariser->p > info->dim)
        return lf_fail(LF_BAD_INPUT,
                       "its regulariser is of %zu numbers, expected %zu at most, its dimension",
                       info->regulariser->p, info->dim);
    if (!info->x0 || lf_domain_contains(&info->domain, info->x0, 1e-9)) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "x0 is not finite, or outside of the domain of w, expected a point "
                   "in it; project it with lf_domain_project()");
}

lf_status lf_problem_check(const lf_problem *problem) {
    const lf_problem_info *info = &problem->info;
    lf_status status = LF_OK;
    if (info->dim == 0) return lf_fail(LF_BAD_INPUT, "its dimension is 0");
    LF_TRY(check_domain(&info->domain, info->dim, "w"));
    if (info->domain_y.n > 0) LF_TRY(check_domain(&info->domain_y, info->domain_y.n, "y"));
    LF_TRY(check_point(info));
    for (size_t role = 0; role < LF_ROLES && status == LF_OK; role++) {
        status = check_role(&info->role[role], (lf_role)role);
        if (status != LF_OK) lf_fail_within(status, "%s: ", lf_role_word((lf_role)role));
    }
    if (status == LF_OK) status = check_shared(info);
    return status == LF_OK ? check_measures(info) : status;
}
