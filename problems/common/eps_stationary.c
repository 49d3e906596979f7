/**
 * @file eps_stationary.c
 * @brief The shortest gradient D(eps) falls as eps grows, so EPS is where they cross: bisection,
 * and for each eps least squares over a box, one slope after the other.
 */
#include "problems/common/eps_stationary.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/math.h>
#include <levelfield/vector.h>

#include "oracle/problem.h"

/* Most halvings, and passes over the slopes for each. */
enum { EPS_HALVINGS = 80, EPS_PASSES = 4000 };
/* The bracket of EPS ends at these shares of EPS and of the first length; that of D sooner. */
static const double eps_share = 1e-6, eps_floor = 1e-9, eps_inner = 1e-8;
/* w counts as on the ball from this share of its radius on. */
static const double eps_edge = 1 - 1e-9;
/* lam = 10^(k / 4), k from -least to most. */
enum { EPS_LAM_LEAST = 24, EPS_LAM_MOST = 8 };

/* One convex function of one number u: an outer function of z, or of z - z' as its own y is (c,
 * -c). NULL: the normal of X. */
typedef struct {
    const lf_outer *f;
    double z[2], y, low, high;
    double size; /* |row_k| */
} eps_term;

typedef struct {
    const lf_problem *problem;
    size_t d, n; /* terms */
    double *memory;
    double *fixed; /* d: the part of the gradient that does not move */
    double *rest;  /* d: fixed + sum_k y_k row_k */
    double *value, *slope;
    double *row; /* n x d: what a unit of y_k adds to the gradient */
    eps_term *term;
} eps_task;

static lf_status eps_memory(eps_task *s) {
    const lf_problem_info *info = &s->problem->info;
    size_t most = 1, terms = 1; /* the normal */
    for (lf_role role = 0; role < LF_ROLES; role++)
        for (size_t i = 0; i < info->role[role].count; i++) {
            const lf_component *c = &info->role[role].component[i];
            if (c->outputs > most) most = c->outputs;
            if (role == LF_ROLE_INNER) terms += c->outers;
        }
    s->d = info->dim;
    s->memory = calloc((2 + terms) * s->d + 2 * most, sizeof *s->memory);
    s->term = calloc(terms, sizeof *s->term);
    if (!s->memory || !s->term)
        return lf_fail(LF_NO_MEMORY, "no memory for gradients of %zu outer functions", terms);
    s->fixed = s->memory;
    s->rest = s->fixed + s->d;
    s->value = s->rest + s->d;
    s->slope = s->value + most;
    s->row = s->slope + most;
    return LF_OK;
}

static bool eps_moves(const lf_outer *f) {
    const bool one =
        f->kind == LF_OUTER_SUM || f->kind == LF_OUTER_ABS || f->kind == LF_OUTER_HINGE;
    return f->kind == LF_OUTER_GAP || (one && f->p == 1);
}

/* Component i with its outer functions: those that move become terms, the others a part of
 * `fixed`. */
static lf_status eps_component(eps_task *s, lf_role role, size_t i, const double *w) {
    const lf_components *all = &s->problem->info.role[role];
    const lf_component *c = &all->component[i];
    const bool inner = role == LF_ROLE_INNER;
    const double share = inner ? 1 / (double)all->count : 1;
    LF_TRY(lf_problem_evaluate(s->problem, role, i, w, NULL, s->value, NULL));
    for (size_t k = 0, at = 0; k < c->outers; at += c->outer[k++].p) {
        const lf_outer *f = &c->outer[k];
        const bool moves = inner && eps_moves(f);
        double *to = moves ? s->row + s->n * s->d : s->fixed;
        lf_vec_zero(c->outputs, s->slope);
        lf_outer_subgradient(f, s->value + at, s->slope + at);
        if (moves) {
            s->term[s->n] = (eps_term){.f = f, .y = s->slope[at]};
            lf_vec_copy(f->p, s->value + at, s->term[s->n++].z);
            s->slope[at] = 1;
            if (f->p == 2) s->slope[at + 1] = -1;
        }
        lf_vec_scale(f->p, share, s->slope + at);
        LF_TRY(lf_problem_evaluate(s->problem, role, i, w, s->slope, NULL, to));
    }
    return LF_OK;
}

/* rest <- fixed + sum_k y_k row_k; its length. */
static double eps_length(eps_task *s) {
    lf_vec_copy(s->d, s->fixed, s->rest);
    for (size_t k = 0; k < s->n; k++)
        lf_vec_axpy(s->d, s->term[k].y, s->row + k * s->d, s->rest);
    return lf_vec_norm(s->d, s->rest);
}

/* f'(u + eps) of a term, as its z moves by eps in all. */
static double eps_slope(const eps_term *term, double eps) {
    const double each = term->f->p == 2 ? eps / sqrt(2) : eps;
    const double z[2] = {term->z[0] + each, term->z[1] - each};
    double y[2];
    lf_outer_subgradient(term->f, z, y);
    return y[0];
}

/* The slopes of each term within eps, and its y among them. The normal's share is no longer than
 * all the rest together. */
static void eps_box(eps_task *s, double eps) {
    double most = lf_vec_norm(s->d, s->fixed);
    for (size_t k = 0; k < s->n; k++) {
        eps_term *term = &s->term[k];
        term->low = term->f ? eps_slope(term, -eps) : 0;
        term->high = term->f ? eps_slope(term, eps) : most / term->size;
        term->y = fmin(fmax(term->y, term->low), term->high);
        most += fmax(fabs(term->low), fabs(term->high)) * term->size;
    }
}

