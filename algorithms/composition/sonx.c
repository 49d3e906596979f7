/**
 * @file sonx.c
 * @brief SONX: stochastic subgradient steps on a composition with non-smooth outer functions.
 *
 *     F(w) = g0(w) + (1/n) sum_i f_i(g_i(w))
 *
 * Source:    Hu, Zhu & Yang 2023; with a hinge penalty and a g0, Yang et al. 2025.
 * Deviation: samples of a component are drawn with replacement, unless B2 reaches all of them; w is
 *            projected on X; g0 may have a regulariser. The method is beta = 1; momentum is an
 *            option of ours, for comparisons at equal steps. gam_prime = -1 asks for the theory's
 *            value; the default is that of the experiments, and so is judging the last iterate. u,
 *            start=first/zero, wd, clip, eta_s and the plan are of the released code or ours; a
 *            component that belongs to every draw has weight k/n (lf_oracle_component_weight).
 * Cost:      with N the samples of the step's components a step asks N gradients and 2N values
 *            (gam_prime = 0: N), and B0 gradients of each objective. start=batch asks B2 values of
 *            each component first; start=first asks none, and one value alone for each sample of a
 *            component's first batch.
 * Memory:    5d + p doubles over p inner values, and 3 for the largest component.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/output.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/common/update.h"
#include "algorithms/composition/parts/auxiliary.h"
#include "algorithms/composition/parts/batches.h"
#include "algorithms/composition/parts/tracker.h"

typedef struct {
    double eta, eta_s;
    lf_batches_params b;
    lf_tracker_params u;
    lf_update_params update;
    lf_step_plan schedule;
    int output;
} sonx_params;

typedef struct {
    sonx_params p;
    lf_auxiliary aux; /* aux.d: coordinates before the auxiliary ones, which `update` moves */
    lf_batches b;
    lf_tracker u;
    lf_update update;
    lf_output out;
    size_t d, t;
    double *w, *w_last, *G; /* d: w_t, w_{t-1}, G */
    double *y, *g, *g_last; /* most inner values of a component: of the one at hand */
} sonx_state;

static lf_status sonx_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    sonx_state *s = state;
    sonx_params *p = &s->p;
    *p = *(const sonx_params *)params;
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_step_plan_check(&p->schedule));
    LF_TRY(lf_output_init(&s->out, (lf_output_rule)p->output, o, arena));
    LF_TRY(lf_auxiliary_init(&s->aux, p->eta_s, o, arena));
    LF_TRY(lf_batches_init(&s->b, &p->b, o, arena));
    LF_TRY(lf_tracker_init(&s->u, &p->u, s->b.p.B1, o, arena));
    LF_TRY(lf_update_init(&s->update, &p->update, s->aux.d, arena));
    LF_TRY(LF_POINTS(arena, s->d, &s->w, &s->w_last, &s->G));
    LF_TRY(LF_VECTORS(arena, s->u.most, &s->y, &s->g, &s->g_last));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    lf_vec_copy(s->d, s->w, s->w_last);
    return lf_tracker_begin(&s->u, o, p->b.B2, s->w); /* u_i */
}

/* y in a_i df_i(u_i); a_i = 1 unless some components belong to every draw. */
static void sonx_slope(sonx_state *s, lf_oracle *o, size_t i) {
    const double a = lf_oracle_component_weight(o, LF_ROLE_INNER, s->b.p.B1, i);
    lf_oracle_outer_subgradient(o, LF_ROLE_INNER, i, lf_tracker_at(&s->u, i), s->y);
    lf_vec_scale(lf_tracker_width(&s->u, i), a, s->y);
}

static lf_status sonx_step(void *state, lf_oracle *o) {
    sonx_state *s = state;
    const double factor = lf_step_plan_factor(&s->p.schedule, s->t++);
    lf_output_offer(&s->out, o, s->w);
    LF_TRY(lf_batches_draw(&s->b, o)); /* S; B_i, i in S; B_0 */
    lf_vec_zero(s->d, s->G);
    for (size_t k = 0; k < s->b.p.B1; k++) {
        const lf_batch *B = &s->b.B[k];
        const size_t i = s->b.S[k];
        const bool late = lf_tracker_late(&s->u, i);    /* u = new, or there is no u_i yet */
        if (!late) sonx_slope(s, o, i);                 /* y_i in a_i df_i(u_i) */
        LF_TRY(late ? lf_oracle_value(o, B, s->w, s->g) /* g_i(w_t; B_i) */
                    : lf_oracle_value_vjp(o, B, s->w, s->y, s->g, s->G)); /* and G += J_i^T y_i */
        if (lf_tracker_corrects(&s->u, i))                                /* g_i(w_{t-1}; B_i) */
            LF_TRY(lf_oracle_value(o, B, s->w_last, s->g_last));
        lf_tracker_move(&s->u, i, s->g, s->g_last); /* (1-gam) u_i + gam g + gam' (g - g_last) */
        if (late) sonx_slope(s, o, i);
        if (late) LF_TRY(lf_oracle_vjp(o, B, s->w, s->y, s->G));
    }
    lf_vec_scale(s->d, 1 / (double)s->b.p.B1, s->G);
    for (size_t j = 0; j < s->b.objectives; j++)
        LF_TRY(lf_oracle_subgradient(o, &s->b.B_0[j], s->w, s->G));
    lf_oracle_regulariser(o, s->w, s->G); /* G = grad g0(w_t; B_0) + sum J_i^T y_i / B1 */
    lf_vec_copy(s->d, s->w, s->w_last);
    lf_update_step(&s->update, s->p.eta * factor, s->G, s->w); /* w_{t+1} = Pi_X[w_t - eta_t G] */
    lf_auxiliary_step(&s->aux, factor, s->G, s->w);
    lf_oracle_project(o, s->w);
    return LF_OK;
}

LF_ITERATE(sonx, lf_output_point(&s->out, s->w));

static const lf_param sonx_table[] = {
    LF_REAL(sonx_params, eta, 0.001, 0, 1e12, "step size [x^2/f]"),
    LF_BATCHES_PARAMS(sonx_params, b),
    LF_TRACKER_GAM(sonx_params, u, 0.2),
    LF_TRACKER_GAM_PRIME(sonx_params, u, 0.1),
    LF_CHOICE(sonx_params, output, LF_OUTPUT_LAST, LF_OUTPUT_CHOICES, LF_OUTPUT_DOC),
    /* ours, and of the experiments */
    LF_TRACKER_VARIANTS(sonx_params, u),
    LF_UPDATE_BETA(sonx_params, update, 1),
    LF_UPDATE_BEFORE(sonx_params, update),
    LF_AUXILIARY_PARAM(sonx_params, eta_s),
    LF_STEP_PLAN_PARAMS(sonx_params, schedule),
    {0},
};

LF_ALGORITHM(sonx,
             .doc = "composition with non-smooth outer functions: trackers, subgradient steps",
             .source = "Hu, Zhu & Yang 2023, SONX",
             .when = "outer functions are non-smooth and a step has to be as cheap as can be; with "
                     "penalty=hinge also for many constraints",
             .view = LF_VIEW_COMPOSITION, .sparse = true);
