/**
 * @file sota_s.c
 * @brief SOTA-s and SOPA-s: partial AUC with soft weights of negative and, two-way, of positive
 *        rows, where all positive rows of a step share one batch of negative ones.
 *
 *     draw S, B1 components, and one batch B of B2 samples that all of them share
 *     u_i <- (1 - gam) u_i + gam g_i(w; B),   p_i = exp(f_i(u_i) / tau),   i in S
 *     W   <- (1 - gam') W + gam' (1/B1) sum_{i in S} p_i
 *     G    = (1/B1) sum_{i in S} (p_i / W) J_i(w; B)^T grad f_i(u_i)         with the new u_i and W
 *     w   <- Pi_X[step(w, G)]
 *
 * It minimises tau log((1/n) sum_i exp(f_i(g_i(w)) / tau)). With f = lam log u, as of partial_auc,
 * p_i = u_i^(lam / tau), as it is printed. tau = 0 stands for p_i = W = 1, the mean of f_i: SOPA-s.
 *
 * Source:    Zhu, Li, Wang, Wu & Yang 2022, ICML, arXiv:2203.00176, Algorithms 2 and 3, with the
 *            defaults of its authors' library LibAUC 2.0.1.
 * Deviation: negative rows are drawn with replacement, unless B2 reaches all of them; the library
 *            draws both classes once an epoch. start=zero has u_i and W start at 0, as SOAP's does:
 *            weights are then too large at first. w is projected on X.
 * Cost:      a step draws B2 samples and asks B1 B2 values and as many gradients: pairs; and B2
 *            gradients of each objective, if the problem has any.
 * Memory:    2d + p doubles over p inner values, B1, momentum d and Adam 2d more; B1 integers.
 */
#include <math.h>

#include <levelfield/algorithm.h>

#include <levelfield/math.h>

#include "algorithms/common/step_plan.h"
#include "algorithms/common/update.h"
#include "algorithms/composition/parts/shared.h"
#include "algorithms/composition/parts/tracker.h"

typedef struct {
    double eta, tau, gam_W;
    lf_shared_params b;
    lf_tracker_params u; /* gam' stays 0 */
    lf_update_params update;
    lf_step_plan schedule;
    int start; /* 0: first, 1: zero */
} sota_s_params;

typedef struct {
    sota_s_params p;
    lf_shared b;
    lf_tracker u;
    lf_update update;
    size_t d, t;
    double log_W;
    double *w, *G; /* d each */
    double *y, *g; /* most inner values of a component */
    double *share; /* B1: p_i / W */
} sota_s_state;

static lf_status sota_s_init(void *state, const void *params, lf_oracle *o, const double *x0,
                             lf_arena *arena) {
    sota_s_state *s = state;
    sota_s_params *p = &s->p;
    *p = *(const sota_s_params *)params;
    s->d = lf_oracle_dim(o);
    p->u.start = p->start ? LF_TRACKER_ZERO : LF_TRACKER_FIRST;
    p->u.u = LF_TRACKER_NEW; /* the slopes are those at u as just moved */
    LF_TRY(lf_tracker_smooth(o));
    LF_TRY(lf_step_plan_check(&p->schedule));
    LF_TRY(lf_shared_init(&s->b, &p->b, "sota_s", o, arena));
    LF_TRY(lf_tracker_init(&s->u, &p->u, s->b.p.B1, o, arena));
    LF_TRY(lf_update_init(&s->update, &p->update, s->d, arena));
    LF_TRY(LF_POINTS(arena, s->d, &s->w, &s->G));
    LF_TRY(LF_VECTORS(arena, s->u.most, &s->y, &s->g));
    LF_TRY(lf_arena_vector(arena, s->b.p.B1, &s->share));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    s->log_W = -INFINITY;
    return lf_tracker_begin(&s->u, o, 0, s->w);
}

