/**
 * @file mpvr.c
 * @brief MPVR: mirror-prox with variance reduction, one sample of the pool an iteration.
 *
 *     F = (1/N) sum_ij F_ij,   F_ij(w, q) = c_i q_i l(w; xi_ij)
 *
 * Source:    Alacaoglu & Malitsky 2022, the double loop for Bregman distances, with their weights
 *            1/K on the snapshot and averages of the primal and of the mirror points.
 * Deviation: the weights of importance sampling (the same for all groups) and the average of the
 *            half points as output are ours; b samples may share an iteration, K / b of which then
 *            make an epoch. The samples of an iteration that fall in one group are one draw of it.
 * Cost:      an epoch asks N + 2 b ceil(K/b) values and gradients, the N in its first step.
 * Memory:    7d + 12m doubles and 2m integers.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/group_minimax/parts/entropy.h"
#include "algorithms/group_minimax/parts/group_draw.h"
#include "algorithms/group_minimax/parts/mirror.h"

typedef struct {
    int sampling;
    size_t K, b;
    double gamma, c, rho;
} mpvr_params;

typedef struct {
    mpvr_params p; /* with K the iterations of an epoch */
    lf_mirror z;
    size_t k;   /* inner iteration */
    double tau; /* step */
    lf_group_draw pool;
    size_t *times;  /* m: how many of the iteration's samples are in each group, */
    double *weight; /* m: and the sum of their c_i */
} mpvr_state;

static lf_status mpvr_init(void *state, const void *params, lf_oracle *o, const double *x0,
                           lf_arena *arena) {
    mpvr_state *s = state;
    s->p = *(const mpvr_params *)params;
    lf_minimax of;
    LF_TRY(lf_minimax_init(&of, s->p.rho, o));
    const size_t K = s->p.K > 0 ? s->p.K : of.N;
    s->p.K = (K + s->p.b - 1) / s->p.b;
    LF_TRY(lf_group_draw_init(&s->pool, (lf_group_draw_from)s->p.sampling, o, arena));
    LF_TRY(lf_arena_array(arena, of.m, sizeof *s->times, &s->times));
    LF_TRY(lf_arena_vector(arena, of.m, &s->weight));
    const double Lip = lf_minimax_lipschitz(&of, s->pool.sampling, o);
    s->tau = s->p.c * s->p.gamma / (Lip * sqrt((double)s->p.K));
    LF_TRY(lf_mirror_init(&s->z, &of, arena));
    lf_mirror_start(&s->z, o, x0);
    return LF_OK;
}

/* The groups of b samples of the pool. */
static void mpvr_pick(mpvr_state *s, lf_oracle *o) {
    for (size_t i = 0; i < s->z.of.m; i++)
        s->times[i] = 0;
    lf_vec_zero(s->z.of.m, s->weight);
    for (size_t n = 0; n < s->p.b; n++) {
        double c;
        const size_t i = lf_group_draw_pick(&s->pool, o, &c);
        s->times[i]++;
        s->weight[i] += c;
    }
}

static lf_status mpvr_step(void *state, lf_oracle *o) {
    mpvr_state *s = state;
    lf_mirror *z = &s->z;
    const size_t d = z->of.d, m = z->of.m;
    const double tau_w = z->of.c_w * s->tau, tau_q = z->of.c_q * s->tau;
    const double alpha = 1 / (double)s->p.K; /* of the snapshot: their alpha is 1 - 1/K */
    lf_batch batch;
    if (s->k == 0) { /* a snapshot, and the full gradient there */
        lf_mirror_snapshot(z);
        LF_TRY(lf_oracle_full(o, LF_ROLE_INNER, LF_EVERY, &batch));
        lf_vec_zero(d, z->g_snap);
        LF_TRY(lf_oracle_value_vjp(o, &batch, z->w_snap, z->q_snap, z->r_snap, z->g_snap));
    }
    /* z_{k+1/2} from the anchor, w and lq from here on; q ascends */
    lf_mirror_lead(d, alpha, z->w_snap, tau_w, z->g_snap, z->w, z->w_half, z->g);
    lf_oracle_project(o, z->w_half);
    lf_mirror_lead(m, alpha, z->lq_snap, -tau_q, z->r_snap, z->lq, z->lq_half, z->r);
    lf_entropy_softmax(m, z->lq_half, z->q_half);

    mpvr_pick(s, o); /* the mean over b samples of c_i (F'_ij(z_{k+1/2}) - F'_ij(z^s)) is added */
    for (size_t i = 0; i < m; i++) {
        if (s->times[i] == 0) continue;
        const double c = s->weight[i] / (double)s->p.b;
        const double y_half = c * z->q_half[i], y_snap = -c * z->q_snap[i];
        double l_half, l_snap;
        LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, i, s->times[i], &batch));
        LF_TRY(lf_oracle_value_vjp(o, &batch, z->w_half, &y_half, &l_half, z->g));
        LF_TRY(lf_oracle_value_vjp(o, &batch, z->w_snap, &y_snap, &l_snap, z->g));
        z->r[i] += c * (l_half - l_snap);
    }
    lf_vec_axpy(d, -tau_w, z->g, z->w); /* z_{k+1} from the same anchor */
    lf_oracle_project(o, z->w);
    lf_vec_axpy(m, tau_q, z->r, z->lq);
    lf_entropy_softmax(m, z->lq, z->q);
    lf_mirror_gather(z, alpha, s->tau);
    s->k = (s->k + 1) % s->p.K;
    return LF_OK;
}

LF_ITERATE(mpvr, lf_mirror_iterate(&s->z));
LF_AVERAGE(mpvr, lf_mirror_average(&s->z));

static const lf_param mpvr_table[] = {
    LF_COUNT(mpvr_params, K, 0, 0, 1e9, "samples of an epoch; 0: N [samples]"),
    LF_REAL(mpvr_params, gamma, 0.99, 1e-12, 1,
            "the step is c gamma / (L sqrt(ceil(K/b))) in the joint geometry [1]"),
    /* ours */
    LF_CHOICE(mpvr_params, sampling, LF_GROUP_DRAW_UNIFORM, LF_GROUP_DRAW_CHOICES,
              "a group and then one of its samples, or a sample of the pool"),
    LF_COUNT(mpvr_params, b, 1, 1, 65536, "samples of an iteration [samples]"),
    LF_REAL(mpvr_params, c, 1, 1e-12, 1e12, "times the step of the theory [1]"),
    LF_REAL(mpvr_params, rho, 1, 1e-12, 1e12, "times the step on w alone [1]"),
    {0},
};

LF_ALGORITHM(mpvr,
             .doc = "group DRO: variance-reduced mirror-prox, one sample of the pool at a time",
             .source = "Alacaoglu & Malitsky 2022, Bregman double loop",
             .when = "groups are of equal size, or rows are drawn from the pool; else as aleg",
             .view = LF_VIEW_GROUP_MINIMAX, .average = mpvr_average, .sparse = true);