/* No gradient is shorter than what all of them have along `rest` at the least. */
static double eps_bound(const eps_task *s, double length) {
    double least = lf_vec_dot(s->d, s->fixed, s->rest);
    for (size_t k = 0; k < s->n; k++) {
        const double along = lf_vec_dot(s->d, s->row + k * s->d, s->rest);
        least += along * (along > 0 ? s->term[k].low : s->term[k].high);
    }
    return length > 0 ? least / length : 0;
}

/* [*low, *high] around D(eps), narrow or on one side of eps. */
static void eps_solve(eps_task *s, double eps, double *low, double *high) {
    eps_box(s, eps);
    for (size_t pass = 0; pass < EPS_PASSES; pass++) {
        *high = eps_length(s);
        *low = eps_bound(s, *high);
        if (*high <= eps || *low >= eps || *high - *low <= eps_inner * eps) return;
        for (size_t k = 0; k < s->n; k++) {
            eps_term *term = &s->term[k];
            if (term->low == term->high || term->size == 0) continue;
            const double *row = s->row + k * s->d, old = term->y;
            const double y = old - lf_vec_dot(s->d, row, s->rest) / (term->size * term->size);
            term->y = fmin(fmax(y, term->low), term->high);
            lf_vec_axpy(s->d, term->y - old, row, s->rest);
        }
    }
}

/* EPS is at most max(eps, D(eps)) and at least min(eps, D(eps)), for any eps. */
static double eps_cross(eps_task *s) {
    double low = 0, high = eps_length(s);
    const double floor = eps_floor * high;
    for (size_t k = 0; k < EPS_HALVINGS && high - low > eps_share * high + floor; k++) {
        const double eps = (low + high) / 2;
        double D[2];
        eps_solve(s, eps, &D[0], &D[1]);
        low = fmax(low, fmin(eps, D[0]));
        high = fmin(high, fmax(eps, D[1]));
    }
    return high - low > eps_share * high + floor ? NAN : high;
}

/* The bound by envelopes, on a grid of lam. */
static lf_status eps_envelope(eps_task *s, double *bound) {
    *bound = INFINITY;
    for (int j = -EPS_LAM_LEAST; j <= EPS_LAM_MOST; j++) {
        const double lam = lf_pow(10, j / 4.0);
        double largest = 0;
        for (size_t k = 0; k < s->n; k++) {
            eps_term *term = &s->term[k];
            double value, y[2] = {0};
            if (!term->f) continue; /* the normal: not taken, which makes the bound no smaller */
            LF_TRY(lf_outer_envelope(term->f, lam, term->z, &value, y));
            term->y = y[0];
            largest = fmax(largest, lf_vec_norm(2, y));
        }
        *bound = fmin(*bound, fmax(eps_length(s), lam * largest));
    }
    return LF_OK;
}

/* All that the gradient at w is made of. */
static lf_status eps_ask(eps_task *s, const double *w) {
    const lf_problem_info *info = &s->problem->info;
    for (size_t i = 0; i < info->role[LF_ROLE_OBJECTIVE].count; i++)
        LF_TRY(eps_component(s, LF_ROLE_OBJECTIVE, i, w));
    for (size_t i = 0; i < info->role[LF_ROLE_INNER].count; i++)
        LF_TRY(eps_component(s, LF_ROLE_INNER, i, w));
    if (info->regulariser) {
        lf_outer_subgradient(info->regulariser, w, s->rest);
        lf_vec_axpy(s->d, 1, s->rest, s->fixed);
    }
    if (info->domain.kind == LF_DOMAIN_BALL &&
        lf_vec_norm(s->d, w) >= eps_edge * info->domain.radius) {
        lf_vec_copy(s->d, w, s->row + s->n * s->d);
        s->term[s->n++] = (eps_term){0};
    }
    for (size_t k = 0; k < s->n; k++)
        s->term[k].size = lf_vec_norm(s->d, s->row + k * s->d);
    return LF_OK;
}

static lf_status eps_measure(const lf_problem *problem, const double *w, bool bound,
                             double *value) {
    const lf_domain_kind X = problem->info.domain.kind;
    eps_task s = {.problem = problem};
    *value = NAN;
    if (problem->info.role[LF_ROLE_INNER].count == 0 ||
        !lf_problem_shows(problem, LF_VIEW_COMPOSITION))
        return LF_OK;
    if (X != LF_DOMAIN_BALL && X != LF_DOMAIN_SPACE)
        return lf_fail(LF_UNSUPPORTED, "EPS: X is to be a ball or no set");
    lf_status status = eps_memory(&s);
    if (status == LF_OK) status = eps_ask(&s, w);
    if (status == LF_OK && bound) status = eps_envelope(&s, value);
    if (status == LF_OK && !bound) *value = eps_cross(&s);
    free(s.memory);
    free(s.term);
    return status;
}

lf_status lf_eps_measure(const lf_problem *problem, const lf_point *at, double *value) {
    return eps_measure(problem, at->w, false, value);
}

lf_status lf_eps_measure_bound(const lf_problem *problem, const lf_point *at, double *value) {
    return eps_measure(problem, at->w, true, value);
}
