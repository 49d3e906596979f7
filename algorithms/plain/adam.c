/**
 * @file adam.c
 * @brief Adam: stochastic gradient steps, each coordinate by its own mean gradient and mean square.
 *
 *     g <- grad f(w_{t-1}; B)
 *     m <- beta1 m + (1 - beta1) g,    mhat = m / (1 - beta1^t)
 *     v <- beta2 v + (1 - beta2) g*g,  vhat = v / (1 - beta2^t)
 *     w <- Pi_X[(1 - alpha wd) w - alpha mhat / (sqrt(vhat) + eps)]
 *
 * With wd > 0 it is AdamW, whose decay is no part of g.
 *
 * Source:    Kingma & Ba 2015, ICLR, Algorithm 1; wd: Loshchilov & Hutter 2019, ICLR.
 * Deviation: w is projected on X, which the paper does not have; by Euclid's norm, not by the
 *            step's own. The decay alpha wd is that of the usual libraries; Loshchilov &
 *            Hutter's does not shrink with alpha.
 * Cost:      a step asks B gradients.
 * Memory:    4d doubles, and 2 for each output of the objective.
 */
#include <math.h>

#include <levelfield/algorithm.h>

#include "algorithms/common/objective.h"

typedef struct {
    double alpha, beta1, beta2, eps, wd;
    size_t B;
} adam_params;

typedef struct {
    adam_params p;
    lf_objective f;
    size_t d;
    double left1, left2;   /* beta1^t, beta2^t: what the means still have of their start, 0 */
    double *w, *g, *m, *v; /* d */
} adam_state;

static lf_status adam_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    adam_state *s = state;
    s->p = *(const adam_params *)params;
    s->d = lf_oracle_dim(o);
    s->left1 = s->left2 = 1;
    LF_TRY(lf_objective_init(&s->f, LF_F_ARG_PLUGIN, s->p.B, 1, o, arena));
    LF_TRY(LF_VECTORS(arena, s->d, &s->w, &s->g, &s->m, &s->v));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

static lf_status adam_step(void *state, lf_oracle *o) {
    adam_state *s = state;
    const double beta1 = s->p.beta1, beta2 = s->p.beta2, kept = 1 - s->p.alpha * s->p.wd;
    LF_TRY(lf_objective_subgradient(&s->f, o, s->w, s->g)); /* g_t */
    s->left1 *= beta1;
    s->left2 *= beta2;
    for (size_t j = 0; j < s->d; j++) {
        s->m[j] = beta1 * s->m[j] + (1 - beta1) * s->g[j];
        s->v[j] = beta2 * s->v[j] + (1 - beta2) * s->g[j] * s->g[j];
        const double mhat = s->m[j] / (1 - s->left1), vhat = s->v[j] / (1 - s->left2);
        s->w[j] = kept * s->w[j] - s->p.alpha * mhat / (sqrt(vhat) + s->p.eps);
    }
    lf_oracle_project(o, s->w);
    return LF_OK;
}

LF_ITERATE(adam, (lf_point){.w = s->w});

static const lf_param adam_table[] = {
    LF_REAL(adam_params, alpha, 0.001, 0, 1e12, "step size [x]"),
    LF_REAL(adam_params, beta1, 0.9, 0, 1 - 1e-12, "what the mean keeps of its past [1]"),
    LF_REAL(adam_params, beta2, 0.999, 0, 1 - 1e-12, "what the mean square keeps of its past [1]"),
    LF_REAL(adam_params, eps, 1e-8, 1e-300, 1e12, "added to the root of the mean square [f/x]"),
    LF_REAL(adam_params, wd, 0, 0, 1e12, "weight decay beside the step, as of AdamW [1/x]"),
    LF_COUNT(adam_params, B, 32, 0, 1e9, "samples of a batch; 0: all [samples]"),
    {0},
};

LF_ALGORITHM(adam, .doc = "stochastic gradient steps by mean gradients over mean squares",
             .source = "Kingma & Ba 2015, ICLR, Algorithm 1",
             .when = "networks are trained and nothing is known of the scale of gradients; wd "
                     "makes it AdamW",
             .view = LF_VIEW_PLAIN, .whole = true);
