/**
 * @file two_losses.c
 * @brief The dual function d(mu) = min_w R_0 + mu (R_1 - limit) is concave with the slope
 *        R_1(w_mu) - limit: its root by false position, with the Illinois rule.
 */
#include "problems/constrained/parts/two_losses.h"

#include <math.h>

#include "problems/common/ball_minimum.h"
#include "problems/common/convex_bound.h"

/* Multipliers looked at, and about the largest; each w starts where the last one ended. */
enum { LOSSES_STEPS = 60 };
static const double losses_most = 1e6;

/* *slope <- d'(c->q[1]), and the minimiser in c->v; a solver short of its aim gives a slope, too */
static lf_status losses_slope(const lf_group_function *f, lf_certificate *c, double *slope) {
    double value, lower, r[2];
    const lf_status status =
        lf_ball_minimum(f, c->q, LF_CERTIFICATE_TOLERANCE / 10, c->v, &value, &lower);
    if (status != LF_OK && status != LF_DIVERGED) return status;
    LF_TRY(f->risks(f->context, c->v, NULL, r, NULL));
    *slope = r[1] - c->limit;
    return LF_OK;
}

/* The root of the slope between low and high, where d bends; an end that stays gets half its slope.
 * d is concave: an error of mu costs at most the width times the slope. */
static lf_status losses_between(const lf_group_function *f, lf_certificate *c, double low,
                                double at_low, double high, double at_high) {
    double slope = INFINITY, *mu = &c->q[1];
    for (int step = 0; step < LOSSES_STEPS; step++) {
        *mu = low + (high - low) * at_low / (at_low - at_high);
        LF_TRY(losses_slope(f, c, &slope));
        if (fabs(slope) * (high - low) <= LF_CERTIFICATE_TOLERANCE / 10) break;
        if (slope > 0) {
            low = *mu;
            at_low = slope;
            at_high /= 2;
        } else {
            high = *mu;
            at_high = slope;
            at_low /= 2;
        }
    }
    return LF_OK;
}

static lf_status losses_solve(const lf_group_function *f, lf_certificate *c) {
    double low, at_low, slope, *mu = &c->q[1];
    LF_TRY(losses_slope(f, c, &slope));
    if (slope <= 0) return LF_OK; /* mu = 0: the limit is kept by itself */
    do {
        low = *mu;
        at_low = slope;
        *mu = fmax(1, 4 * low);
        LF_TRY(losses_slope(f, c, &slope));
    } while (slope > 0 && *mu < losses_most); /* the limit may be out of reach */
    return slope > 0 ? LF_OK : losses_between(f, c, low, at_low, *mu, slope);
}

lf_status lf_two_losses_certify(lf_group_risk *risk, lf_certificate *c) {
    lf_group_function f;
    lf_group_risk_function(risk, LF_CERTIFICATE_RADIUS, &f);
    if (!f.hessian)
        return lf_fail(LF_NOT_FOUND, "no certificate: more than %d unknowns", LF_HESSIAN_DIM);
    c->loss = "logistic";
    c->radius = f.radius;
    c->d = f.d;
    LF_TRY(lf_certificate_room(c));
    c->q[0] = 1;
    return lf_certificate_bound(losses_solve(&f, c), &f, c);
}
