/**
 * @file mero_smd.c
 * @brief Any-time stochastic MERO: mirror descent on the excess risks, the least risks of all
 * groups estimated on the way.
 *
 *     draw xi_i of every group;   E_t = e_0 + ... + e_t
 *     A_i <- (1 - e_t / E_t) A_i + (e_t / E_t) W_i
 *     w   <- P_R(w - c_w gamma_t sum_i q_i grad l(w; xi_i))
 *     q_i <- q_i exp(c_q gamma_t (l(w; xi_i) - l(A_i; xi_i))), normalised
 *     W_i <- P_R(W_i - e_t grad l(W_i; xi_i))
 *
 *     gamma_t = 2c / (M_* sqrt(5 (t + 1))),   e_t = c_1 R / (G sqrt(t + 1));   q moves by the old w
 *
 * l(A_i; xi_i) has the mean R_i(A_i), above the least R_i by what A_i lacks: the same sample in
 * both losses, so that their noise cancels where w and A_i are close. There is no first stage of
 * fixed length: the longer it runs, the better the least risks are known.
 *
 * Source:    Zhang, Bai, Tu, Yang & Hu 2024, ICML, PMLR 235, efficient stochastic MERO. The
 *            structure is that of its abstract; steps and M_* are cited from memory, not verified.
 * Deviation: losses are taken to be bounded by 1 in M_*, as in smd. Means are over the whole run;
 *            the paper's are over its second half. With b > 1 the mean of b samples of each group
 *            stands in the place of one.
 * Cost:      a step asks 2 b m values and 2 b m gradients, at b m samples.
 * Memory:    (4 + 2m) d + 4m doubles, m tickets.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/common/pair_mean.h"
#include "algorithms/group_minimax/parts/entropy.h"
#include "algorithms/group_minimax/parts/minimax.h"

typedef struct {
    double c, c1, rho;
    size_t b;
} mero_smd_params;

typedef struct {
    mero_smd_params p;
    lf_minimax s;
    size_t t;
    double gamma, e; /* gamma_0, e_0 */
    double sum;      /* E_{t-1} */
    lf_batch *xi;    /* m */
    double *w;       /* d */
    double *grad;    /* d: sum_i q_i grad l(w; xi_i) */
    double *h;       /* d: grad l(W_i; xi_i) */
    double *W, *A;   /* m x d: W_i, and their means */
    double *lq, *q;  /* m: ln q; q */
    double *excess;  /* m */
    lf_pair_mean mean;
} mero_smd_state;

static lf_status mero_smd_memory(mero_smd_state *s, lf_arena *arena) {
    const size_t d = s->s.d, m = s->s.m;
    LF_TRY(lf_arena_array(arena, m, sizeof *s->xi, &s->xi));
    LF_TRY(LF_VECTORS(arena, m * d, &s->W, &s->A));
    LF_TRY(LF_VECTORS(arena, d, &s->w, &s->grad, &s->h));
    return LF_VECTORS(arena, m, &s->lq, &s->q, &s->excess);
}

static lf_status mero_smd_init(void *state, const void *params, lf_oracle *o, const double *x0,
                               lf_arena *arena) {
    mero_smd_state *s = state;
    s->p = *(const mero_smd_params *)params;
    LF_TRY(lf_minimax_init(&s->s, s->p.rho, o));
    const lf_minimax *is = &s->s;
    const double M = sqrt(is->R * is->R * is->G * is->G + is->c_q); /* 2 D_w^2 = R^2 */
    s->gamma = 2 * s->p.c / (M * sqrt(5));
    s->e = s->p.c1 * is->R / is->G;
    LF_TRY(mero_smd_memory(s, arena));
    lf_vec_copy(is->d, x0, s->w);
    lf_oracle_project(o, s->w);
    for (size_t i = 0; i < is->m; i++)
        lf_vec_copy(is->d, s->w, s->W + i * is->d);
    lf_entropy_centre(is->m, s->lq);
    lf_entropy_weights(is->m, s->lq, s->q);
    return lf_pair_mean_init(&s->mean, is->d, is->m, s->w, s->q, arena);
}

/* A_i moves to W_i before it is asked; W_i is moved when nothing is asked any more of it. */
static lf_status mero_smd_group(mero_smd_state *s, lf_oracle *o, size_t i, double e) {
    const size_t d = s->s.d;
    const double one = 1;
    double *W = s->W + i * d, *A = s->A + i * d, least;
    lf_vec_axpby(d, e / s->sum, W, 1 - e / s->sum, A);
    LF_TRY(lf_oracle_value(o, &s->xi[i], A, &least));
    s->excess[i] -= least;
    lf_vec_zero(d, s->h);
    LF_TRY(lf_oracle_vjp(o, &s->xi[i], W, &one, s->h));
    lf_vec_axpy(d, -e, s->h, W);
    lf_oracle_project(o, W);
    return LF_OK;
}

static lf_status mero_smd_step(void *state, lf_oracle *o) {
    mero_smd_state *s = state;
    const lf_minimax *is = &s->s;
    const double share = 1 / sqrt((double)(s->t + 1)), gamma = s->gamma * share;
    lf_vec_zero(is->d, s->grad);
    for (size_t i = 0; i < is->m; i++) { /* sum_i q_i grad l(w; xi_i), and the losses */
        LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, i, s->p.b, &s->xi[i]));
        LF_TRY(lf_oracle_value_vjp(o, &s->xi[i], s->w, &s->q[i], &s->excess[i], s->grad));
    }
    s->sum += s->e * share;
    for (size_t i = 0; i < is->m; i++) /* less l(A_i; xi_i); W_i moves */
        LF_TRY(mero_smd_group(s, o, i, s->e * share));
    lf_pair_mean_add(&s->mean, gamma, s->w, s->q); /* z_t before the update */
    lf_vec_axpy(is->d, -is->c_w * gamma, s->grad, s->w);
    lf_oracle_project(o, s->w);
    lf_vec_axpy(is->m, is->c_q * gamma, s->excess, s->lq);
    lf_entropy_normalise(is->m, s->lq);
    lf_entropy_weights(is->m, s->lq, s->q);
    s->t++;
    return LF_OK;
}

LF_ITERATE(mero_smd, (lf_point){.w = s->w, .y = s->q});
LF_AVERAGE(mero_smd, lf_pair_mean_point(&s->mean));

static const lf_param mero_smd_table[] = {
    LF_REAL(mero_smd_params, c, 1, 1e-300, 1e12,
            "multiplies both steps of (w, q); 1: the theory's choice [1]"),
    LF_REAL(mero_smd_params, c1, 1, 1e-300, 1e12,
            "multiplies the steps to the groups' own minima [1]"),
    /* ours */
    LF_REAL(mero_smd_params, rho, 1, 1e-300, 1e12, "multiplies the step of w once more [1]"),
    LF_COUNT(mero_smd_params, b, 1, 1, 1e6, "samples of each group a step [rows]"),
    {0},
};

LF_ALGORITHM(
    mero_smd, .doc = "largest excess risk: mirror descent, the groups' minima estimated on the way",
    .source = "Zhang, Bai, Tu, Yang & Hu 2024, ICML, efficient stochastic MERO",
    .when = "the groups' own noise differs and no first stage can be afforded, or how long "
            "the run will be is not known",
    .view = LF_VIEW_GROUP_MINIMAX, .average = mero_smd_average);
