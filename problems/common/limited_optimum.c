/**
 * @file limited_optimum.c
 * @brief phi(p) = min_w max(R_0 - p, R_1 - limit, ...) is convex, falls with the slope -q_0, q the
 *        weights of the maximum, and is 0 at the optimum: Newton's method.
 */
#include "problems/common/limited_optimum.h"

#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/ball_minimum.h"
#include "problems/common/convex_bound.h"
#include "problems/common/group_optimum.h"

enum { LIMITED_STEPS = 60 };
/* Least weight of R_0: that of multipliers of about a million. */
static const double limited_least = 1e-6;

/* R_0 - p, and R_i - limit */
typedef struct {
    const lf_group_function *of;
    double p, limit;
} limited_risks;

static lf_status limited_values(void *context, const double *w, const double *q, double *r,
                                double *grad) {
    const limited_risks *s = context;
    LF_TRY(s->of->risks(s->of->context, w, q, r, grad));
    for (size_t i = 0; i < s->of->m; i++)
        r[i] -= i == 0 ? s->p : s->limit;
    return LF_OK;
}

static lf_status limited_gradients(void *context, const double *w, double *rows) {
    const limited_risks *s = context;
    return s->of->gradients(s->of->context, w, rows);
}

static lf_status limited_hessian(void *context, const double *w, const double *q, double *H) {
    const limited_risks *s = context;
    return s->of->hessian(s->of->context, w, q, H);
}

/* The next p: where the tangent of phi is 0, or, beyond the optimum, R_0 at a point that keeps the
 * limits with room, which is nearer where phi is flat. r (m) is a workspace. */
static lf_status limited_next(limited_risks *s, const lf_certificate *c, double value, double *r) {
    const double tangent = s->p + value / c->q[0];
    if (value < 0) {
        LF_TRY(s->of->risks(s->of->context, c->v, NULL, r, NULL));
        s->p = fmin(tangent, r[0]);
    } else {
        s->p = tangent;
    }
    return LF_OK;
}

/* c->v, c->q <- a saddle point of phi at its root s->p; r (m) is a workspace. */
static lf_status limited_root(const lf_group_function *g, limited_risks *s, lf_certificate *c,
                              double *r) {
    const double tolerance = LF_CERTIFICATE_TOLERANCE / 10;
    double value = 1, lower;
    for (int step = 0; step < LIMITED_STEPS && fabs(value) > tolerance; step++) {
        const lf_status status = lf_group_optimum(g, tolerance, c->v, c->q, &value, &lower);
        if (status != LF_OK && status != LF_DIVERGED) return status;
        if (c->q[0] < limited_least) c->q[0] = limited_least;
        if (fabs(value) > tolerance) LF_TRY(limited_next(s, c, value, r));
    }
    return LF_OK;
}

lf_status lf_limited_optimum(const lf_group_function *f, lf_certificate *c, double *p) {
    limited_risks shifted = {.of = f, .p = *p, .limit = c->limit};
    lf_group_function g = *f;
    double value, lower, sum = 0, *r = malloc((f->m + 1) * sizeof *r);
    if (!r) return lf_fail(LF_NO_MEMORY, "no memory for %zu risks", f->m);
    g.context = &shifted;
    g.risks = limited_values;
    g.gradients = limited_gradients;
    g.hessian = f->hessian ? limited_hessian : NULL;
    for (size_t i = 0; i < f->m; i++)
        sum += c->q[i];
    lf_vec_scale(f->m, 1 / sum, c->q);
    const lf_status status = limited_root(&g, &shifted, c, r);
    free(r);
    LF_TRY(status);
    *p = shifted.p;
    lf_vec_scale(f->m, 1 / c->q[0], c->q);
    c->q[0] = 1;
    return lf_ball_minimum(f, c->q, LF_CERTIFICATE_TOLERANCE / 10, c->v, &value, &lower);
}
