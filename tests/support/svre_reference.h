/**
 * @file svre_reference.h
 * @brief AL-SVRE written down again for toy_circle with rows alike, to be run beside the method.
 */
#pragma once

#include "circle.h"

extern const lf_algorithm lf_algorithm_al_svre;

/** w is z[0..1], q is z[2..4]. */
typedef struct {
    double mu_w, mu_q, beta, theta, p, c, tau_w, tau_q; /* beta, p as they are used */
    size_t T_in, b, k, snapshots;
    bool uniform, fresh;
    double z[5], snap[5], full[5], u[2], last[2];
} reference;

/** (g, -R) of F_mu + beta/2 |w - u|^2, so that both blocks descend. */
static inline void reference_operator(const reference *r, const double *z, double *F) {
    double R[3];
    circle_risks(z, R);
    for (size_t j = 0; j < 2; j++)
        F[j] = r->mu_w * z[j] + r->beta * (z[j] - r->u[j]);
    for (size_t i = 0; i < 3; i++) {
        circle_add_gradient(i, z[2 + i], z, F);
        F[2 + i] = -R[i] + r->mu_q * (z[2 + i] - 1.0 / 3);
    }
}

static inline void reference_move(const reference *r, const double *from, const double *F,
                                  double *to) {
    static const lf_domain ball = {LF_DOMAIN_BALL, 2, .radius = 2};
    static const lf_domain simplex = {LF_DOMAIN_SIMPLEX, 3, .upper = 1};
    for (size_t i = 0; i < 5; i++)
        to[i] = from[i] - (i < 2 ? r->tau_w : r->tau_q) * F[i];
    lf_domain_project(&ball, to);
    lf_domain_project(&simplex, to + 2);
}

/** F <- full[] moved to the half point by the regularisers, which are known. */
static inline void reference_known(const reference *r, const double *half, double *F) {
    for (size_t i = 0; i < 5; i++)
        F[i] = r->full[i] + (i < 2 ? r->mu_w + r->beta : r->mu_q) * (half[i] - r->snap[i]);
}

/** The chance of group i to be drawn; a draw counts its reciprocal, shared among b. */
static inline double reference_chance(const reference *r, size_t i) {
    return r->uniform ? (double[]){0.2, 0.3, 0.5}[i] : 1. / 3;
}

/** F += what a draw of group i tells. */
static inline void reference_drawn(const reference *r, const double *half, size_t i, double *F) {
    const double c = 1 / (reference_chance(r, i) * (double)r->b);
    circle_add_gradient(i, c * half[2 + i], half, F);
    circle_add_gradient(i, -c * r->snap[2 + i], r->snap, F);
    F[2 + i] -= c * (circle_risk(i, half, circle_flat) - circle_risk(i, r->snap, circle_flat));
}

static inline void reference_step(reference *r, lf_oracle *stream) {
    double anchor[5], half[5], F[5];
    if (r->fresh) {
        lf_vec_copy(5, r->z, r->snap);
        reference_operator(r, r->snap, r->full);
        r->snapshots++;
    }
    for (size_t i = 0; i < 5; i++)
        anchor[i] = (1 - r->p) * r->z[i] + r->p * r->snap[i];
    reference_move(r, anchor, r->full, half);
    reference_known(r, half, F);
    for (size_t k = 0; k < r->b; k++) {
        const double u = lf_oracle_uniform(stream), first = reference_chance(r, 0);
        const double two = first + reference_chance(r, 1);
        reference_drawn(r, half, (size_t)(u >= first) + (size_t)(u >= two), F);
    }
    reference_move(r, anchor, F, r->z);
    r->fresh = lf_oracle_uniform(stream) < r->p;
    if (r->beta == 0 || ++r->k < r->T_in) return;
    for (size_t j = 0; j < 2; j++) {
        r->u[j] = r->z[j] + r->theta * (r->z[j] - r->last[j]);
        r->last[j] = r->z[j];
    }
    r->k = 0;
    r->fresh = true;
}

/** L_imp or L_uni of toy_circle(0), by the numbers of test_minimax.c. */
static inline double reference_lipschitz(bool uniform) {
    const double most = uniform ? 5 : 3, sum = uniform ? 5 + 10.0 / 3 + 2 : 9;
    return 2 * sqrt(2) * sqrt(4 * most + 9 * sum * log(3));
}

/** Against the method, from (1.5, -1) with the same stream of uniform numbers; and the counts: N
 * for a snapshot, 2b evaluations and b samples for a step. */
static inline void replay(const char *set, reference *r) {
    const toy problem = toy_circle(0);
    const double z0[5] = {1.5, -1, 1.0 / 3, 1.0 / 3, 1.0 / 3};
    lf_vec_copy(5, z0, r->z);
    lf_vec_copy(2, z0, r->u);
    lf_vec_copy(2, z0, r->last);
    r->fresh = true;
    trial *t = trial_start(&lf_algorithm_al_svre, &problem, 3, z0, set);
    trial *stream = trial_problem(&problem, 3, "1e12");
    r->tau_w = 4 * r->c * 0.99 * sqrt(r->p) / reference_lipschitz(r->uniform);
    r->tau_q = r->tau_w / 6;
    for (size_t k = 1; k <= 100; k++) {
        reference_step(r, stream->oracle);
        trial_steps(t, 1);
        const lf_point at = t->is->iterate(t->state);
        for (size_t i = 0; i < 5; i++)
            assert_near(i < 2 ? at.w[i] : at.y[i - 2], r->z[i], 1e-11);
        circle_assert_inside(at);
        assert_int_equal(trial_count(t, "gradient.inner"), r->snapshots * 40 + 2 * r->b * k);
        assert_int_equal(trial_count(t, "value.inner"), r->snapshots * 40 + 2 * r->b * k);
        assert_int_equal(trial_count(t, "samples.inner"), r->snapshots * 40 + r->b * k);
    }
}
