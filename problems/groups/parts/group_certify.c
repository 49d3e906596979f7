#include "problems/groups/parts/group_certify.h"

#include "problems/common/ball_minimum.h"
#include "problems/common/convex_bound.h"
#include "problems/groups/parts/cvar.h"
#include "problems/groups/parts/cvar_metrics.h"
#include "problems/groups/parts/cvar_optimum.h"
#include "problems/groups/parts/group_optimum.h"

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

lf_status lf_cvar_certify(const lf_problem *problem, size_t k, lf_certificate *c) {
    const lf_cvar *s = problem->state;
    lf_group_function f;
    double value, lower;
    *c = (lf_certificate){.metric = "cvar", .decay = s->decay};
    if (k > 0 || !(s->decay > 0))
        return lf_fail(LF_NOT_FOUND, "one certificate is all there is, and that with decay > 0");
    LF_TRY(certify_begin(&s->base, &f, c));
    c->cap = lf_cvar_weights(f.m, s->r).upper;
    return lf_certificate_bound(
        lf_cvar_optimum(&f, s->r, s->decay, LF_CERTIFICATE_TOLERANCE, c->v, &value, &lower, c->q),
        &f, c);
}
