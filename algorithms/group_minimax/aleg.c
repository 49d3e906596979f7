/**
 * @file aleg.c
 * @brief ALEG: mirror-prox with variance reduction, one sample of each group an iteration.
 *
 *     min over w, max over q of F(w, q) = sum_i q_i R_i(w)
 *
 * Source:    Yu, Cai, Jiang & Zhang 2024 (ICML), Algorithm 1; steps of Theorem 4.5.
 * Deviation: the full pass is at the new snapshot (as printed it is at the old one); averages are
 *            normalised by the weights of the epoch that they are of (as in the paper's (53), not
 *            its (17)-(18)). The paper's steps vary within [eta_max / sqrt(20), eta_max] by an
 *            unnamed schedule; eta_rule=shrinking is ours, and so are the two that vary K_s. The
 *            start is the problem's, which the theory has at w = 0.
 * Cost:      an epoch asks N + 2 m K_s values and gradients, the N in its first step.
 * Memory:    7d + 15m doubles.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/group_minimax/parts/mirror_vr.h"

enum { ALEG_ETA_CONSTANT, ALEG_ETA_SHRINKING };
enum { ALEG_K_CONSTANT, ALEG_K_SHRINKING, ALEG_K_GROWING };

typedef struct {
    size_t K;
    double alpha, eta, theta, c, rho, s0;
    int eta_rule, K_rule;
} aleg_params;

typedef struct {
    aleg_params p;
    lf_mirror_vr z;
    double L_z;
    size_t s, k;       /* epoch, inner iteration */
    size_t K;          /* K_s */
    double alpha, eta; /* alpha^s, eta^s */
} aleg_state;

/* K_s, alpha^s and eta^s. The factor 4 bounds how far K_s goes, as sqrt(20) bounds eta^s. */
static void aleg_schedule(aleg_state *s) {
    const aleg_params *p = &s->p;
    const double K = (double)p->K, age = sqrt(1 + (double)s->s / p->s0);
    s->K = p->K;
    if (p->K_rule == ALEG_K_SHRINKING) s->K = (size_t)ceil(K / fmin(age, 4));
    if (p->K_rule == ALEG_K_GROWING) s->K = (size_t)(K * fmin(age, 4));
    s->alpha = p->alpha > 0 ? p->alpha : 1 / (double)s->K;
    const double square = p->theta > 0 ? s->alpha * (1 - p->theta) : 1 / (5 * (double)s->K);
    s->eta = p->eta > 0 ? p->eta : p->c * sqrt(square) / s->L_z;
    if (p->eta_rule == ALEG_ETA_SHRINKING) s->eta /= fmin(age, sqrt(20));
}

static lf_status aleg_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    aleg_state *s = state;
    s->p = *(const aleg_params *)params;
    lf_minimax of;
    LF_TRY(lf_minimax_init(&of, s->p.rho, o));
    if (s->p.K == 0) s->p.K = lf_minimax_nbar(&of);
    s->L_z = lf_minimax_lipschitz(&of, LF_MINIMAX_PER_GROUP, o);
    LF_TRY(lf_mirror_vr_init(&s->z, &of, arena));
    lf_mirror_vr_start(&s->z, o, LF_EVERY, x0);
    aleg_schedule(s);
    return LF_OK;
}

static lf_status aleg_step(void *state, lf_oracle *o) {
    aleg_state *s = state;
    if (s->k == 0) LF_TRY(lf_mirror_vr_snapshot(&s->z, o)); /* (17), (18), full pass */
    lf_mirror_vr_half(&s->z, o, s->alpha, s->eta);          /* z_{k+1/2} */
    LF_TRY(lf_mirror_vr_each(&s->z, o));                    /* g_k */
    lf_mirror_vr_move(&s->z, o, s->alpha, s->eta);          /* z_{k+1} */
    if (++s->k < s->K) return LF_OK;
    s->k = 0;
    s->s++;
    aleg_schedule(s);
    return LF_OK;
}

static lf_point aleg_iterate(const void *state) {
    return lf_mirror_vr_iterate(&((const aleg_state *)state)->z);
}

static lf_point aleg_average(const void *state) {
    return lf_mirror_vr_average(&((const aleg_state *)state)->z);
}

static const lf_param aleg_table[] = {
    LF_COUNT(aleg_params, K, 0, 0, 1e9, "inner iterations of an epoch; 0: the mean group size [1]"),
    LF_REAL(aleg_params, alpha, 0, 0, 1, "weight of the snapshot; 0: 1/K_s [1]"),
    LF_REAL(aleg_params, eta, 0, 0, 1e12,
            "step of the joint geometry, R^2 eta on w and 2 ln(m) eta on ln q; 0: theory [1/f]"),
    LF_REAL(aleg_params, theta, 0, 0, 0.999999,
            "theory: c sqrt(alpha (1 - theta)) / L_z, meant for (0.8, 0.99); 0: c / (L_z sqrt(5 "
            "K_s)) [1]"),
    LF_REAL(aleg_params, c, 1, 1e-12, 1e12, "times the step of the theory [1]"),
    LF_REAL(aleg_params, rho, 1, 1e-12, 1e12, "times the step on w alone [1]"),
    LF_CHOICE(aleg_params, eta_rule, ALEG_ETA_CONSTANT, "constant|shrinking",
              "shrinking: eta / sqrt(1 + s/s0) in epoch s, at least eta / sqrt(20)"),
    LF_CHOICE(aleg_params, K_rule, ALEG_K_CONSTANT, "constant|shrinking|growing",
              "shrinking, growing: K over, times sqrt(1 + s/s0), up to a factor of 4; growing is "
              "outside the theory"),
    LF_REAL(aleg_params, s0, 5, 1e-9, 1e18, "pace of the rules [epochs]"),
    {0},
};

LF_ALGORITHM(aleg,
             .doc = "group DRO: variance-reduced mirror-prox, one sample of each group at a time",
             .source = "Yu, Cai, Jiang & Zhang 2024, Algorithm 1", .view = LF_VIEW_GROUP_MINIMAX,
             .average = aleg_average);
