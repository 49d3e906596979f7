/**
 * @file eager_levels.h
 * @brief RSVRB as it is defined, on every level in every step: what the lazy form must equal.
 *
 * Levels of one or two numbers, x of up to three; inverses and projections by formula. It asks the
 * oracle of a twin run, which has the same draws.
 */
#pragma once

#include "trial.h"

enum { EAGER_X = 3, EAGER_Y = 2, EAGER_LEVELS = 8 };

/** u, v, w, H (2 x 2), V' (2 x d) of a level, or answers of that form. */
typedef struct {
    double u[EAGER_X], v[EAGER_Y], w[EAGER_Y], H[4], V[EAGER_Y * EAGER_X];
} eager_estimates;

typedef struct {
    trial *twin;
    size_t m, k, d, n, b_f, b_g, init;
    double gamma, tau, beta0, radius, C_fx, C_fy, floor;
    double own[5];           /* beta0 of u, v, w, (H, V), d where that is not 0 */
    bool known;              /* H = I */
    bool mean;               /* d is the mean of all z_i */
    double (*eta)(size_t t); /* from t = 1 */
    size_t t;
    double x[EAGER_X], x_old[EAGER_X], dir[EAGER_X];
    double y[EAGER_LEVELS][EAGER_Y], y_old[EAGER_LEVELS][EAGER_Y];
    eager_estimates e[EAGER_LEVELS];
} eager;

static inline void eager_ask(eager *s, const lf_batch *K, const lf_batch *J, const double *x,
                             const double *y, eager_estimates *a) {
    lf_oracle *o = s->twin->oracle;
    memset(a, 0, sizeof *a);
    assert_ok(lf_oracle_upper_gradient(o, K, x, y, a->u, a->v));
    assert_ok(lf_oracle_lower_gradient(o, J, x, y, a->w));
    for (size_t k = 0; k < s->n; k++) {
        const double unit[EAGER_Y] = {k == 0, k == 1};
        assert_ok(lf_oracle_lower_hvp(o, J, x, y, unit, a->H + EAGER_Y * k));
        assert_ok(lf_oracle_lower_jvp(o, J, x, y, unit, a->V + EAGER_X * k));
    }
}

/* Eigenvalues of H, symmetric, raised to the floor: H = (a + r) P + (a - r) (I - P). */
static inline void eager_floor(const eager *s, double *H) {
    if (s->n == 1) {
        H[0] = fmax(H[0], s->floor);
        return;
    }
    const double a = (H[0] + H[3]) / 2, half = (H[0] - H[3]) / 2, off = (H[1] + H[2]) / 2;
    const double r = hypot(half, off);
    const double high = fmax(a + r, s->floor), low = fmax(a - r, s->floor);
    const double c = r > 0 ? (high - low) / (2 * r) : 0;
    H[0] = (high + low) / 2 + c * half;
    H[3] = (high + low) / 2 - c * half;
    H[1] = H[2] = c * off;
}

static inline void eager_ball(size_t n, double radius, double *v) {
    const double norm = lf_vec_norm(n, v);
    if (radius > 0 && norm > radius) lf_vec_scale(n, radius / norm, v);
}

static inline void eager_limit(const eager *s, eager_estimates *e) {
    eager_ball(s->d, s->C_fx, e->u);
    eager_ball(s->n, s->C_fy, e->v);
    eager_floor(s, e->H);
}

static inline double eager_beta(const eager *s, size_t kind) {
    const double eta = s->eta(s->t), beta0 = s->own[kind] > 0 ? s->own[kind] : s->beta0;
    return fmin(1, beta0 * eta * eta);
}

static inline void eager_storm(size_t n, double beta, double kappa, const double *old,
                               const double *new, double *e) {
    for (size_t j = 0; j < n; j++)
        e[j] = (1 - beta) * (e[j] - kappa * old[j]) + kappa * new[j];
}

/* Of a level that is passed by, old = new = 0. */
static inline void eager_track(const eager *s, const eager_estimates *old,
                               const eager_estimates *new, eager_estimates *e) {
    const double kappa = (double)s->m / (double)s->k;
    eager_storm(EAGER_X, eager_beta(s, 0), kappa, old->u, new->u, e->u);
    eager_storm(EAGER_Y, eager_beta(s, 1), kappa, old->v, new->v, e->v);
    eager_storm(EAGER_Y, eager_beta(s, 2), kappa, old->w, new->w, e->w);
    eager_storm(4, eager_beta(s, 3), kappa, old->H, new->H, e->H);
    eager_storm(EAGER_Y * EAGER_X, eager_beta(s, 3), kappa, old->V, new->V, e->V);
    eager_limit(s, e);
}

