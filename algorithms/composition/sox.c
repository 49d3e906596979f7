/**
 * @file sox.c
 * @brief SOX: momentum or Adam on a composition with smooth outer functions; u by moving averages.
 *
 *     F(w) = g0(w) + (1/n) sum_i f_i(g_i(w))
 *
 * Source:    Wang & Yang 2022; with a squared hinge penalty, Li et al. 2024.
 * Deviation: samples of a component are drawn with replacement, unless B2 reaches all of them; w is
 *            projected on X; g0 may have a regulariser. An outer function with a kink is refused.
 *            The old u is that of the statement; the authors' code takes the new one. The last
 *            iterate is judged by default, as in the experiments.
 * Cost:      with N the samples of the step's components a step asks N gradients and N values; B0
 *            gradients of each objective. start = batch asks B2 values of each of the n components.
 * Memory:    4d + p doubles over p inner values, Adam d more; and 2 for the largest component.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/output.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/common/update.h"
#include "algorithms/composition/parts/batches.h"
#include "algorithms/composition/parts/tracker.h"

typedef struct {
    double eta;
    lf_batches_params b;
    lf_tracker_params u; /* gam' stays 0 */
    lf_update_params update;
    lf_step_plan schedule;
    int output;
} sox_params;

typedef struct {
    sox_params p;
    lf_batches b;
    lf_tracker u;
    lf_update update;
    lf_output out;
    size_t d, t;
    double *w, *G; /* d: w_t, G */
    double *y, *g; /* most inner values of a component: of the one at hand */
} sox_state;

static lf_status sox_init(void *state, const void *params, lf_oracle *o, const double *x0,
                          lf_arena *arena) {
    sox_state *s = state;
    sox_params *p = &s->p;
    *p = *(const sox_params *)params;
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_tracker_smooth(o));
    LF_TRY(lf_step_plan_check(&p->schedule));
    LF_TRY(lf_output_init(&s->out, (lf_output_rule)p->output, o, arena));
    LF_TRY(lf_batches_init(&s->b, &p->b, o, arena));
    LF_TRY(lf_tracker_init(&s->u, &p->u, s->b.p.B1, o, arena));
    LF_TRY(lf_update_init(&s->update, &p->update, s->d, arena));
    LF_TRY(LF_POINTS(arena, s->d, &s->w, &s->G));
    LF_TRY(LF_VECTORS(arena, s->u.most, &s->y, &s->g));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    return lf_tracker_begin(&s->u, o, p->b.B2, s->w); /* u_i */
}

/* y <- a_i grad f_i(u_i); a_i = 1 unless some components belong to every draw. */
static void sox_slope(sox_state *s, lf_oracle *o, size_t i) {
    const double a = lf_oracle_component_weight(o, LF_ROLE_INNER, s->b.p.B1, i);
    lf_oracle_outer_subgradient(o, LF_ROLE_INNER, i, lf_tracker_at(&s->u, i), s->y);
    lf_vec_scale(lf_tracker_width(&s->u, i), a, s->y);
}

static lf_status sox_step(void *state, lf_oracle *o) {
    sox_state *s = state;
    const double factor = lf_step_plan_factor(&s->p.schedule, s->t++);
    lf_output_offer(&s->out, o, s->w);
    LF_TRY(lf_batches_draw(&s->b, o)); /* S; B_i, i in S; B_0 */
    lf_vec_zero(s->d, s->G);
    for (size_t k = 0; k < s->b.p.B1; k++) {
        const lf_batch *B = &s->b.B[k];
        const size_t i = s->b.S[k];
        const bool late = lf_tracker_late(&s->u, i);    /* u = new, or there is no u_i yet */
        if (!late) sox_slope(s, o, i);                  /* y_i = grad f_i(u_i) */
        LF_TRY(late ? lf_oracle_value(o, B, s->w, s->g) /* g_i(w_t; B_i); G += J_i^T y_i */
                    : lf_oracle_value_vjp(o, B, s->w, s->y, s->g, s->G));
        lf_tracker_move(&s->u, i, s->g, NULL); /* (1-gam) u_i + gam g */
        if (late) sox_slope(s, o, i);
        if (late) LF_TRY(lf_oracle_vjp(o, B, s->w, s->y, s->G));
    }
    lf_vec_scale(s->d, 1 / (double)s->b.p.B1, s->G);
    for (size_t j = 0; j < s->b.objectives; j++)
        LF_TRY(lf_oracle_subgradient(o, &s->b.B_0[j], s->w, s->G));
    lf_oracle_regulariser(o, s->w, s->G); /* G = grad g0(w_t; B_0) + sum J_i^T y_i / B1 */
    lf_update_step(&s->update, s->p.eta * factor, s->G, s->w); /* w_{t+1} = step(w_t, G) */
    lf_oracle_project(o, s->w);
    return LF_OK;
}

LF_ITERATE(sox, lf_output_point(&s->out, s->w));

static const lf_param sox_table[] = {
    LF_REAL(sox_params, eta, 0.01, 0, 1e12,
            "step size; of the usual momentum with rate lr it is lr / beta [x^2/f; Adam: x]"),
    LF_BATCHES_PARAMS(sox_params, b),
    LF_TRACKER_GAM(sox_params, u, 0.8),
    LF_UPDATE_PARAMS(sox_params, update, 0.1),
    LF_CHOICE(sox_params, output, LF_OUTPUT_LAST, LF_OUTPUT_CHOICES, LF_OUTPUT_DOC),
    /* ours, and of the experiments */
    LF_TRACKER_VARIANTS(sox_params, u),
    LF_UPDATE_BEFORE(sox_params, update),
    LF_STEP_PLAN_PARAMS(sox_params, schedule),
    {0},
};

LF_ALGORITHM(sox,
             .doc = "composition with smooth outer functions: moving averages, momentum or Adam",
             .source = "Wang & Yang 2022, SOX",
             .when = "outer functions are smooth: one moving average a component, one evaluation a "
                     "sample",
             .view = LF_VIEW_COMPOSITION, .sparse = true);
