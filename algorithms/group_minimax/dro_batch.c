/**
 * @file dro_batch.c
 * @brief Mini-batch distributionally robust optimisation: each step answers the losses of its own
 *        batch of groups with the weights of a risk, and keeps none.
 *
 *     draw S, B1 groups, and B2 samples of each;  v_i = L_i(w; B_i)
 *     q <- the best response of the risk to v over S
 *     w <- Pi_X[step(w, sum_{i in S} q_i grad L_i(w; B_i))]
 *
 * It minimises the mean risk of a batch, which is below the true risk: for CVaR by about
 * 1/sqrt(r B1), so that no step size takes it below a floor that only B1 lowers.
 *
 * Source:    Levy, Carmon, Duchi & Sidford 2020, NeurIPS, arXiv:2010.05893, the mini-batch
 *            estimator; risk=ball is its chi-square ball, klcvar and chi2 its smooth risks.
 * Deviation: a group of one row is the paper's sample; with larger groups the losses are those of
 *            B2 samples each. Groups are drawn without replacement (its code: with). r = 0 takes r
 *            from the cap on the problem's weights.
 * Cost:      a step asks B1 B2 values, and B2 gradients for each group whose weight is not 0.
 * Memory:    3d + 3 B1 doubles, B1 tickets and integers, and what `update` has.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/averaged.h"
#include "algorithms/common/sampling.h"
#include "algorithms/group_minimax/parts/best_response.h"
#include "algorithms/group_minimax/parts/capped.h"

typedef struct {
    lf_risk risk;
    size_t B1, B2; /* groups of a step; samples of each */
    lf_averaged_params at;
} dro_batch_params;

typedef struct {
    dro_batch_params p; /* with 1 <= B1 <= n and r > 0 */
    lf_averaged at;
    size_t *S;            /* B1 */
    lf_batch *batch;      /* B1 */
    double *v, *q, *room; /* B1 */
} dro_batch_state;

static lf_status dro_batch_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                lf_arena *arena) {
    dro_batch_state *s = state;
    s->p = *(const dro_batch_params *)params;
    const size_t n = lf_oracle_info(o)->role[LF_ROLE_INNER].count;
    LF_TRY(lf_capped_share(lf_oracle_info(o), &s->p.risk.r));
    if (s->p.B1 == 0 || s->p.B1 > n) s->p.B1 = n;
    LF_TRY(lf_averaged_init(&s->at, &s->p.at, o, x0, arena));
    LF_TRY(lf_arena_array(arena, s->p.B1, sizeof *s->S, &s->S));
    LF_TRY(lf_arena_array(arena, s->p.B1, sizeof *s->batch, &s->batch));
    LF_TRY(LF_VECTORS(arena, s->p.B1, &s->v, &s->q, &s->room));
    return LF_OK;
}

static lf_status dro_batch_step(void *state, lf_oracle *o) {
    dro_batch_state *s = state;
    const size_t B1 = s->p.B1;
    lf_averaged *at = &s->at;
    LF_TRY(lf_oracle_components(o, LF_ROLE_INNER, B1, s->S));
    for (size_t k = 0; k < B1; k++) {
        LF_TRY(lf_sampling_draw(o, LF_ROLE_INNER, s->S[k], s->p.B2, 1, &s->batch[k]));
        LF_TRY(lf_oracle_value(o, &s->batch[k], at->w, &s->v[k]));
    }
    lf_best_response(&s->p.risk, B1, s->v, s->q, s->room);
    lf_vec_zero(at->d, at->G);
    for (size_t k = 0; k < B1; k++)
        if (s->q[k] > 0) LF_TRY(lf_oracle_vjp(o, &s->batch[k], at->w, &s->q[k], at->G));
    lf_oracle_regulariser(o, at->w, at->G);
    lf_averaged_move(at, o); /* w <- Pi_X[step(w, G)] */
    return LF_OK;
}

LF_ITERATE(dro_batch, (lf_point){.w = s->at.w});
LF_AVERAGE(dro_batch, (lf_point){.w = s->at.mean.mean});

static const lf_param dro_batch_table[] = {
    LF_RISK_PARAMS(dro_batch_params, risk),
    LF_AVERAGED_ETA(dro_batch_params, at),
    LF_COUNT(dro_batch_params, B1, 32, 0, 1e9, "groups of a step, at most n; 0: n [1]"),
    LF_COUNT(dro_batch_params, B2, 8, 0, 1e9, "samples of each of them; 0: all [samples]"),
    LF_AVERAGED_PARAMS(dro_batch_params, at, 0.1),
    {0},
};

LF_ALGORITHM(dro_batch, .doc = "CVaR or chi-square DRO: best weights of each batch of groups alone",
             .source = "Levy, Carmon, Duchi & Sidford 2020, NeurIPS, arXiv:2010.05893",
             .when =
                 "groups are many, or each row is one: a batch of them is weighed by itself, at a "
                 "bias that shrinks with its size",
             .view = LF_VIEW_GROUP_MINIMAX, .average = dro_batch_average, .sparse = true);
