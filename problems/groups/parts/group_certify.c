#include "problems/groups/parts/group_certify.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/ball_minimum.h"
#include "problems/common/convex_bound.h"
#include "problems/common/group_optimum.h"
#include "problems/groups/parts/cvar.h"
#include "problems/groups/parts/cvar_metrics.h"
#include "problems/groups/parts/cvar_optimum.h"

/* f, *c <- the groups' risks, and a certificate with equal weights at the origin. */
static lf_status certify_begin(const lf_group_minimax *s, lf_group_function *f, lf_certificate *c) {
    const lf_model *model = &s->table.task.model;
    lf_group_risk_function(s->common.of.risk, s->common.of.radius, f);
    if (!f->hessian || s->table.task.data->pixel)
        return lf_fail(LF_NOT_FOUND, "no certificate: not a linear model of up to %d unknowns",
                       LF_HESSIAN_DIM);
    c->loss = model->outputs > 1 ? "softmax" : "logistic";
    c->part = 1; /* part 0 is all of them */
    c->parts = f->m;
    c->radius = f->radius;
    c->d = f->d;
    LF_TRY(lf_certificate_room(c));
    for (size_t i = 0; i < f->m; i++)
        c->q[i] = 1 / (double)f->m;
    return LF_OK;
}

lf_status lf_group_dro_certify(const lf_problem *problem, size_t k, lf_certificate *c) {
    const double tolerance = LF_CERTIFICATE_TOLERANCE;
    lf_group_function f;
    double value, lower;
    *c = (lf_certificate){.metric = "max_risk", .cap = 1};
    if (k > 0) return lf_fail(LF_NOT_FOUND, "one certificate is all there is");
    LF_TRY(certify_begin(problem->state, &f, c));
    lf_status status = lf_group_optimum(&f, tolerance, c->v, c->q, &value, &lower);
    if (status == LF_OK || status == LF_DIVERGED) /* v and q may be of two steps */
        status = lf_ball_minimum(&f, c->q, tolerance / 10, c->v, &value, &lower);
    return lf_certificate_bound(status, &f, c);
}

/* max_i R_i(w) - least_i, so never too small */
static lf_status certify_excess(const lf_problem *problem, const lf_certificate *c, const double *w,
                                double *value) {
    const lf_minimax_seen *seen;
    LF_TRY(lf_minimax_look(problem->state, w, &seen));
    *value = -INFINITY;
    for (size_t i = 0; i < c->parts; i++)
        *value = fmax(*value, seen->risk[i] - c->least[i]);
    return LF_OK;
}

/* most (parts) <- R_i at each group's own point */
static lf_status certify_alone(const lf_group_reference *of, const lf_certificate *c,
                               double *most) {
    for (size_t i = 0; i < c->parts; i++) {
        const lf_status status = lf_group_reference_alone(
            of, i, LF_CERTIFICATE_TOLERANCE / 10, c->alone + i * c->d, &most[i], &c->least[i]);
        if (status != LF_OK && status != LF_DIVERGED) return status;
    }
    return LF_OK;
}

lf_status lf_mero_certify(const lf_problem *problem, size_t k, lf_certificate *c) {
    const lf_group_minimax *s = problem->state;
    lf_group_function f;
    double value, lower;
    *c = (lf_certificate){.metric = "max_excess", .cap = 1, .value = certify_excess};
    if (k > 0) return lf_fail(LF_NOT_FOUND, "one certificate is all there is");
    LF_TRY(certify_begin(s, &f, c));
    c->alone = calloc(c->parts * (c->d + 2) + 1, sizeof *c->alone);
    if (!c->alone) return lf_fail(LF_NO_MEMORY, "no memory for a point of each of %zu", c->parts);
    c->least = c->alone + c->parts * c->d;
    double *most = c->least + c->parts;
    LF_TRY(certify_alone(&s->common.of, c, most));
    lf_status status =
        lf_group_reference_saddle(&s->common.of, most, LF_CERTIFICATE_TOLERANCE, c->v, c->q);
    if (status == LF_OK || status == LF_DIVERGED)
        status = lf_ball_minimum(&f, c->q, LF_CERTIFICATE_TOLERANCE / 10, c->v, &value, &lower);
    LF_TRY(lf_certificate_bound(status, &f, c));
    c->bound -= lf_vec_dot(c->parts, c->q, most);
    return LF_OK;
}

/* Without a decay, on the ball: the weights of the least decay, by bisection, that has its
 * minimiser in there, and the point of the ball that is best for them. What the decay takes from
 * the bound is its share of what the ball has beyond that minimiser. */
static lf_status certify_ball(const lf_group_function *f, double r, lf_certificate *c) {
    enum { CERTIFY_STEPS = 60 };
    const double tolerance = LF_CERTIFICATE_TOLERANCE, square = c->radius * c->radius;
    double value, lower, decay = tolerance / square, least = decay, most = INFINITY;
    for (int step = 0; step < CERTIFY_STEPS; step++) {
        const lf_status status =
            lf_cvar_optimum(f, r, decay, tolerance, c->v, &value, &lower, c->q);
        if (status != LF_OK && status != LF_DIVERGED) return status;
        const double beyond = square - lf_vec_dot(c->d, c->v, c->v);
        if (beyond >= 0 && decay * beyond <= tolerance) break;
        *(beyond >= 0 ? &most : &least) = decay;
        decay = isfinite(most) ? sqrt(least * most) : 8 * decay;
    }
    return lf_ball_minimum(f, c->q, tolerance / 10, c->v, &value, &lower);
}

lf_status lf_cvar_certify(const lf_problem *problem, size_t k, lf_certificate *c) {
    const lf_cvar *s = problem->state;
    lf_group_function f;
    double value, lower;
    *c = (lf_certificate){.metric = "cvar", .decay = s->decay};
    if (k > 0) return lf_fail(LF_NOT_FOUND, "one certificate is all there is");
    LF_TRY(certify_begin(&s->base, &f, c));
    c->cap = lf_cvar_weights(f.m, s->r).upper;
    c->radius = LF_CERTIFICATE_RADIUS;
    if (!(s->decay > 0)) f.radius = c->radius;
    const lf_status status = s->decay > 0
                                 ? lf_cvar_optimum(&f, s->r, s->decay, LF_CERTIFICATE_TOLERANCE,
                                                   c->v, &value, &lower, c->q)
                                 : certify_ball(&f, s->r, c);
    return lf_certificate_bound(status, &f, c);
}
