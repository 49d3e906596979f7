/**
 * @file mirror_moves.h
 * @brief Mirror-prox with variance reduction on toy_circle, written down again from the definition
 *        of its steps; and what a first step tells of the slope that it went along.
 *
 * One step eta of the joint geometry is c_w eta on w, c_q eta on ln q: c_w = R^2, c_q = 2 ln m.
 */
#pragma once

#include "circle.h"

static const double moves_c_w = 4;

static inline double moves_c_q(void) {
    return 2 * log(3);
}

/** Lipschitz constant of an operator of samples whose weights are at most `most` and sum to `sum`:
 *  1, 1 for one sample of each group. D_w^2 = 2, L = 1, G = 3 + 5 spread. */
static inline double moves_lipschitz(double most, double sum, double spread) {
    const double G = 3 + 5 * spread, log_m = log(3);
    return 2 * sqrt(2) * fmax(sqrt(4 * most + sum * G * G * log_m), G * sqrt(2 * most * log_m));
}

/** The largest step of ALEG's theory with K iterations an epoch. */
static inline double moves_aleg_eta(double K, double spread) {
    return 1 / (moves_lipschitz(1, 1, spread) * sqrt(5 * K));
}

typedef struct {
    double w[2], q[3], lq[3];
} place;

/** (sum_i q_i grad R_i(w), R(w)), or an estimate of it. */
typedef struct {
    double g[2], r[3];
} slope;

/** w and equal weights. */
static inline place place_start(const double *w) {
    const double third = 1. / 3, l = -log(3);
    return (place){{w[0], w[1]}, {third, third, third}, {l, l, l}};
}

static inline slope slope_at(const place *z) {
    slope s;
    circle_gradient(z->w, z->q, s.g);
    circle_risks(z->w, s.r);
    return s;
}

/** argmin of eta <s, z> + alpha B(z, snapshot) + (1 - alpha) B(z, z_k) on the ball and simplex. */
static inline place place_prox(double eta, double alpha, const place *snapshot, const place *z,
                               const slope *s) {
    place p;
    double sum = 0;
    for (size_t j = 0; j < 2; j++)
        p.w[j] = alpha * snapshot->w[j] + (1 - alpha) * z->w[j] - moves_c_w * eta * s->g[j];
    const double norm = lf_vec_norm(2, p.w);
    lf_vec_scale(2, norm > 2 ? 2 / norm : 1, p.w);
    for (size_t i = 0; i < 3; i++)
        sum += p.q[i] =
            exp(alpha * snapshot->lq[i] + (1 - alpha) * z->lq[i] + moves_c_q() * eta * s->r[i]);
    for (size_t i = 0; i < 3; i++)
        p.lq[i] = log(p.q[i] /= sum);
    return p;
}

static inline place place_mean(size_t n, const place *all) {
    place mean = {0};
    for (size_t k = 0; k < n; k++) {
        lf_vec_axpy(2, 1 / (double)n, all[k].w, mean.w);
        lf_vec_axpy(3, 1 / (double)n, all[k].q, mean.q);
        lf_vec_axpy(3, 1 / (double)n, all[k].lq, mean.lq);
    }
    return mean;
}

static inline void assert_place(lf_point got, const double *w, const double *q, double tolerance) {
    for (size_t j = 0; j < 2; j++)
        assert_near(got.w[j], w[j], tolerance);
    for (size_t i = 0; i < 3; i++)
        assert_near(got.y[i], q[i], tolerance);
}

/** s (4) <- (g, r_0 - r_2, r_1 - r_2) of the slope that a first step of size eta went along, from w
 *  and equal weights to `to` inside the ball: what all risks share moves no weight. */
static inline void first_slope(double eta, const double *w, lf_point to, double *s) {
    for (size_t j = 0; j < 2; j++)
        s[j] = (w[j] - to.w[j]) / (moves_c_w * eta);
    for (size_t i = 0; i < 2; i++)
        s[2 + i] = log(to.y[i] / to.y[2]) / (moves_c_q() * eta);
}

/** The same of the exact slope at z. */
static inline void exact_slope(lf_point z, double *s) {
    double R[3];
    circle_gradient(z.w, z.y, s);
    circle_risks(z.w, R);
    s[2] = R[0] - R[2];
    s[3] = R[1] - R[2];
}
