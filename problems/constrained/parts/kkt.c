/**
 * @file kkt.c
 * @brief Least squares over mu >= 0, one coordinate after the other: with one constraint exact in
 *        one pass, and no matrix of the constraints' products is kept.
 */
#include "problems/constrained/parts/kkt.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "oracle/problem.h"
#include "problems/common/constrained_view.h"

/* Passes over mu, and the change of sum mu_j zeta_j, as a share of |zeta_f|, at which they end. */
enum { KKT_PASSES = 10000 };
static const double kkt_settled = 1e-14;
/* x counts as on the ball from this share of its radius on. */
static const double kkt_edge = 1 - 1e-9;

typedef struct {
    lf_constrained view;
    size_t d, m, rows;
    double *zeta; /* d: zeta_f + sum mu_j zeta_j */
    double *row;  /* rows x d: zeta_j, then the normal of X */
    double *g, *mu, *y;
} kkt_task;

static lf_status kkt_memory(kkt_task *s, const lf_problem_info *info) {
    const lf_components *all = &info->role[LF_ROLE_CONSTRAINT];
    size_t most = 0;
    for (size_t i = 0; i < all->count; i++) {
        s->m += all->component[i].outers;
        if (all->component[i].outputs > most) most = all->component[i].outputs;
    }
    s->d = info->dim;
    s->zeta = calloc(s->d + (s->m + 1) * (s->d + 2) + most, sizeof *s->zeta);
    if (!s->zeta) return lf_fail(LF_NO_MEMORY, "no memory for %zu gradients", s->m);
    s->row = s->zeta + s->d;
    s->g = s->row + (s->m + 1) * s->d;
    s->mu = s->g + s->m + 1;
    s->y = s->mu + s->m + 1;
    return LF_OK;
}

/* g and zeta of component i's constraints, from s->rows on. */
static lf_status kkt_component(kkt_task *s, size_t i, const double *x) {
    const lf_problem *problem = s->view.problem;
    const lf_component *c = &problem->info.role[LF_ROLE_CONSTRAINT].component[i];
    double *z = s->view.constraint;
    LF_TRY(lf_problem_evaluate(problem, LF_ROLE_CONSTRAINT, i, x, NULL, z, NULL));
    for (size_t k = 0, at = 0; k < c->outers; at += c->outer[k++].p, s->rows++) {
        s->g[s->rows] = lf_outer_value(&c->outer[k], z + at);
        lf_vec_zero(c->outputs, s->y);
        lf_outer_subgradient(&c->outer[k], z + at, s->y + at);
        LF_TRY(lf_problem_evaluate(problem, LF_ROLE_CONSTRAINT, i, x, s->y, NULL,
                                   s->row + s->rows * s->d));
    }
    return LF_OK;
}

static lf_status kkt_ask(kkt_task *s, const double *x) {
    const lf_problem_info *info = &s->view.problem->info;
    double f;
    LF_TRY(lf_constrained_objective(&s->view, x, &f, s->zeta));
    for (size_t i = 0; i < info->role[LF_ROLE_CONSTRAINT].count; i++)
        LF_TRY(kkt_component(s, i, x));
    const bool ball = info->domain.kind == LF_DOMAIN_BALL;
    if (ball && lf_vec_norm(s->d, x) >= kkt_edge * info->domain.radius)
        lf_vec_copy(s->d, x, s->row + s->rows++ * s->d);
    return LF_OK;
}

static void kkt_solve(kkt_task *s) {
    const double scale = lf_vec_norm(s->d, s->zeta);
    double change = INFINITY;
    for (size_t pass = 0; pass < KKT_PASSES && change > kkt_settled * scale; pass++) {
        change = 0;
        for (size_t j = 0; j < s->rows; j++) {
            const double *zeta = s->row + j * s->d, g = s->g[j], old = s->mu[j];
            const double curve = lf_vec_dot(s->d, zeta, zeta) + g * g;
            if (curve == 0) continue;
            const double slope = lf_vec_dot(s->d, zeta, s->zeta) + g * g * old;
            s->mu[j] = fmax(0, old - slope / curve);
            lf_vec_axpy(s->d, s->mu[j] - old, zeta, s->zeta);
            change = fmax(change, fabs(s->mu[j] - old) * sqrt(curve));
        }
    }
}

static lf_status kkt_measure(kkt_task *s, const double *x, double *residual, double *largest) {
    LF_TRY(kkt_memory(s, &s->view.problem->info));
    LF_TRY(kkt_ask(s, x));
    kkt_solve(s);
    *residual = lf_vec_norm(s->d, s->zeta);
    *largest = 0;
    for (size_t j = 0; j < s->m; j++) {
        *largest = fmax(*largest, s->mu[j]);
        *residual = fmax(*residual, fmax(s->g[j], fabs(s->mu[j] * s->g[j])));
    }
    return LF_OK;
}

lf_status lf_kkt(const lf_problem *problem, const double *x, double *residual, double *largest) {
    const lf_domain_kind X = problem->info.domain.kind;
    kkt_task s = {0};
    if (X != LF_DOMAIN_BALL && X != LF_DOMAIN_SPACE)
        return lf_fail(LF_UNSUPPORTED, "KKT: X is to be a ball or no set");
    lf_status status = lf_constrained_create(problem, &s.view);
    if (status == LF_OK) status = kkt_measure(&s, x, residual, largest);
    lf_constrained_free(&s.view);
    free(s.zeta);
    return status;
}
