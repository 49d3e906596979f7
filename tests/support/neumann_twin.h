/**
 * @file neumann_twin.h
 * @brief Beside a run of TTSA, StocBio or BSA on curved_levels.h: its steps on numbers.
 */
#pragma once

#include "curved_levels.h"

/** Every level's y makes a step from a fresh batch of b. */
static inline void twin_descend(trial *twin, size_t b, double step, double x, double *y) {
    for (size_t i = 0; i < CURVED_LEVELS; i++) {
        const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, b);
        y[i] -= step * curved_ask(twin, NULL, &J, x, y[i]).w;
    }
}

/** The series for v of level i at (x, y): a product of p batches or, for p = SIZE_MAX, all terms
 *  up to Q. */
static inline double twin_series(trial *twin, size_t i, size_t b, size_t p, size_t Q, double eta_n,
                                 double x, double y, double v) {
    const bool all = p == SIZE_MAX;
    double sum = v;
    for (size_t q = 0; q < (all ? Q : p); q++) {
        const lf_batch B = curved_draw(twin, LF_ROLE_LOWER, i, b);
        v -= eta_n * curved_ask(twin, NULL, &B, x, y).H * v;
        sum += v;
    }
    return eta_n * (all ? sum : (double)Q * v);
}

/** z at (x, y); random: lengths from the method's stream. */
static inline double twin_direction(trial *twin, size_t b, bool random, size_t Q, double eta_n,
                                    double x, const double *y) {
    double z = 0;
    for (size_t i = 0; i < CURVED_LEVELS; i++) {
        const lf_batch K = curved_draw(twin, LF_ROLE_UPPER, i, b);
        const curved_answer at = curved_ask(twin, &K, NULL, x, y[i]);
        const size_t p = random ? (size_t)(lf_oracle_uniform(twin->oracle) * (double)Q) : SIZE_MAX;
        const double q = twin_series(twin, i, b, p, Q, eta_n, x, y[i], at.gy);
        const lf_batch J = curved_draw(twin, LF_ROLE_LOWER, i, b);
        z += (at.gx - curved_ask(twin, NULL, &J, x, y[i]).V * q) / CURVED_LEVELS;
    }
    return z;
}

/** Of two levels after `steps`: b_f = 2 samples and 4 gradients of each f_i a step; b_g = 3, of
 *  which `inner` gradients in all and a jvp a step, and as many hvp as samples are left. Returns
 *  how many products there were. */
static inline size_t assert_split(const trial *t, size_t steps, size_t inner) {
    const size_t m = CURVED_LEVELS, hvp = trial_count(t, "hvp.lower");
    assert_asked(t, (size_t[]){m * steps * 2, m * steps * 4, m * (inner + steps) * 3 + hvp,
                               m * inner * 3, hvp, m * steps * 3});
    assert_int_equal(hvp % 3, 0);
    return hvp / 3;
}
