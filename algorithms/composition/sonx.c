/**
 * @file sonx.c
 * @brief SONX: stochastic subgradient steps on a composition with non-smooth outer functions.
 *
 *     F(w) = g0(w) + (1/n) sum_i f_i(g_i(w))
 *
 * Source:    Hu, Zhu & Yang 2023; with a hinge penalty and a g0, Yang et al. 2025.
 * Deviation: samples of a component are drawn with replacement, unless B2 reaches all of them; w is
 *            projected on X; g0 may have a regulariser. The method is beta = 1; momentum is an
 *            option of ours, for comparisons at equal steps. The theory's gam_prime is -1 here; the
 *            default is that of the experiments, and so is judging the last iterate.
 * Cost:      with N the samples of the step's components a step asks N gradients and 2N values
 *            (gam_prime = 0: N), and B0 gradients of each objective. The start asks B2 values of
 *            each of the n components; start = first has N values less where u_i is first set.
 * Memory:    5d + 2p doubles over p inner values, and 2 for the largest component.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/output.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/composition/parts/coupled.h"

typedef struct {
    lf_coupled_params of;
    lf_update_params update;
    lf_step_plan schedule;
    double eta;
    int output;
} sonx_params;

typedef struct {
    sonx_params p;
    lf_coupled of;
    lf_update update;
    lf_output out;
    size_t t;
} sonx_state;

static lf_status sonx_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    sonx_state *s = state;
    s->p = *(const sonx_params *)params;
    LF_TRY(lf_step_plan_check(&s->p.schedule));
    LF_TRY(lf_output_init(&s->out, (lf_output_rule)s->p.output, o, arena));
    LF_TRY(lf_coupled_init(&s->of, &s->p.of, 0, o, x0, arena)); /* w_0, u_i */
    return lf_update_init(&s->update, &s->p.update, s->of.own.d, arena);
}

static lf_status sonx_step(void *state, lf_oracle *o) {
    sonx_state *s = state;
    lf_output_offer(&s->out, o, s->of.w);
    LF_TRY(lf_coupled_gradient(&s->of, o)); /* S, B_i, u_i, y_i in the subdifferential at u_i, G */
    const double factor = lf_step_plan_factor(&s->p.schedule, s->t++);
    lf_coupled_step(&s->of, o, &s->update, s->p.eta, factor, s->of.G); /* w_{t+1} = w_t - eta G */
    return LF_OK;
}

static lf_point sonx_iterate(const void *state) {
    const sonx_state *s = state;
    return lf_output_point(&s->out, s->of.w);
}

static const lf_param sonx_table[] = {
    LF_REAL(sonx_params, eta, 0.001, 0, 1e12, "step size [x^2/f]"),
    LF_COUPLED_PARAMS(sonx_params, of, 0.2),
    LF_COUPLED_GAM_PRIME(sonx_params, of, 0.1),
    LF_UPDATE_MOMENTUM_PARAMS(sonx_params, update, 1),
    LF_STEP_PLAN_PARAMS(sonx_params, schedule),
    LF_CHOICE(sonx_params, output, LF_OUTPUT_LAST, LF_OUTPUT_CHOICES, LF_OUTPUT_DOC),
    {0},
};

LF_ALGORITHM(sonx,
             .doc = "composition with non-smooth outer functions: trackers, subgradient steps",
             .source = "Hu, Zhu & Yang 2023, SONX", .view = LF_VIEW_COMPOSITION);
