/**
 * @file ooa.c
 * @brief OOA: online gradient steps on the weights of groups, then on the model, for a maximum over
 *        the capped simplex; without a cap it is the group DRO of Sagawa et al.
 *
 *     min over w, max over q in Q of sum_i q_i L_i(w),   Q = {q >= 0, sum q = 1, q_i <= cap}
 *
 * With cap = 1/(r n) the maximum is the conditional value at risk, the mean of the worst share r
 * of the n losses; the problem states the cap.
 *
 * Source:    Sagawa, Koh, Hashimoto & Liang 2019, Algorithm 1, extended to the capped simplex as in
 *            Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504.
 * Deviation: samples of a batch are drawn with replacement; w is projected on X. The Euclidean
 *            projection of q exp(gq a) is that of the released code. It is no mirror step: where
 *            groups tie at the solution it rests at alike q_i L_i instead of alike L_i, so only
 *            projection=kl solves the problem there.
 *            slots = m > n repeats what that code did on Camelyon17, where it kept 250 slots of
 *            weights for 30 groups: cap = 1/(r m), estimates count m/B1 times, and slots that no
 *            group has keep a share of the weights. Where n <= r m all groups can sit at the cap,
 *            so their weights become alike: it solves another problem, and no q is shown.
 * Cost:      a step asks B1 B2 values and as many gradients.
 * Memory:    3d + 4m doubles (m = n without slots), B1 tickets and integers, and what `update` has.
 */
#include <levelfield/algorithm.h>
#include <levelfield/math.h>

#include "algorithms/common/average.h"
#include "algorithms/common/sampling.h"
#include "algorithms/common/step_plan.h"
#include "algorithms/common/update.h"
#include "algorithms/group_minimax/parts/capped.h"
#include "algorithms/group_minimax/parts/entropy.h"

enum { OOA_EUCLID, OOA_KL };

typedef struct {
    double gq, eta;
    size_t B1, B2; /* groups of a step; samples of a batch of each */
    size_t slots;  /* of weights; 0: n */
    int projection;
    lf_update_params update;
    lf_step_plan plan; /* of eta */
    int schedule_q;    /* of gq: constant, or that of eta */
} ooa_params;

typedef struct {
    ooa_params p; /* with 1 <= B1 <= n */
    size_t d, n, t;
    lf_domain Q; /* the set of q, of as many weights as there are slots: m */
    lf_update step;
    lf_average mean_w, mean_q; /* of w_{t+1}, q_{t+1}, weighted with eta_t */
    size_t *S;                 /* B1 */
    lf_batch *batch;           /* B1 */
    double *w, *G;             /* d */
    double *q;                 /* m */
    double *lq;                /* m: ln q, KL only */
    double *a;                 /* m: losses of the batches times m/B1, 0 of groups not drawn */
} ooa_state;

/* Q as the problem states it or, with more slots, with the cap 1/(r m) instead of 1/(r n); where
 * there is none, without one. */
static lf_status ooa_slots(ooa_state *s, const lf_problem_info *info) {
    const size_t m = s->p.slots;
    s->Q = info->domain_y;
    if (m == 0) return LF_OK;
    if (m < s->n)
        return lf_fail(LF_BAD_ARGUMENT,
                       "slots = %zu: every one of the %zu groups needs one; set slots to 0 or to "
                       "more",
                       m, s->n);
    s->Q.n = m;
    if (s->Q.upper < 1) s->Q.upper *= (double)s->n / (double)m;
    return LF_OK;
}

static lf_status ooa_memory(ooa_state *s, lf_oracle *o, lf_arena *arena) {
    LF_TRY(lf_update_init(&s->step, &s->p.update, s->d, arena));
    LF_TRY(lf_average_init(&s->mean_w, o, arena));
    LF_TRY(lf_arena_array(arena, s->p.B1, sizeof *s->S, &s->S));
    LF_TRY(lf_arena_array(arena, s->p.B1, sizeof *s->batch, &s->batch));
    LF_TRY(LF_POINTS(arena, s->d, &s->w, &s->G));
    LF_TRY(LF_VECTORS(arena, s->Q.n, &s->q, &s->lq, &s->a, &s->mean_q.mean));
    return LF_OK;
}

static lf_status ooa_init(void *state, const void *params, lf_oracle *o, const double *x0,
                          lf_arena *arena) {
    ooa_state *s = state;
    s->p = *(const ooa_params *)params;
    s->d = lf_oracle_dim(o);
    s->n = lf_oracle_info(o)->role[LF_ROLE_INNER].count;
    LF_TRY(lf_capped_share(lf_oracle_info(o), NULL));
    LF_TRY(ooa_slots(s, lf_oracle_info(o)));
    LF_TRY(lf_step_plan_check(&s->p.plan));
    if (s->p.B1 == 0 || s->p.B1 > s->n) s->p.B1 = s->n;
    LF_TRY(ooa_memory(s, o, arena));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    lf_entropy_centre(s->Q.n, s->lq);
    lf_entropy_weights(s->Q.n, s->lq, s->q);
    lf_vec_copy(s->d, s->w, s->mean_w.mean); /* what is judged before the first step */
    lf_vec_copy(s->Q.n, s->q, s->mean_q.mean);
    return LF_OK;
}