/* out += a (u - V H^-1 v) */
static inline void eager_add_z(const eager *s, size_t i, double a, double *out) {
    const eager_estimates *e = &s->e[i];
    const double *H = e->H, *v = e->v;
    double q[EAGER_Y] = {v[0], v[1]};
    if (!s->known && s->n == 1) q[0] = v[0] / H[0];
    if (!s->known && s->n == 2) {
        const double det = H[0] * H[3] - H[1] * H[2];
        q[0] = (H[3] * v[0] - H[1] * v[1]) / det;
        q[1] = (H[0] * v[1] - H[2] * v[0]) / det;
    }
    for (size_t j = 0; j < s->d; j++)
        out[j] += a * (e->u[j] - e->V[j] * q[0] - (s->n > 1 ? e->V[EAGER_X + j] * q[1] : 0));
}

static inline void eager_start(eager *s, const double *x0) {
    lf_oracle *o = s->twin->oracle;
    lf_vec_copy(s->d, x0, s->x);
    lf_vec_copy(s->d, x0, s->x_old);
    for (size_t i = 0; i < s->m; i++) {
        lf_batch K, J;
        const double zero[EAGER_Y] = {0, 0};
        assert_ok(lf_oracle_draw(o, LF_ROLE_UPPER, i, s->init, &K));
        assert_ok(lf_oracle_draw(o, LF_ROLE_LOWER, i, s->init, &J));
        eager_ask(s, &K, &J, s->x, zero, &s->e[i]);
        eager_limit(s, &s->e[i]);
        eager_add_z(s, i, 1 / (double)s->m, s->dir);
    }
}

/* Level i is among these. */
static inline bool eager_has(size_t k, const size_t *ids, size_t i) {
    for (size_t j = 0; j < k; j++)
        if (ids[j] == i) return true;
    return false;
}

static inline void eager_visit(eager *s, size_t i, bool visited) {
    eager_estimates old = {0}, new = {0};
    lf_batch K, J;
    if (visited) {
        assert_ok(lf_oracle_draw(s->twin->oracle, LF_ROLE_UPPER, i, s->b_f, &K));
        assert_ok(lf_oracle_draw(s->twin->oracle, LF_ROLE_LOWER, i, s->b_g, &J));
        eager_ask(s, &K, &J, s->x_old, s->y_old[i], &old);
        eager_ask(s, &K, &J, s->x, s->y[i], &new);
    }
    eager_track(s, &old, &new, &s->e[i]);
}

static inline void eager_step(eager *s) {
    lf_oracle *o = s->twin->oracle;
    const double eta = s->eta(++s->t), beta = eager_beta(s, 4);
    size_t I[EAGER_LEVELS], J[EAGER_LEVELS];
    double before[EAGER_X] = {0}, after[EAGER_X] = {0};
    assert_ok(lf_oracle_components(o, LF_ROLE_LOWER, s->k, I));
    if (!s->mean) assert_ok(lf_oracle_components(o, LF_ROLE_UPPER, s->k, J));
    for (size_t j = 0; j < s->k && !s->mean; j++)
        eager_add_z(s, J[j], 1 / (double)s->k, before);
    for (size_t i = 0; i < s->m; i++)
        eager_visit(s, i, eager_has(s->k, I, i));
    for (size_t j = 0; j < (s->mean ? s->m : s->k); j++)
        eager_add_z(s, s->mean ? j : J[j], 1 / (double)(s->mean ? s->m : s->k), after);
    for (size_t j = 0; j < s->d; j++)
        s->dir[j] = (s->mean ? 0 : (1 - beta) * (s->dir[j] - before[j])) + after[j];
    lf_vec_copy(s->d, s->x, s->x_old);
    lf_vec_axpy(s->d, -s->gamma * eta, s->dir, s->x);
    lf_oracle_project(o, s->x);
    for (size_t i = 0; i < s->m; i++) {
        double to[EAGER_Y];
        lf_vec_copy(s->n, s->y[i], s->y_old[i]);
        lf_vec_copy(s->n, s->y[i], to);
        lf_vec_axpy(s->n, -s->tau, s->e[i].w, to);
        eager_ball(s->n, s->radius, to);
        lf_vec_axpby(s->n, eta, to, 1 - eta, s->y[i]);
    }
}

/** A method's point is where this one stands. */
static inline void eager_assert_at(const eager *s, lf_point at, double tolerance) {
    const double size = 1 + lf_vec_norm(s->d, s->x);
    assert_near(lf_vec_distance(s->d, at.w, s->x), 0, tolerance * size);
    for (size_t i = 0; i < s->m; i++)
        assert_near(lf_vec_distance(s->n, at.y + i * s->n, s->y[i]), 0,
                    tolerance * (1 + lf_vec_norm(s->n, s->y[i])));
}
