/**
 * @file adagrad.c
 * @brief AdaGrad with diagonal scaling; for a model of two classes, AdaGrad-CE.
 *
 *     Q_i <- Q_i + g_i^2,  w_i <- w_i - eta0 g_i / (delta + sqrt(Q_i)),  g = grad f(w; B)
 *
 * Source:    Duchi, Hazan & Singer 2011, JMLR; as AdaGrad-CE in Liu, Yuan, Ying & Yang 2020, ICLR,
 *            Appendix, which states neither delta nor the first Q.
 * Deviation: w is projected on X as Euclid does, whatever Q is.
 * Cost:      a step asks B gradients.
 * Memory:    3d doubles, and 2 for each output of the objective.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/objective.h"

typedef struct {
    double eta0, delta, Q0;
    size_t B;
} adagrad_params;

typedef struct {
    adagrad_params p;
    lf_objective f;
    size_t d;
    double *w, *g, *Q; /* d */
} adagrad_state;

static lf_status adagrad_init(void *state, const void *params, lf_oracle *o, const double *x0,
                              lf_arena *arena) {
    adagrad_state *s = state;
    s->p = *(const adagrad_params *)params;
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_objective_init(&s->f, LF_F_ARG_PLUGIN, s->p.B, 1, o, arena));
    LF_TRY(LF_POINTS(arena, s->d, &s->w, &s->g, &s->Q));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    if (s->p.Q0 == 0) return LF_OK;
    lf_arena_dense(arena);
    for (size_t i = 0; i < s->d; i++)
        s->Q[i] = s->p.Q0;
    return LF_OK;
}

static lf_status adagrad_step(void *state, lf_oracle *o) {
    adagrad_state *s = state;
    LF_TRY(lf_objective_subgradient(&s->f, o, s->w, s->g));
    lf_vec_squares(s->d, 1, s->g, 1, s->Q);
    lf_vec_over_root(s->d, -s->p.eta0, s->g, s->Q, s->p.delta, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

LF_ITERATE(adagrad, (lf_point){.w = s->w});

static const lf_param adagrad_table[] = {
    LF_REAL(adagrad_params, eta0, 0.1, 0, 1e12, "step size [x]"),
    LF_REAL(adagrad_params, delta, 1e-8, 1e-300, 1e12,
            "added to the root of the sum of squares [f/x]"),
    LF_REAL(adagrad_params, Q0, 0, 0, 1e300, "the sum of squares at the start [f^2/x^2]"),
    LF_COUNT(adagrad_params, B, 32, 0, 1e9, "samples of a batch; 0: all [samples]"),
    {0},
};

LF_ALGORITHM(
    adagrad, .doc = "stochastic gradient steps, each coordinate scaled by its past",
    .source = "Duchi, Hazan & Singer 2011; AdaGrad-CE of Liu, Yuan, Ying & Yang 2020, ICLR",
    .when = "features are rare, so that coordinates need steps of their own", .view = LF_VIEW_PLAIN,
    .sparse = true);
