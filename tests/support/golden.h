/**
 * @file golden.h
 * @brief Minima of convex functions of one and two variables by comparing values alone: slow, and
 * nothing that a solver under test could share.
 */
#pragma once

#include <math.h>

/** The least value of a convex f on [low, high], by golden section. */
static inline double golden_minimum(double (*f)(void *context, double x), void *context, double low,
                                    double high) {
    const double ratio = (sqrt(5) - 1) / 2;
    double a = high - ratio * (high - low), b = low + ratio * (high - low);
    double fa = f(context, a), fb = f(context, b);
    for (int step = 0; step < 60; step++) {
        if (fa <= fb) {
            high = b, b = a, fb = fa;
            a = high - ratio * (high - low), fa = f(context, a);
        } else {
            low = a, a = b, fa = fb;
            b = low + ratio * (high - low), fb = f(context, b);
        }
    }
    return fmin(fa, fb);
}

/** A function of a point of the disc |w| <= radius, or with d = 1 of the interval. */
typedef struct {
    size_t d;
    double radius;
    double (*value)(void *context, const double *w);
    void *context;
    double w[2]; /* where it is asked */
} golden_disc;

static inline double golden_last(void *context, double x) {
    golden_disc *disc = context;
    disc->w[disc->d - 1] = x;
    return disc->value(disc->context, disc->w);
}

static inline double golden_first(void *context, double x) {
    golden_disc *disc = context;
    disc->w[0] = x;
    const double half = sqrt(fmax(disc->radius * disc->radius - x * x, 0));
    return golden_minimum(golden_last, disc, -half, half);
}

/** The least value of a convex function on the disc (d = 2) or interval (d = 1). */
static inline double golden_on_ball(golden_disc disc) {
    return golden_minimum(disc.d == 2 ? golden_first : golden_last, &disc, -disc.radius,
                          disc.radius);
}
