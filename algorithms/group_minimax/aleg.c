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
 *            unnamed schedule; eta_rule=shrinking is ours, and so are the two that vary K_s. alpha
 *            and eta are constant within an epoch. z_k is judged; the theory's output, the mean of
 *            z_{k+1/2}, beside it as METRIC.avg. The start is the problem's; the theory starts at
 *            w = 0.
 * Cost:      an epoch asks N + 2 m K_s values and gradients, the N in its first step.
 * Memory:    7d + 15m doubles.
 */
#include "algorithms/group_minimax/aleg.h"

#include <math.h>

#include "algorithms/group_minimax/parts/entropy.h"

enum { ALEG_ETA_CONSTANT, ALEG_ETA_SHRINKING };
enum { ALEG_K_CONSTANT, ALEG_K_SHRINKING, ALEG_K_GROWING };

typedef struct {
    size_t K;
    double alpha, eta, theta, c, rho, s0;
    int eta_rule, K_rule;
} aleg_params;

typedef struct {
    aleg_params p;
    lf_aleg run;
    double L_z;
    size_t s; /* epoch */
} aleg_state;

lf_status lf_aleg_init(lf_aleg *s, const lf_minimax *of, lf_arena *arena) {
    LF_TRY(LF_VECTORS(arena, of->m, &s->shift, &s->minus_q_snap, &s->l_half, &s->l_snap));
    return lf_mirror_init(&s->z, of, arena);
}

void lf_aleg_start(lf_aleg *s, lf_oracle *o, size_t component, const double *x0) {
    s->component = component;
    s->k = 0;
    lf_mirror_start(&s->z, o, x0);
}

/* The snapshot (w^s, q^s), and the full gradient there. */
static lf_status aleg_snapshot(lf_aleg *s, lf_oracle *o) {
    lf_mirror *z = &s->z;
    lf_batch all;
    lf_mirror_snapshot(z); /* (17), (18) */
    LF_TRY(lf_oracle_full(o, LF_ROLE_INNER, s->component, &all));
    lf_vec_zero(z->of.d, z->g_snap);
    LF_TRY(lf_oracle_value_vjp(o, &all, z->w_snap, z->q_snap, z->r_snap, z->g_snap));
    for (size_t i = 0; i < z->of.m; i++) {
        z->r_snap[i] -= s->shift[i];
        s->minus_q_snap[i] = -z->q_snap[i];
    }
    return LF_OK;
}

lf_status lf_aleg_iteration(lf_aleg *s, lf_oracle *o) {
    lf_mirror *z = &s->z;
    const size_t d = z->of.d, m = z->of.m;
    const double eta_w = z->of.c_w * s->eta, eta_q = z->of.c_q * s->eta;
    lf_batch xi;
    if (s->k == 0) LF_TRY(aleg_snapshot(s, o)); /* epoch s begins */

    /* w, lq <- the anchor alpha z^s + (1 - alpha) z_k, kept until z_{k+1}; z_{k+1/2}: a step from
     * it by the snapshot's gradient; q ascends */
    lf_mirror_lead(d, s->alpha, z->w_snap, eta_w, z->g_snap, z->w, z->w_half, z->g);
    lf_oracle_project(o, z->w_half);
    lf_mirror_lead(m, s->alpha, z->lq_snap, -eta_q, z->r_snap, z->lq, z->lq_half, z->r);
    lf_entropy_softmax(m, z->lq_half, z->q_half);

    /* the estimate at z_{k+1/2}, of one sample of each group: the snapshot's gradient,
     * g += sum_i q_{k+1/2,i} grad l(w_{k+1/2}; xi_i) - q^s_i grad l(w^s; xi_i), and r alike */
    LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, s->component, 1, &xi));
    LF_TRY(lf_oracle_value_vjp(o, &xi, z->w_half, z->q_half, s->l_half, z->g));
    LF_TRY(lf_oracle_value_vjp(o, &xi, z->w_snap, s->minus_q_snap, s->l_snap, z->g));
    for (size_t i = 0; i < m; i++)
        z->r[i] += s->l_half[i] - s->l_snap[i];

    /* z_{k+1} from the same anchor */
    lf_vec_axpy(d, -eta_w, z->g, z->w);
    lf_oracle_project(o, z->w);
    lf_vec_axpy(m, eta_q, z->r, z->lq);
    lf_entropy_softmax(m, z->lq, z->q);
    lf_mirror_gather(z, s->alpha, s->eta); /* to the next snapshot, to the answer */
    s->k = (s->k + 1) % s->K;
    return LF_OK;
}

