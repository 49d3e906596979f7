/**
 * @file rmsprop.c
 * @brief RMSProp: stochastic gradient steps, each coordinate over the root of its own mean square.
 *
 *     g <- grad f(w; B) + wd w
 *     q <- (1 - beta') q + beta' g*g
 *     w <- Pi_X[w - eta0 g / (sqrt(q) + eps)]
 *
 * q starts at 0 and is not corrected for it: the first step is eta0 / sqrt(beta') long in each
 * coordinate, ten times eta0 with the usual beta'.
 *
 * Source:    Tieleman & Hinton 2012, lecture 6.5 (from memory), with the defaults of the usual
 *            libraries, which print the smoothing constant 1 - beta' = 0.99.
 * Deviation: w is projected on X as Euclid does, whatever q is.
 * Cost:      a step asks B gradients.
 * Memory:    3d doubles, and 2 for each output of the objective.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/objective.h"

typedef struct {
    double eta0, beta_prime, eps, wd;
    size_t B;
} rmsprop_params;

typedef struct {
    rmsprop_params p;
    lf_objective f;
    size_t d;
    double *w, *g, *q; /* d */
} rmsprop_state;

static lf_status rmsprop_init(void *state, const void *params, lf_oracle *o, const double *x0,
                              lf_arena *arena) {
    rmsprop_state *s = state;
    s->p = *(const rmsprop_params *)params;
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_objective_init(&s->f, LF_F_ARG_PLUGIN, s->p.B, 1, o, arena));
    if (s->p.wd > 0) lf_arena_dense(arena); /* moves every entry in every step */
    LF_TRY(LF_POINTS(arena, s->d, &s->w, &s->g, &s->q));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

static lf_status rmsprop_step(void *state, lf_oracle *o) {
    rmsprop_state *s = state;
    const double beta = s->p.beta_prime;
    LF_TRY(lf_objective_subgradient(&s->f, o, s->w, s->g));
    if (s->p.wd > 0) lf_vec_axpby(s->d, s->p.wd, s->w, 1, s->g);
    lf_vec_squares(s->d, beta, s->g, 1 - beta, s->q);
    lf_vec_over_root(s->d, -s->p.eta0, s->g, s->q, s->p.eps, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

LF_ITERATE(rmsprop, (lf_point){.w = s->w});

static const lf_param rmsprop_table[] = {
    LF_REAL(rmsprop_params, eta0, 0.01, 0, 1e12, "step size [x]"),
    LF_REAL(rmsprop_params, beta_prime, 0.01, 1e-12, 1, "weight of the new squares [1]"),
    LF_REAL(rmsprop_params, eps, 1e-8, 1e-300, 1e12, "added to the root of the mean square [f/x]"),
    LF_REAL(rmsprop_params, wd, 0, 0, 1e12, "weight decay [f/x^2]"),
    LF_COUNT(rmsprop_params, B, 32, 0, 1e9, "samples of a batch; 0: all [samples]"),
    {0},
};

LF_ALGORITHM(rmsprop, .doc = "stochastic gradient steps over the root of mean squares",
             .source = "Tieleman & Hinton 2012, lecture 6.5",
             .when = "networks are trained and Adam's momentum is not wanted",
             .view = LF_VIEW_PLAIN, .whole = true, .sparse = true);
