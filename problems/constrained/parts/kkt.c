/**
 * @file kkt.c
 * @brief Least squares over mu >= 0, one coordinate after the other: with one constraint exact in
 *        one pass, and no matrix of the constraints' products is kept.
 */
#include "problems/constrained/parts/kkt.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/constrained_view.h"

/* Passes over mu, and the change of sum mu_j zeta_j, as a share of |zeta_f|, at which they end. */
enum { KKT_PASSES = 10000 };
static const double kkt_settled = 1e-14;
/* x counts as on the ball from this share of its radius on. */
static const double kkt_edge = 1 - 1e-9;

typedef struct {
    lf_constrained view;
    size_t d, rows;
    double *zeta; /* d: zeta_f + sum mu_j zeta_j */
    double *row;  /* rows x d: zeta_j, then the normal of X */
    double *g, *mu;
} kkt_task;

static lf_status kkt_memory(kkt_task *s) {
    const size_t d = s->d = s->view.problem->info.dim, rows = s->view.m + 1;
    s->zeta = calloc(d + rows * (d + 2), sizeof *s->zeta);
    if (!s->zeta) return lf_fail(LF_NO_MEMORY, "no memory for %zu gradients", rows);
    s->row = s->zeta + d;
    s->g = s->row + rows * d;
    s->mu = s->g + rows;
    return LF_OK;
}

static lf_status kkt_ask(kkt_task *s, const double *x) {
    const lf_domain *X = &s->view.problem->info.domain;
    double f;
    LF_TRY(lf_constrained_objective(&s->view, x, &f, s->zeta));
    LF_TRY(lf_constrained_each(&s->view, x, s->g, s->row));
    s->rows = s->view.m;
    if (X->kind == LF_DOMAIN_BALL && lf_vec_norm(s->d, x) >= kkt_edge * X->radius)
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
    LF_TRY(kkt_memory(s));
    LF_TRY(kkt_ask(s, x));
    kkt_solve(s);
    *residual = lf_vec_norm(s->d, s->zeta);
    *largest = 0;
    for (size_t j = 0; j < s->view.m; j++) {
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
