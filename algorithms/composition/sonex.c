/**
 * @file sonex.c
 * @brief SONEX: momentum or Adam on a composition whose outer functions are smoothed.
 *
 *     F_lam(w) = g0(w) + (1/n) sum_i f_{i,lam}(g_i(w)),   f_{i,lam} = Moreau envelope of f_i
 *
 * Source:    Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, SONEX.
 * Deviation: samples of a component are drawn with replacement, unless B2 reaches all of them; w is
 *            projected on X; g0 may have a regulariser. Adam divides by the current second moment
 *            and corrects both biases, as the experiments did (printed: the previous one, no
 *            correction). The last iterate is judged by default, as in the experiments. lam = 0
 *            stands for outer functions that are smooth already.
 * Cost:      with N the samples of the step's components a step asks N gradients and 2N values
 *            (gam_prime = 0: N), and B0 gradients of each objective. The start asks B2 values of
 *            each of the n components; start = first has N values less where u_i is first set.
 * Memory:    5d + 2p doubles over p inner values, Adam d more; and 2 for the largest component.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/output.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/composition/parts/coupled.h"

typedef struct {
    lf_coupled_params of;
    lf_update_params update;
    lf_step_plan schedule;
    double lam, eta;
    int output;
} sonex_params;

typedef struct {
    sonex_params p;
    lf_coupled of;
    lf_update update;
    lf_output out;
    size_t t;
} sonex_state;

static lf_status sonex_init(void *state, const void *params, lf_oracle *o, const double *x0,
                            lf_arena *arena) {
    sonex_state *s = state;
    s->p = *(const sonex_params *)params;
    if (s->p.lam == 0) LF_TRY(lf_coupled_smooth(o));
    LF_TRY(lf_step_plan_check(&s->p.schedule));
    LF_TRY(lf_output_init(&s->out, (lf_output_rule)s->p.output, o, arena));
    LF_TRY(lf_coupled_init(&s->of, &s->p.of, s->p.lam, o, x0, arena));   /* w_0, u_i */
    return lf_update_init(&s->update, &s->p.update, s->of.own.d, arena); /* v_0 = 0 */
}

static lf_status sonex_step(void *state, lf_oracle *o) {
    sonex_state *s = state;
    lf_output_offer(&s->out, o, s->of.w);
    LF_TRY(lf_coupled_gradient(&s->of, o)); /* S, B_i, u_i, y_i = grad f_{i,lam}(u_i), G */
    const double factor = lf_step_plan_factor(&s->p.schedule, s->t++);
    lf_coupled_step(&s->of, o, &s->update, s->p.eta, factor, s->of.G); /* w_{t+1} = step(w_t, G) */
    return LF_OK;
}

static lf_point sonex_iterate(const void *state) {
    const sonex_state *s = state;
    return lf_output_point(&s->out, s->of.w);
}

static const lf_param sonex_table[] = {
    LF_REAL(sonex_params, lam, 0.1, 0, 1e12,
            "smoothing of the outer functions; 0: none, they must be smooth [g^2/f]"),
    LF_REAL(sonex_params, eta, 0.01, 0, 1e12,
            "step size; of the usual momentum with rate lr it is lr / beta [x^2/f; Adam: x]"),
    LF_COUPLED_PARAMS(sonex_params, of, 0.2),
    LF_COUPLED_GAM_PRIME(sonex_params, of, 0.05),
    LF_UPDATE_PARAMS(sonex_params, update, 0.1),
    LF_STEP_PLAN_PARAMS(sonex_params, schedule),
    LF_CHOICE(sonex_params, output, LF_OUTPUT_LAST, LF_OUTPUT_CHOICES, LF_OUTPUT_DOC),
    {0},
};

LF_ALGORITHM(sonex, .doc = "composition with smoothed outer functions: trackers, momentum or Adam",
             .source = "Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, SONEX",
             .view = LF_VIEW_COMPOSITION);
