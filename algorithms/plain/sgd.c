/**
 * @file sgd.c
 * @brief SGD: stochastic (sub)gradient steps on the objective; for a model of two classes, SGD-CE.
 *
 *     w <- step(w, G) of size eta_t,  G = grad f(w; B)     step and eta_t by their rules
 *
 * Source:    Robbins & Monro 1951; as SGD-CE in Liu, Yuan, Ying & Yang 2020, ICLR, Section 5:
 *            schedule=milestones, a tenth at 1/2 and at 3/4 of the horizon, neither momentum nor
 *            decay; He et al. 2016 have momentum 0.9 (beta=0.1) and wd=1e-4.
 * Deviation: momentum is the mean (1 - beta) v + beta G, so that a library's learning rate lr is
 *            eta0 = lr / beta.
 * Cost:      a step asks B gradients.
 * Memory:    3d doubles, and 2 for each output of the objective.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/objective.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/common/update.h"

typedef struct {
    double eta0;
    size_t B;
    lf_update_params update;
    lf_step_plan plan;
} sgd_params;

typedef struct {
    sgd_params p;
    lf_objective f;
    lf_update update;
    size_t d, t;
    double *w, *G; /* d */
} sgd_state;

static lf_status sgd_init(void *state, const void *params, lf_oracle *o, const double *x0,
                          lf_arena *arena) {
    sgd_state *s = state;
    s->p = *(const sgd_params *)params;
    s->p.update.update = LF_UPDATE_MOMENTUM;
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_step_plan_check(&s->p.plan));
    LF_TRY(lf_objective_init(&s->f, LF_F_ARG_PLUGIN, s->p.B, 1, o, arena));
    LF_TRY(lf_update_init(&s->update, &s->p.update, s->d, arena));
    LF_TRY(LF_POINTS(arena, s->d, &s->w, &s->G));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

static lf_status sgd_step(void *state, lf_oracle *o) {
    sgd_state *s = state;
    LF_TRY(lf_objective_subgradient(&s->f, o, s->w, s->G));
    const double eta = s->p.eta0 * lf_step_plan_factor(&s->p.plan, s->t++);
    lf_update_step(&s->update, eta, s->G, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

LF_ITERATE(sgd, (lf_point){.w = s->w});

static const lf_param sgd_table[] = {
    LF_REAL(sgd_params, eta0, 0.1, 0, 1e12, "step size [x^2/f]"),
    LF_COUNT(sgd_params, B, 32, 0, 1e9, "samples of a batch; 0: all [samples]"),
    LF_UPDATE_BETA(sgd_params, update, 1),
    LF_UPDATE_BEFORE(sgd_params, update),
    LF_STEP_PLAN_PARAMS(sgd_params, plan),
    {0},
};

LF_ALGORITHM(sgd, .doc = "stochastic gradient descent, with or without momentum",
             .source = "Robbins & Monro 1951; SGD-CE of Liu, Yuan, Ying & Yang 2020, ICLR",
             .when = "an honest baseline is needed, which is always: beta=0.1,wd=1e-4 is what "
                     "people train networks with",
             .view = LF_VIEW_PLAIN, .whole = true, .sparse = true);
