/**
 * @file coupled_reference.h
 * @brief Methods for compositions written out once more, for problems like coupled_toy: on an
 *        oracle of their own they make the draws that a method of the same seed makes.
 *
 * Each component has one output; g0 is one objective, whose outer function is linear.
 */
#pragma once

#include "coupled.h"
#include "trial.h"

enum { REFERENCE_BATCH, REFERENCE_FIRST, REFERENCE_ZERO }; /* where u starts */

/** B rows of a component, all of them if B is 0. */
static inline lf_batch reference_draw(lf_oracle *o, lf_role role, size_t i, size_t B) {
    lf_batch batch;
    if (B == 0)
        assert_ok(lf_oracle_full(o, role, i, &batch));
    else
        assert_ok(lf_oracle_draw(o, role, i, B, &batch));
    return batch;
}

static inline double reference_value(lf_oracle *o, const lf_batch *B, const double *w) {
    double g;
    assert_ok(lf_oracle_value(o, B, w, &g));
    return g;
}

/** sum += J(w; B)^T y */
static inline void reference_add(lf_oracle *o, const lf_batch *B, const double *w, double y,
                                 double *sum) {
    assert_ok(lf_oracle_vjp(o, B, w, &y, sum));
}

/** SONX, SONEX, SOX and MSVR: what a test sets, and where they are. */
typedef struct {
    double (*slope)(double); /* f', or that of the envelope */
    double eta, gam, gam_prime;
    double beta;     /* weight of the new gradient in z; MSVR's a */
    double wd, clip; /* clip = 0: none */
    size_t B0, B1, B2;
    int start;
    bool fresh; /* the slope is taken at the new u */
    bool storm; /* MSVR-v2 */
    bool along; /* MSVR-SP */
    lf_oracle *o;
    size_t t, S[COUPLED_N];
    bool known[COUPLED_N];
    double u[2][COUPLED_N]; /* now, and a step ago */
    double w[2][TOY_DIM];   /* w_t, w_{t-1} */
    double z[TOY_DIM];
} reference;

static inline void reference_begin(reference *r, const toy *problem, uint64_t seed,
                                   const double *x0) {
    r->o = trial_problem(problem, seed, "1e12")->oracle;
    for (size_t i = 0; i < COUPLED_N; i++) {
        r->known[i] = r->start != REFERENCE_FIRST;
        if (r->start != REFERENCE_BATCH) continue;
        const lf_batch B = reference_draw(r->o, LF_ROLE_INNER, i, r->B2);
        r->u[0][i] = r->u[1][i] = reference_value(r->o, &B, x0);
    }
    lf_vec_copy(TOY_DIM, x0, r->w[0]);
    lf_vec_copy(TOY_DIM, x0, r->w[1]);
}

/* u_i, and what S's component i adds to the gradients at w_t, with G's slope, and at w_{t-1}, with
 * that of one step before. */
static inline void reference_component(reference *r, const lf_batch *B, double *next, double *G,
                                       double *H) {
    const size_t i = B->component;
    const double g = reference_value(r->o, B, r->w[0]);
    double change = g - reference_value(r->o, B, r->w[1]);
    if (r->along) {
        double J[TOY_DIM] = {0};
        reference_add(r->o, B, r->w[0], 1, J);
        change = lf_vec_dot(TOY_DIM, J, r->w[0]) - lf_vec_dot(TOY_DIM, J, r->w[1]);
    }
    next[i] = (1 - r->gam) * r->u[0][i] + r->gam * g + r->gam_prime * change;
    if (!r->known[i]) next[i] = r->u[0][i] = r->u[1][i] = g; /* the only value there is */
    r->known[i] = true;
    reference_add(r->o, B, r->w[0], r->slope(r->fresh ? next[i] : r->u[0][i]), G);
    reference_add(r->o, B, r->w[1], r->slope(r->u[!r->fresh][i]), H);
}

/* w_{t+1} */
static inline void reference_move(reference *r, const double *G, const double *H) {
    const double norm = lf_vec_norm(TOY_DIM, G), kept = 1 - r->beta;
    const double cut = r->clip > 0 && norm > r->clip ? r->clip / norm : 1;
    lf_vec_copy(TOY_DIM, r->w[0], r->w[1]);
    for (size_t j = 0; j < TOY_DIM; j++) {
        const double *w = r->w[1];
        if (r->storm)
            r->z[j] = r->t == 0 ? G[j] : kept * r->z[j] + G[j] - kept * H[j];
        else
            r->z[j] = kept * r->z[j] + r->beta * (cut * G[j] + r->wd * w[j]);
        r->w[0][j] = w[j] - r->eta * r->z[j];
    }
}

