/**
 * @file smd.c
 * @brief SMD: stochastic mirror descent-ascent, one sample of each group a step.
 *
 *     w <- P_R(w - c_w gamma_t sum_i q_i grad l(w; xi_i))
 *     q_i <- q_i exp(c_q gamma_t l(w; xi_i)), normalised        both from the old (w, q)
 *     gamma_t = 2c / (M_* sqrt(5T)),   M_*^2 = 2 D_w^2 G^2 + 2 ln m
 *
 * Source:    Nemirovski, Juditsky, Lan & Shapiro 2009, "Robust stochastic approximation approach to
 *            stochastic programming", the saddle-point form; as the baseline of Yu, Cai, Jiang &
 *            Zhang 2024. M_* is cited from memory, not verified.
 * Deviation: losses are taken to be bounded by 1 in M_*, which c makes up for. T = 0 knows no
 *            horizon: T is then t + 1, the any-time rule. With b > 1 the mean of b samples of each
 *            group stands in the place of one.
 * Cost:      a step asks b m values and gradients, at the same samples.
 * Memory:    3d + 4m doubles.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/common/pair_mean.h"
#include "algorithms/group_minimax/parts/entropy.h"
#include "algorithms/group_minimax/parts/minimax.h"

typedef struct {
    double c, rho;
    size_t T, b;
} smd_params;

typedef struct {
    smd_params p;
    lf_minimax s;
    size_t t;
    double gamma; /* gamma_0 of the any-time rule */
    double *w;    /* d */
    double *grad; /* d: sum_i q_i grad l(w; xi_i) */
    double *lq;   /* m: ln q */
    double *q;    /* m */
    double *loss; /* m */
    lf_pair_mean mean;
} smd_state;

static lf_status smd_init(void *state, const void *params, lf_oracle *o, const double *x0,
                          lf_arena *arena) {
    smd_state *s = state;
    s->p = *(const smd_params *)params;
    LF_TRY(lf_minimax_init(&s->s, s->p.rho, o));
    const lf_minimax *is = &s->s;
    const double M = sqrt(is->R * is->R * is->G * is->G + is->c_q); /* 2 D_w^2 = R^2 */
    s->gamma = 2 * s->p.c / (M * sqrt(5));
    LF_TRY(LF_POINTS(arena, is->d, &s->w, &s->grad));
    LF_TRY(LF_VECTORS(arena, is->m, &s->lq, &s->q, &s->loss));
    lf_vec_copy(is->d, x0, s->w);
    lf_oracle_project(o, s->w);
    lf_entropy_centre(is->m, s->lq);
    lf_entropy_weights(is->m, s->lq, s->q);
    return lf_pair_mean_init(&s->mean, is->d, is->m, s->w, s->q, arena);
}

static lf_status smd_step(void *state, lf_oracle *o) {
    smd_state *s = state;
    const lf_minimax *is = &s->s;
    const double horizon = (double)(s->p.T > 0 ? s->p.T : s->t + 1);
    const double gamma = s->gamma / sqrt(horizon);
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, LF_EVERY, s->p.b, &batch));
    lf_vec_zero(is->d, s->grad);
    LF_TRY(lf_oracle_value_vjp(o, &batch, s->w, s->q, s->loss, s->grad));
    lf_pair_mean_add(&s->mean, gamma, s->w, s->q); /* z_t before the update */
    lf_vec_axpy(is->d, -is->c_w * gamma, s->grad, s->w);
    lf_oracle_project(o, s->w);
    lf_vec_axpy(is->m, is->c_q * gamma, s->loss, s->lq);
    lf_entropy_normalise(is->m, s->lq);
    lf_entropy_weights(is->m, s->lq, s->q);
    s->t++;
    return LF_OK;
}

LF_ITERATE(smd, (lf_point){.w = s->w, .y = s->q});
LF_AVERAGE(smd, lf_pair_mean_point(&s->mean));

static const lf_param smd_table[] = {
    LF_COUNT(smd_params, T, 0, 0, 1e12,
             "horizon of a constant step; 0: none, T = t + 1 in step t [steps]"),
    /* ours */
    LF_REAL(smd_params, c, 1, 1e-300, 1e12, "multiplies both steps; 1: the theory's choice [1]"),
    LF_REAL(smd_params, rho, 1, 1e-300, 1e12, "multiplies the step of w once more [1]"),
    LF_COUNT(smd_params, b, 1, 1, 1e6, "samples of each group a step [rows]"),
    {0},
};

LF_ALGORITHM(smd, .doc = "stochastic mirror descent-ascent, one sample of each group a step",
             .source = "Nemirovski, Juditsky, Lan & Shapiro 2009; baseline of Yu et al. 2024",
             .when = "all groups can be asked at once and low accuracy is enough",
             .view = LF_VIEW_GROUP_MINIMAX, .average = smd_average, .sparse = true);
