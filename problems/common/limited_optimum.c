/**
 * @file limited_optimum.c
 * @brief phi(p) = min_w max(R_0 - p, R_1 - limit, ...) is convex, falls with the slope -q_0, q the
 *        weights of the maximum, and is 0 at the optimum: Newton's method.
 */
#include "problems/common/limited_optimum.h"

#include <math.h>

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

lf_status lf_limited_optimum(const lf_group_function *f, lf_certificate *c, double *p) {
    const double tolerance = LF_CERTIFICATE_TOLERANCE / 10;
    limited_risks shifted = {.of = f, .p = *p, .limit = c->limit};
    lf_group_function g = *f;
    double value = 1, lower, sum = 0;
    g.context = &shifted;
    g.risks = limited_values;
    g.gradients = limited_gradients;
    g.hessian = f->hessian ? limited_hessian : NULL;
    for (size_t i = 0; i < f->m; i++)
        sum += c->q[i];
    lf_vec_scale(f->m, 1 / sum, c->q);
    for (int step = 0; step < LIMITED_STEPS && fabs(value) > tolerance; step++) {
        const lf_status status = lf_group_optimum(&g, tolerance, c->v, c->q, &value, &lower);
        if (status != LF_OK && status != LF_DIVERGED) return status;
        if (c->q[0] < limited_least) c->q[0] = limited_least;
        if (fabs(value) > tolerance) shifted.p += value / c->q[0];
    }
    *p = shifted.p;
    lf_vec_scale(f->m, 1 / c->q[0], c->q);
    c->q[0] = 1;
    return lf_ball_minimum(f, c->q, tolerance, c->v, &value, &lower);
}