/* K_s, alpha^s and eta^s. The factor 4 bounds how far K_s goes, as sqrt(20) bounds eta^s. */
static void aleg_schedule(aleg_state *s) {
    const aleg_params *p = &s->p;
    lf_aleg *run = &s->run;
    const double K = (double)p->K, age = sqrt(1 + (double)s->s / p->s0);
    run->K = p->K;
    if (p->K_rule == ALEG_K_SHRINKING) run->K = (size_t)ceil(K / fmin(age, 4));
    if (p->K_rule == ALEG_K_GROWING) run->K = (size_t)(K * fmin(age, 4));
    run->alpha = p->alpha > 0 ? p->alpha : 1 / (double)run->K;
    const double square = p->theta > 0 ? run->alpha * (1 - p->theta) : 1 / (5 * (double)run->K);
    run->eta = p->eta > 0 ? p->eta : p->c * sqrt(square) / s->L_z;
    if (p->eta_rule == ALEG_ETA_SHRINKING) run->eta /= fmin(age, sqrt(20));
}

static lf_status aleg_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    aleg_state *s = state;
    s->p = *(const aleg_params *)params;
    lf_minimax of;
    LF_TRY(lf_minimax_init(&of, s->p.rho, o));
    if (s->p.K == 0) s->p.K = lf_minimax_nbar(&of);
    s->L_z = lf_minimax_lipschitz(&of, LF_MINIMAX_PER_GROUP, o);
    LF_TRY(lf_aleg_init(&s->run, &of, arena));
    lf_aleg_start(&s->run, o, LF_EVERY, x0);
    aleg_schedule(s);
    return LF_OK;
}

static lf_status aleg_step(void *state, lf_oracle *o) {
    aleg_state *s = state;
    LF_TRY(lf_aleg_iteration(&s->run, o));
    if (s->run.k > 0) return LF_OK;
    s->s++;
    aleg_schedule(s);
    return LF_OK;
}

LF_ITERATE(aleg, lf_mirror_iterate(&s->run.z));
LF_AVERAGE(aleg, lf_mirror_average(&s->run.z));

static const lf_param aleg_table[] = {
    LF_COUNT(aleg_params, K, 0, 0, 1e9,
             "inner iterations of an epoch; 0: the mean group size [steps]"),
    LF_REAL(aleg_params, alpha, 0, 0, 1, "weight of the snapshot; 0: 1/K_s [1]"),
    LF_REAL(aleg_params, eta, 0, 0, 1e12,
            "step of the joint geometry, R^2 eta on w and 2 ln(m) eta on ln q; 0: theory [1/f]"),
    LF_REAL(aleg_params, theta, 0, 0, 0.999999,
            "theory: c sqrt(alpha (1 - theta)) / L_z, meant for (0.8, 0.99); 0: c / (L_z sqrt(5 "
            "K_s)) [1]"),
    /* ours */
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
             .source = "Yu, Cai, Jiang & Zhang 2024, Algorithm 1",
             .when = "the optimum over finite groups counts, to an accuracy that plain steps do "
                     "not reach; unequal groups too",
             .view = LF_VIEW_GROUP_MINIMAX, .average = aleg_average, .sparse = true);