/* m/B1, the reciprocal of how likely i is in S */
static double ooa_weight(const ooa_state *s, const lf_oracle *o, size_t i) {
    return (double)s->Q.n / (double)s->p.B1 *
           lf_oracle_component_weight(o, LF_ROLE_INNER, s->p.B1, i);
}

/* q <- the projection of q exp(gq a); under KL all in logarithms */
static lf_status ooa_weights(ooa_state *s, double gq) {
    const lf_domain *Q = &s->Q;
    if (s->p.projection == OOA_KL) {
        lf_vec_axpy(Q->n, gq, s->a, s->lq);
        lf_entropy_cap(Q->n, Q->upper, s->lq);
        lf_entropy_weights(Q->n, s->lq, s->q);
        return LF_OK;
    }
    for (size_t i = 0; i < Q->n; i++)
        s->q[i] *= lf_exp(gq * s->a[i]);
    lf_domain_project(Q, s->q);
    /* numbers of 1e16 and more have no digits left to tell what is 1 apart */
    if (lf_domain_contains(Q, s->q, 1e-6)) return LF_OK;
    return lf_fail(LF_DIVERGED,
                   "ooa: exp(gq a) is too large to be projected; take a smaller gq "
                   "than %g, or projection=kl",
                   s->p.gq);
}

static lf_status ooa_step(void *state, lf_oracle *o) {
    ooa_state *s = state;
    const double factor = lf_step_plan_factor(&s->p.plan, s->t), eta = s->p.eta * factor;
    lf_vec_zero(s->Q.n, s->a);
    LF_TRY(lf_oracle_components(o, LF_ROLE_INNER, s->p.B1, s->S));
    for (size_t k = 0; k < s->p.B1; k++) { /* a_i = (m/B1) L_i(w; B_i), i in S */
        const size_t i = s->S[k];
        LF_TRY(lf_sampling_draw(o, LF_ROLE_INNER, i, s->p.B2, 1, &s->batch[k]));
        LF_TRY(lf_oracle_value(o, &s->batch[k], s->w, &s->a[i]));
        s->a[i] *= ooa_weight(s, o, i);
    }
    LF_TRY(ooa_weights(s, s->p.schedule_q ? s->p.gq * factor : s->p.gq)); /* Pi_Q[q exp(gq a)] */
    lf_vec_zero(s->d, s->G);
    for (size_t k = 0; k < s->p.B1; k++) { /* G = (m/B1) sum q_i grad L_i(w; B_i), the new q */
        const double y = ooa_weight(s, o, s->S[k]) * s->q[s->S[k]];
        LF_TRY(lf_oracle_vjp(o, &s->batch[k], s->w, &y, s->G));
    }
    lf_oracle_regulariser(o, s->w, s->G);
    lf_update_step(&s->step, eta, s->G, s->w); /* w = Pi_X[step(w, G)] */
    lf_oracle_project(o, s->w);
    s->t++;
    if (eta == 0) return LF_OK;
    lf_average_add(&s->mean_w, s->d, eta, s->w);
    lf_average_add(&s->mean_q, s->Q.n, eta, s->q);
    return LF_OK;
}

LF_ITERATE(ooa, (lf_point){.w = s->w, .y = s->Q.n == s->n ? s->q : NULL});
LF_AVERAGE(ooa, (lf_point){.w = s->mean_w.mean, .y = s->Q.n == s->n ? s->mean_q.mean : NULL});

static const lf_param ooa_table[] = {
    LF_REAL(ooa_params, gq, 0.01, 0, 1e12, "step size on the weights [1/f]"),
    LF_REAL(ooa_params, eta, 0.01, 0, 1e12, "step size on w [momentum: x^2/f; adam: x]"),
    LF_COUNT(ooa_params, B1, 8, 0, 1e9, "groups of a step, at most n; 0: n [1]"),
    LF_COUNT(ooa_params, B2, 32, 0, 1e9, "samples of each of their batches; 0: all [samples]"),
    /* of the released code and the experiments */
    LF_CHOICE(ooa_params, projection, OOA_EUCLID, "euclid|kl",
              "projection of the weights; only kl makes theirs a mirror step"),
    LF_COUNT(ooa_params, slots, 0, 0, 1e9,
             "slots of weights, more than the groups as the released code had; 0: one each [1]"),
    LF_UPDATE_PARAMS(ooa_params, update, 1),
    LF_UPDATE_BEFORE(ooa_params, update),
    LF_STEP_PLAN_PARAMS(ooa_params, plan),
    LF_CHOICE(ooa_params, schedule_q, 0, "constant|eta",
              "plan of gq: constant as in the paper, or that of eta"),
    {0},
};

LF_ALGORITHM(ooa, .doc = "CVaR or group DRO: exponentiated weights of groups, then a gradient step",
             .source = "Sagawa et al. 2019, Algorithm 1; Chen et al. 2025, arXiv:2506.02504",
             .when = "one gradient step a round is wanted and weights of groups move "
                     "multiplicatively; projection=kl,B1=1,B2=1 is the online rule",
             .view = LF_VIEW_GROUP_MINIMAX, .average = ooa_average, .sparse = true);
