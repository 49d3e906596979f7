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
 * Memory:    5d + 2p doubles over p inner values, Adam d more; and 2 for the largest component.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/output.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/composition/parts/coupled.h"

typedef struct {
    lf_coupled_params of; /* gam' stays 0 */
    lf_update_params update;
    lf_step_plan schedule;
    double eta;
    int output;
} sox_params;

typedef struct {
    sox_params p;
    lf_coupled of;
    lf_update update;
    lf_output out;
    size_t t;
} sox_state;

static lf_status sox_init(void *state, const void *params, lf_oracle *o, const double *x0,
                          lf_arena *arena) {
    sox_state *s = state;
    s->p = *(const sox_params *)params;
    LF_TRY(lf_coupled_smooth(o));
    LF_TRY(lf_step_plan_check(&s->p.schedule));
    LF_TRY(lf_output_init(&s->out, (lf_output_rule)s->p.output, o, arena));
    LF_TRY(lf_coupled_init(&s->of, &s->p.of, 0, o, x0, arena)); /* w_0, u_i */
    return lf_update_init(&s->update, &s->p.update, s->of.own.d, arena);
}

static lf_status sox_step(void *state, lf_oracle *o) {
    sox_state *s = state;
    lf_output_offer(&s->out, o, s->of.w);
    LF_TRY(lf_coupled_gradient(&s->of, o)); /* S, B_i, u_i, y_i = grad f_i(u_i), G */
    const double factor = lf_step_plan_factor(&s->p.schedule, s->t++);
    lf_coupled_step(&s->of, o, &s->update, s->p.eta, factor, s->of.G); /* w_{t+1} = step(w_t, G) */
    return LF_OK;
}

static lf_point sox_iterate(const void *state) {
    const sox_state *s = state;
    return lf_output_point(&s->out, s->of.w);
}

static const lf_param sox_table[] = {
    LF_REAL(sox_params, eta, 0.01, 0, 1e12,
            "step size; of the usual momentum with rate lr it is lr / beta [x^2/f; Adam: x]"),
    LF_COUPLED_PARAMS(sox_params, of, 0.8),
    LF_UPDATE_PARAMS(sox_params, update, 0.1),
    LF_STEP_PLAN_PARAMS(sox_params, schedule),
    LF_CHOICE(sox_params, output, LF_OUTPUT_LAST, LF_OUTPUT_CHOICES, LF_OUTPUT_DOC),
    {0},
};

LF_ALGORITHM(sox,
             .doc = "composition with smooth outer functions: moving averages, momentum or Adam",
             .source = "Wang & Yang 2022, SOX", .view = LF_VIEW_COMPOSITION);