/** One step; w_{t+1} */
static inline const double *reference_step(reference *r) {
    double G[TOY_DIM] = {0}, H[TOY_DIM] = {0}, next[COUPLED_N];
    assert_ok(lf_oracle_components(r->o, LF_ROLE_INNER, r->B1, r->S));
    lf_vec_copy(COUPLED_N, r->u[0], next);
    for (size_t k = 0; k < r->B1; k++) {
        const lf_batch B = reference_draw(r->o, LF_ROLE_INNER, r->S[k], r->B2);
        reference_component(r, &B, next, G, H);
    }
    const lf_batch B_0 = reference_draw(r->o, LF_ROLE_OBJECTIVE, 0, r->B0);
    lf_vec_scale(TOY_DIM, 1 / (double)r->B1, G);
    lf_vec_scale(TOY_DIM, 1 / (double)r->B1, H);
    reference_add(r->o, &B_0, r->w[0], 1, G);
    reference_add(r->o, &B_0, r->w[1], 1, H);
    reference_move(r, G, H);
    lf_vec_copy(COUPLED_N, r->u[0], r->u[1]);
    lf_vec_copy(COUPLED_N, next, r->u[0]);
    r->t++;
    return r->w[0];
}

/** So many steps of a method beside the reference, whose w is the method's within 1e-12. */
static inline void reference_follow(reference *r, trial *t, size_t steps) {
    for (size_t k = 0; k < steps; k++) {
        const double *got = trial_steps(t, 1), *want = reference_step(r);
        for (size_t j = 0; j < TOY_DIM; j++)
            assert_near(got[j], want[j], 1e-12);
    }
}

/** ALEXR with the Euclidean dual step, from a batch of each component. */
typedef struct {
    double (*slope)(double);        /* f' */
    double (*dual)(double, double); /* argmax over y of <y, v> - f*(y) - |y - y_i|^2/(2 gam) */
    double eta, theta;
    size_t B0, B1, B2;
    lf_oracle *o;
    size_t S[COUPLED_N];
    double z[2][TOY_DIM]; /* z_k, z_{k-1} */
    double y[COUPLED_N];
} alexr_reference;

static inline void alexr_reference_begin(alexr_reference *r, const toy *problem, uint64_t seed,
                                         const double *x0) {
    r->o = trial_problem(problem, seed, "1e12")->oracle;
    for (size_t i = 0; i < COUPLED_N; i++) {
        const lf_batch B = reference_draw(r->o, LF_ROLE_INNER, i, r->B2);
        r->y[i] = r->slope(reference_value(r->o, &B, x0));
    }
    lf_vec_copy(TOY_DIM, x0, r->z[0]);
    lf_vec_copy(TOY_DIM, x0, r->z[1]);
}

/** One step; z_{k+1} */
static inline const double *alexr_reference_step(alexr_reference *r) {
    double G[TOY_DIM] = {0};
    assert_ok(lf_oracle_components(r->o, LF_ROLE_INNER, r->B1, r->S));
    for (size_t k = 0; k < r->B1; k++) {
        const size_t i = r->S[k];
        const lf_batch B = reference_draw(r->o, LF_ROLE_INNER, i, r->B2);
        const double g = reference_value(r->o, &B, r->z[0]);
        const double v = g + r->theta * (g - reference_value(r->o, &B, r->z[1]));
        r->y[i] = r->dual(v, r->y[i]);
        const lf_batch other = reference_draw(r->o, LF_ROLE_INNER, i, r->B2);
        reference_add(r->o, &other, r->z[0], r->y[i] / (double)r->B1, G);
    }
    const lf_batch B_0 = reference_draw(r->o, LF_ROLE_OBJECTIVE, 0, r->B0);
    reference_add(r->o, &B_0, r->z[0], 1, G);
    lf_vec_copy(TOY_DIM, r->z[0], r->z[1]);
    lf_vec_axpy(TOY_DIM, -r->eta, G, r->z[0]);
    return r->z[0];
}
