/**
 * @file smd_online.c
 * @brief SMD-1: the non-oblivious online form of SMD, one sample a step, from a group drawn by q.
 *
 *     draw i ~ q and a sample xi of group i,   l = clip(l(w; xi) / lmax, 0, 1)
 *     w    <- P_R(w - eta_w grad l(w; xi))                          unbiased, since i ~ q
 *     ln q_i <- ln q_i - eta_q (1 - l) / (q_i + gamma), normalised               Exp3-IX
 *     eta_w = 2 c_w D_w / (G sqrt(5T)),   eta_q = c_q sqrt(ln m / (m T)),   gamma = eta_q / 2
 *
 * Both halves are from the old (w, q).
 *
 * Source:    Zhang, Zhao, Zhuang, Yang & Zhou 2023, "Stochastic approximation approaches to group
 *            distributionally robust optimization", the algorithm that draws one sample a round;
 *            Neu 2015 for the estimator. The constants are cited from memory, not verified.
 * Deviation: T = 0 knows no horizon: T is then t + 1, and a point of the mean has the weight of its
 *            step; with T > 0 all weigh the same. lmax scales the loss in the step of q alone.
 * Cost:      a step asks one value and one gradient, at the same sample.
 * Memory:    3d + 3m doubles.
 */
#include <levelfield/algorithm.h>
#include <levelfield/math.h>

#include <math.h>

#include "algorithms/common/pair_mean.h"
#include "algorithms/group_minimax/parts/entropy.h"
#include "algorithms/group_minimax/parts/group_draw.h"

typedef struct {
    double c_w, c_q, lmax;
    size_t T;
} smd_online_params;

typedef struct {
    smd_online_params p;
    lf_minimax s;
    size_t t;
    double eta_w, eta_q; /* both at t = 0 of the any-time rule */
    double *w;           /* d */
    double *grad;        /* d: grad l(w; xi) */
    double *lq;          /* m: ln q */
    double *q;           /* m */
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
    s->eta_q = s->p.c_q * sqrt(lf_log(m) / m);
    double **slots[] = {&s->w, &s->grad, &s->lq, &s->q};
    for (size_t i = 0; i < 4; i++)
        LF_TRY(lf_arena_vector(arena, i < 2 ? is->d : is->m, slots[i]));
    lf_vec_copy(is->d, x0, s->w);
    lf_oracle_project(o, s->w);
    lf_entropy_centre(is->m, s->lq);
    lf_entropy_weights(is->m, s->lq, s->q);
    return lf_pair_mean_init(&s->mean, is->d, is->m, s->w, s->q, arena);
}

static lf_status smd_online_step(void *state, lf_oracle *o) {
    smd_online_state *s = state;
    const size_t d = s->s.d, m = s->s.m;
    const double share = 1 / sqrt((double)(s->p.T > 0 ? s->p.T : s->t + 1));
    const double eta_w = s->eta_w * share, eta_q = s->eta_q * share, one = 1;
    const size_t i = lf_group_draw_weighted(m, s->q, lf_oracle_uniform(o)); /* i ~ q */
    lf_batch xi;
    double loss;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, i, 1, &xi));
    lf_vec_zero(d, s->grad);
    LF_TRY(lf_oracle_value_vjp(o, &xi, s->w, &one, &loss, s->grad));
    lf_pair_mean_add(&s->mean, share, s->w, s->q); /* z_t before the update */
    lf_vec_axpy(d, -eta_w, s->grad, s->w);
    lf_oracle_project(o, s->w);
    const double l = fmin(fmax(loss / s->p.lmax, 0), 1);
    s->lq[i] -= eta_q * (1 - l) / (s->q[i] + eta_q / 2); /* Exp3-IX, gamma = eta_q / 2 */
    lf_entropy_normalise(m, s->lq);
    lf_entropy_weights(m, s->lq, s->q);
    s->t++;
    return LF_OK;
}

static lf_point smd_online_iterate(const void *state) {
    const smd_online_state *s = state;
    return (lf_point){.w = s->w, .y = s->q};
}

static lf_point smd_online_average(const void *state) {
    return lf_pair_mean_point(&((const smd_online_state *)state)->mean);
}

static const lf_param smd_online_table[] = {
    LF_COUNT(smd_online_params, T, 0, 0, 1e12,
             "horizon of a constant step; 0: none, T = t + 1 in step t [steps]"),
    /* ours */
    LF_REAL(smd_online_params, c_w, 1, 1e-300, 1e12,
            "multiplies eta_w; 1: the theory's choice [1]"),
    LF_REAL(smd_online_params, c_q, 1, 1e-300, 1e12,
            "multiplies eta_q; 1: the theory's choice [1]"),
    LF_REAL(smd_online_params, lmax, 2, 1e-300, 1e12,
            "loss that counts as 1, more is cut; softmax on C classes: 2 ln C [l]"),
    {0},
};

LF_ALGORITHM(smd_online, .doc = "stochastic mirror descent on w, Exp3-IX on q, one sample a step",
             .source = "Zhang, Zhao, Zhuang, Yang & Zhou 2023, one sample a round; Neu 2015",
             .view = LF_VIEW_GROUP_MINIMAX, .average = smd_online_average);
