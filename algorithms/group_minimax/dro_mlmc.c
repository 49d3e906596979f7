/**
 * @file dro_mlmc.c
 * @brief Multilevel distributionally robust optimisation: gradients of batch risks, of which the
 *        mean is that of a large batch, at the price of a small one.
 *
 *     j with probability 2^-(j+1), j < J, and J with the rest, 2^-J;   n_j = 2^j n0 groups
 *     g = G(first n0/2) + (1/P(j)) (G(all n_j) - G(first half)/2 - G(second half)/2)
 *     w <- Pi_X[step(w, g)]
 *
 * G(S) = sum_{i in S} q_i grad L_i(w; B_i), q the best response of the risk to the losses over S.
 * The differences telescope: E g is the mean of G over n0 2^J draws, whose bias is that of the
 * largest batch, for n0 (J/2 + 1) groups a step on average. For CVaR the differences shrink only as
 * 2^{-j/2}, so that the variance grows with J.
 *
 * Source:    Levy, Carmon, Duchi & Sidford 2020, NeurIPS, arXiv:2010.05893, the multilevel
 *            estimator.
 * Deviation: a group of one row is the paper's sample; with larger groups the losses are those of
 *            B2 samples each. Groups are drawn independently, with replacement, as in its code.
 *            r = 0 takes r from the cap on the problem's weights.
 * Cost:      a step asks n_j B2 values, and B2 gradients for each draw whose weight in g is not 0.
 * Memory:    3d + 4 n0 2^J doubles, n0 2^J tickets, and what `update` has.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/common/averaged.h"
#include "algorithms/common/sampling.h"
#include "algorithms/group_minimax/parts/best_response.h"
#include "algorithms/group_minimax/parts/capped.h"

typedef struct {
    lf_risk risk;
    size_t n0, J, B2; /* least groups of a step, even; highest level; samples of each group */
    lf_averaged_params at;
} dro_mlmc_params;

typedef struct {
    dro_mlmc_params p; /* with r > 0 */
    size_t n;
    lf_averaged at;
    lf_batch *batch;          /* n0 2^J */
    double *v, *a, *q, *room; /* n0 2^J: losses, weights in g, a response */
} dro_mlmc_state;

/* Up to this, times 1/P, a weight is what rounding left of responses that cancel. */
static const double dro_mlmc_nothing = 1e-14;

static lf_status dro_mlmc_init(void *state, const void *params, lf_oracle *o, const double *x0,
                               lf_arena *arena) {
    dro_mlmc_state *s = state;
    s->p = *(const dro_mlmc_params *)params;
    s->n = lf_oracle_info(o)->role[LF_ROLE_INNER].count;
    if (s->p.n0 % 2)
        return lf_fail(LF_BAD_ARGUMENT,
                       "dro_mlmc: n0 = %zu is to be even, as halves of a batch "
                       "are compared; take %zu",
                       s->p.n0, s->p.n0 + 1);
    LF_TRY(lf_capped_share(lf_oracle_info(o), &s->p.risk.r));
    LF_TRY(lf_averaged_init(&s->at, &s->p.at, o, x0, arena));
    const size_t most = s->p.n0 << s->p.J;
    LF_TRY(lf_arena_array(arena, most, sizeof *s->batch, &s->batch));
    LF_TRY(LF_VECTORS(arena, most, &s->v, &s->a, &s->q, &s->room));
    return LF_OK;
}

/* a += share q over the draws from first on, q the response to their losses. */
static void dro_mlmc_add(dro_mlmc_state *s, double share, size_t first, size_t n) {
    lf_best_response(&s->p.risk, n, s->v + first, s->q, s->room);
    lf_vec_axpy(n, share, s->q, s->a + first);
}

static lf_status dro_mlmc_step(void *state, lf_oracle *o) {
    dro_mlmc_state *s = state;
    lf_averaged *at = &s->at;
    double u = lf_oracle_uniform(o), P = 0.5; /* u is uniform below 2 P(j) from level to level */
    size_t n = s->p.n0, j = 0;
    for (; j < s->p.J && u < P; j++, n *= 2)
        P /= 2;
    if (j == s->p.J) P *= 2; /* 2^-J */
    for (size_t k = 0; k < n; k++) {
        const size_t i = (size_t)(lf_oracle_uniform(o) * (double)s->n);
        LF_TRY(lf_sampling_draw(o, LF_ROLE_INNER, i, s->p.B2, 1, &s->batch[k]));
        LF_TRY(lf_oracle_value(o, &s->batch[k], at->w, &s->v[k]));
    }
    lf_vec_zero(n, s->a);
    dro_mlmc_add(s, 1, 0, s->p.n0 / 2);
    dro_mlmc_add(s, 1 / P, 0, n);
    dro_mlmc_add(s, -0.5 / P, 0, n / 2);
    dro_mlmc_add(s, -0.5 / P, n / 2, n / 2);
    lf_vec_zero(at->d, at->G);
    for (size_t k = 0; k < n; k++)
        if (fabs(s->a[k]) > dro_mlmc_nothing / P)
            LF_TRY(lf_oracle_vjp(o, &s->batch[k], at->w, &s->a[k], at->G));
    lf_oracle_regulariser(o, at->w, at->G);
    lf_averaged_move(at, o); /* w <- Pi_X[step(w, G)] */
    return LF_OK;
}

LF_ITERATE(dro_mlmc, (lf_point){.w = s->at.w});
LF_AVERAGE(dro_mlmc, (lf_point){.w = s->at.mean.mean});

static const lf_param dro_mlmc_table[] = {
    LF_RISK_PARAMS(dro_mlmc_params, risk),
    LF_AVERAGED_ETA(dro_mlmc_params, at),
    LF_COUNT(dro_mlmc_params, n0, 8, 2, 1e6, "least groups of a step, even [1]"),
    LF_COUNT(dro_mlmc_params, J, 4, 0, 20, "levels: a step has up to n0 2^J groups [1]"),
    LF_COUNT(dro_mlmc_params, B2, 8, 0, 1e9, "samples of each of them; 0: all [samples]"),
    LF_AVERAGED_PARAMS(dro_mlmc_params, at, 1),
    {0},
};

LF_ALGORITHM(
    dro_mlmc, .doc = "CVaR or chi-square DRO: multilevel estimates without a small batch's bias",
    .source = "Levy, Carmon, Duchi & Sidford 2020, NeurIPS, arXiv:2010.05893",
    .when = "groups are many, or each row is one, and the bias of dro_batch is in the way: "
            "at the price of a larger variance",
    .view = LF_VIEW_GROUP_MINIMAX, .average = dro_mlmc_average, .sparse = true);