/* log W, from the f_i / tau in `share`: of numbers that a small tau would let overflow. */
static double sota_s_mean(const sota_s_state *s, double gam) {
    double top = gam < 1 ? s->log_W : -INFINITY, mean = 0;
    for (size_t k = 0; k < s->b.p.B1; k++)
        top = fmax(top, s->share[k]);
    for (size_t k = 0; k < s->b.p.B1; k++)
        mean += lf_exp(s->share[k] - top) / (double)s->b.p.B1;
    const double before = gam < 1 ? (1 - gam) * lf_exp(s->log_W - top) : 0;
    return top + lf_log(before + gam * mean);
}

/* u_i, i in S, then W, then the shares p_i / W. */
static lf_status sota_s_weigh(sota_s_state *s, lf_oracle *o) {
    const double gam = s->t == 0 && !s->p.start ? 1 : s->p.gam_W, tau = s->p.tau;
    for (size_t k = 0; k < s->b.p.B1; k++) {
        const size_t i = s->b.S[k];
        LF_TRY(lf_oracle_value(o, &s->b.B[k], s->w, s->g));
        lf_tracker_move(&s->u, i, s->g, NULL);
        const double f = lf_oracle_outer_value(o, LF_ROLE_INNER, i, lf_tracker_at(&s->u, i));
        s->share[k] = tau > 0 ? f / tau : 0;
    }
    s->log_W = tau > 0 ? sota_s_mean(s, gam) : 0;
    for (size_t k = 0; k < s->b.p.B1; k++)
        s->share[k] = lf_exp(s->share[k] - s->log_W);
    return LF_OK;
}

static lf_status sota_s_step(void *state, lf_oracle *o) {
    sota_s_state *s = state;
    const double eta = s->p.eta * lf_step_plan_factor(&s->p.schedule, s->t);
    LF_TRY(lf_shared_draw(&s->b, o)); /* S, B */
    LF_TRY(sota_s_weigh(s, o));
    lf_vec_zero(s->d, s->G);
    for (size_t k = 0; k < s->b.p.B1; k++) {
        const size_t i = s->b.S[k];
        lf_oracle_outer_subgradient(o, LF_ROLE_INNER, i, lf_tracker_at(&s->u, i), s->y);
        lf_vec_scale(lf_tracker_width(&s->u, i), s->share[k], s->y);
        LF_TRY(lf_oracle_vjp(o, &s->b.B[k], s->w, s->y, s->G));
    }
    lf_vec_scale(s->d, 1 / (double)s->b.p.B1, s->G);
    for (size_t j = 0; j < s->b.objectives; j++)
        LF_TRY(lf_oracle_subgradient(o, &s->b.B_0[j], s->w, s->G));
    lf_oracle_regulariser(o, s->w, s->G);
    lf_update_step(&s->update, eta, s->G, s->w);
    lf_oracle_project(o, s->w);
    s->t++;
    return LF_OK;
}

LF_ITERATE(sota_s, (lf_point){.w = s->w});

static const lf_param sota_s_table[] = {
    LF_REAL(sota_s_params, eta, 1e-3, 0, 1e12, "step size [momentum: x^2/f; adam: x]"),
    LF_REAL(sota_s_params, tau, 1, 0, 1e12,
            "the less, the more only positive rows below count; 0: all alike, SOPA-s [f]"),
    LF_SHARED_PARAMS(sota_s_params, b),
    LF_TRACKER_GAM(sota_s_params, u, 0.9),
    LF_REAL(sota_s_params, gam_W, 0.9, 1e-12, 1, "weight of the new mean in W [1]"),
    LF_UPDATE_PARAMS(sota_s_params, update, 0.1),
    LF_CHOICE(sota_s_params, start, 0, "first|zero", "u and W start at their first batch, or at 0"),
    LF_UPDATE_BEFORE(sota_s_params, update),
    LF_STEP_PLAN_PARAMS(sota_s_params, schedule),
    {0},
};

LF_ALGORITHM(
    sota_s, .doc = "partial AUC: soft weights of negative and of positive rows, one shared batch",
    .source = "Zhu, Li, Wang, Wu & Yang 2022, ICML, arXiv:2203.00176, SOTA-s and SOPA-s",
    .when = "partial AUC counts and a smooth objective is wanted: tau=0 for a low false positive "
            "rate alone (SOPA-s), tau > 0 where the true positive rate has to be high too",
    .view = LF_VIEW_COMPOSITION, .sparse = true);
