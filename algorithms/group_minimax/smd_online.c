/**
 * @file smd_online.c
 * @brief SMD-1: the non-oblivious online form of SMD, one sample a step, from a group drawn by q.
 *
 *     draw i ~ q and a sample xi of group i,   l = clip(l(w; xi) / lmax, 0, 1)
 *     w    <- P_R(w - eta_w grad l(w; xi))                          unbiased, since i ~ q
 *     eta_w = 2 c_w D_w / (G sqrt(5T))
 *
 * and q by a player of adversarial bandits, with b = sqrt(ln m / (m T)):
 *
 *     ix     ln q_i <- ln q_i - eta_q (1 - l) / (q_i + eta_q / 2), normalised         eta_q = c_q b
 *     exp3p  ln p_j <- ln p_j + eta_q (l [j = i] + b) / q_j for all j, normalised
 *            q = (1 - gam) p + gam/m,   gam = min(1/2, 1.05 m b)                 eta_q = 0.95 c_q b
 *     tinf   L_i <- L_i + (1 - l) / q_i,   q_j = 4 / (eta_q (L_j - x))^2    eta_q = c_q sqrt(8 / T)
 *            x < min L such that sum q = 1
 *
 * Both halves are from the old (w, q).
 *
 * Source:    ix: Zhang, Zhao, Zhuang, Yang & Zhou 2023, "Stochastic approximation approaches to
 *            group distributionally robust optimization", the algorithm that draws one sample a
 *            round; Neu 2015 for the estimator. The constants are cited from memory, not verified.
 *            exp3p, tinf: GDRO-EXP3P and GDRO-TINF of Soma, Gatmiry & Jegelka 2022,
 *            arXiv:2212.13669, whose text was not at hand: the players are those they name, of
 *            Bubeck & Cesa-Bianchi 2012 (constants from memory) and Zimmert & Seldin 2021 (derived
 *            again).
 * Deviation: T = 0 knows no horizon: T is then t + 1, of tinf 2 (t + 1), and a point of the mean
 *            has the weight of its step; with T > 0 all weigh the same. q is made at the end of the
 *            step before, with that step's gam and eta_q. lmax scales the loss in the step of q
 *            alone.
 * Cost:      a step asks one value and one gradient, at the same sample.
 * Memory:    3d + 3m doubles.
 */
#include <levelfield/algorithm.h>
#include <levelfield/math.h>

#include <math.h>

#include "algorithms/common/pair_mean.h"
#include "algorithms/group_minimax/parts/entropy.h"
#include "algorithms/group_minimax/parts/minimax.h"

enum { SMD_ONLINE_IX, SMD_ONLINE_EXP3P, SMD_ONLINE_TINF };

typedef struct {
    double c_w, c_q, lmax;
    size_t T;
    int player; /* of q */
} smd_online_params;

typedef struct {
    smd_online_params p;
    lf_minimax s;
    size_t t;
    double eta_w, b; /* both at t = 0 of the any-time rule */
    double *w;       /* d */
    double *grad;    /* d: grad l(w; xi) */
    double *lq;      /* m: ln q; exp3p: ln p; tinf: L, but for a constant */
    double *q;       /* m */
    lf_pair_mean mean;
} smd_online_state;

static lf_status smd_online_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                 lf_arena *arena) {
    smd_online_state *s = state;
    s->p = *(const smd_online_params *)params;
    LF_TRY(lf_minimax_init(&s->s, 1, o));
    const lf_minimax *is = &s->s;
    const double m = (double)is->m;
    s->eta_w = s->p.c_w * 2 * (is->R / sqrt(2)) / (is->G * sqrt(5));
    s->b = sqrt(lf_log(m) / m);
    LF_TRY(LF_POINTS(arena, is->d, &s->w, &s->grad));
    LF_TRY(LF_VECTORS(arena, is->m, &s->lq, &s->q));
    lf_vec_copy(is->d, x0, s->w);
    lf_oracle_project(o, s->w);
    lf_entropy_centre(is->m, s->lq);
    lf_entropy_weights(is->m, s->lq, s->q);
    return lf_pair_mean_init(&s->mean, is->d, is->m, s->w, s->q, arena);
}

static void smd_online_ix(smd_online_state *s, double eta, size_t i, double l) {
    s->lq[i] -= eta * (1 - l) / (s->q[i] + eta / 2);
    lf_entropy_normalise(s->s.m, s->lq);
    lf_entropy_weights(s->s.m, s->lq, s->q);
}

