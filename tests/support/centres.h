/**
 * @file centres.h
 * @brief Three groups whose losses are squared distances to known points, for OOA.
 */
#pragma once

#include <math.h>

#include "toy.h"

enum { GROUPS = 3 };
static const double origin[2] = {0, 0};
static const double centre[GROUPS][2] = {{1, 0}, {0, 1.5}, {-1, -0.5}};

/** L_i = |w - c_i|^2 / 2 on groups of 8, 12 and 20 rows, with this cap on their weights. */
static inline toy centres(double cap, double spread) {
    toy t = toy_circle(spread);
    t.domain.radius = 10;
    t.cap = cap;
    for (size_t i = 0; i < GROUPS; i++) {
        const double *c = centre[i];
        toy_fill(&t.constraint[i], 0, -c[0], -c[1], lf_vec_dot(2, c, c) / 2, spread);
    }
    return t;
}

/** L_i(w) */
static inline double risk(size_t i, const double *w) {
    return (w[0] - centre[i][0]) * (w[0] - centre[i][0]) / 2 +
           (w[1] - centre[i][1]) * (w[1] - centre[i][1]) / 2;
}

/** max over q of sum q_i L_i(w): the largest losses get the cap, the next one what is left. */
static inline double at_risk(void *cap_at, const double *w) {
    const double cap = *(const double *)cap_at;
    double L[GROUPS], sum = 0, left = 1;
    for (size_t i = 0; i < GROUPS; i++)
        L[i] = risk(i, w);
    for (size_t taken = 0; taken < GROUPS; taken++) {
        size_t most = 0;
        for (size_t i = 1; i < GROUPS; i++)
            if (L[i] > L[most]) most = i;
        const double q = fmin(cap, left);
        sum += q * L[most];
        left -= q;
        L[most] = -INFINITY;
    }
    return sum;
}