static void smd_online_exp3p(smd_online_state *s, double b, size_t i, double l) {
    const size_t m = s->s.m;
    const double eta = 0.95 * s->p.c_q * b, gam = fmin(0.5, 1.05 * (double)m * b);
    for (size_t j = 0; j < m; j++)
        s->lq[j] += eta * ((j == i ? l : 0) + b) / s->q[j];
    lf_entropy_softmax(m, s->lq, s->q);
    for (size_t j = 0; j < m; j++)
        s->q[j] = (1 - gam) * s->q[j] + gam / (double)m;
}

/* q (m) of L (m) with min L = 0. From x = -2 / eta, where the sum is at least 1, Newton's x falls
 * to the root, as the sum is convex and increasing. */
static void smd_online_tsallis(size_t m, const double *L, double eta, double *q) {
    enum { MOST = 100 }; /* far more than the handful that it takes */
    double x = -2 / eta, sum = 0;
    for (size_t k = 0; k < MOST; k++) {
        double slope = 0;
        sum = 0;
        for (size_t j = 0; j < m; j++) {
            const double root = 2 / (eta * (L[j] - x));
            q[j] = root * root;
            sum += q[j];
            slope += eta * q[j] * root;
        }
        if (sum - 1 <= 1e-13) break;
        x -= (sum - 1) / slope;
    }
    lf_vec_scale(m, 1 / sum, q);
}

static void smd_online_tinf(smd_online_state *s, double eta, size_t i, double l) {
    const size_t m = s->s.m;
    double least = INFINITY;
    s->lq[i] += (1 - l) / s->q[i];
    for (size_t j = 0; j < m; j++)
        least = fmin(least, s->lq[j]);
    for (size_t j = 0; j < m; j++)
        s->lq[j] -= least; /* only differences count */
    smd_online_tsallis(m, s->lq, eta, s->q);
}

static lf_status smd_online_step(void *state, lf_oracle *o) {
    smd_online_state *s = state;
    const size_t d = s->s.d;
    const double share = 1 / sqrt((double)(s->p.T > 0 ? s->p.T : s->t + 1));
    const double eta_w = s->eta_w * share, b = s->b * share, one = 1;
    const size_t i = lf_entropy_draw(s->s.m, s->q, lf_oracle_uniform(o)); /* i ~ q */
    lf_batch xi;
    double loss;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, i, 1, &xi));
    lf_vec_zero(d, s->grad);
    LF_TRY(lf_oracle_value_vjp(o, &xi, s->w, &one, &loss, s->grad));
    lf_pair_mean_add(&s->mean, share, s->w, s->q); /* z_t before the update */
    lf_vec_axpy(d, -eta_w, s->grad, s->w);
    lf_oracle_project(o, s->w);
    const double l = fmin(fmax(loss / s->p.lmax, 0), 1);
    if (s->p.player == SMD_ONLINE_IX)
        smd_online_ix(s, s->p.c_q * b, i, l);
    else if (s->p.player == SMD_ONLINE_EXP3P)
        smd_online_exp3p(s, b, i, l);
    else
        smd_online_tinf(s, s->p.c_q * share * (s->p.T > 0 ? sqrt(8) : 2), i, l);
    s->t++;
    return LF_OK;
}

LF_ITERATE(smd_online, (lf_point){.w = s->w, .y = s->q});
LF_AVERAGE(smd_online, lf_pair_mean_point(&s->mean));

static const lf_param smd_online_table[] = {
    LF_COUNT(smd_online_params, T, 0, 0, 1e12,
             "horizon of a constant step; 0: none, T = t + 1 in step t [steps]"),
    LF_CHOICE(smd_online_params, player, SMD_ONLINE_IX, "ix|exp3p|tinf",
              "how q moves: Exp3-IX, Exp3.P or Tsallis-INF"),
    /* ours */
    LF_REAL(smd_online_params, c_w, 1, 1e-300, 1e12,
            "multiplies eta_w; 1: the theory's choice [1]"),
    LF_REAL(smd_online_params, c_q, 1, 1e-300, 1e12,
            "multiplies eta_q; 1: the theory's choice [1]"),
    LF_REAL(smd_online_params, lmax, 2, 1e-300, 1e12,
            "loss that counts as 1, more is cut; softmax on C classes: 2 ln C [l]"),
    {0},
};

LF_ALGORITHM(
    smd_online, .doc = "stochastic mirror descent on w, a bandit player on q, one sample a step",
    .source = "Zhang, Zhao, Zhuang, Yang & Zhou 2023, one sample a round; Soma et al. 2022",
    .when = "a step may cost one sample: player=tinf has the best bound, ix the mildest "
            "steps, exp3p moves weights of unseen groups",
    .view = LF_VIEW_GROUP_MINIMAX, .average = smd_online_average, .sparse = true);
