/**
 * @file al_svre.c
 * @brief AL-SVRE: accelerated inexact proximal point steps on w around a loopless
 *        variance-reduced extragradient method, Euclidean in both blocks.
 *
 *     F_mu(w, q) = sum_i q_i R_i(w) + mu_w/2 |w|^2 - mu_q/2 |q - 1/m|^2
 *     outer:  min_w max_q F_mu(w, q) + beta/2 |w - u|^2 for T_in inner steps, started where the
 *             last one ended;   u = w + theta (w - w_last),   w_last = w
 *     inner:  half step by the full operator at the snapshot (w_s, q_s), whole step by the sampled
 *             one; with probability p the snapshot moves to (w, q)
 *     kappa = mu_w / (mu_w + beta),   theta = (1 - sqrt kappa) / (1 + sqrt kappa)
 *
 * Source:    Luo, Xie, Zhang & Zhang 2021, as the baseline of Yu, Cai, Jiang & Zhang 2024; the
 *            inner method is Algorithm 1 of Alacaoglu & Malitsky 2022.
 * Deviation: no text of the source was at hand. What is here is a reconstruction from what Yu et
 *            al. say of it (Catalyst around a variance-reduced method) and not verified: steps,
 *            loop lengths and mu in particular. beta = 0 has no outer loop. A snapshot's full pass
 *            is asked at the start of the next step, so that one that moves with both loops is
 *            asked once.
 * Cost:      a step asks 2b values and gradients, b samples at two points; after a snapshot N more.
 * Memory:    8d + 6m doubles and m counts; 6d + 6m if beta = 0.
 */
#include <levelfield/algorithm.h>

#include <math.h>
#include <stdbool.h>

#include "algorithms/common/pair_mean.h"
#include "algorithms/group_minimax/parts/group_draw.h"

typedef struct {
    double eps, mu_w, mu_q;
    double beta; /* in units of 1/R^2 */
    size_t T_in;
    double p; /* in units of b/N */
    double c;
    int sampling;
    size_t b;
} al_svre_params;

typedef struct {
    al_svre_params p; /* with mu_w, mu_q, beta, T_in and p as the method uses them */
    lf_minimax s;
    lf_group_draw pool;
    double theta;
    double tau_w, tau_q; /* tau times c_w = R^2 and c_q = 1 - 1/m */
    size_t k;            /* inner step, 0 .. T_in - 1 */
    bool moved;          /* the snapshot moves to (w, q) before the next step */
    double *w, *w_half, *w_snap;
    double *g_snap;     /* d: gradient of the inner problem in w at the snapshot */
    double *g;          /* d: its estimate at the half point */
    double *u, *w_last; /* d: centre of the proximal term, end of the last outer step */
    double *q, *q_half, *q_snap;
    double *r_snap; /* m: gradient of the inner problem in q at the snapshot */
    double *r;      /* m: its estimate at the half point */
    lf_pair_mean mean;
} al_svre_state;

/* beta R^2 from the constants: as large as the other block's modulus, or as the operator's constant
 * spread over the pool. */
static double al_svre_theory_beta(const al_svre_state *s, double lipschitz, double c_q) {
    const al_svre_params *p = &s->p;
    const double most = fmax(p->mu_q * c_q, lipschitz / sqrt((double)s->s.N));
    return fmax(0, most - p->mu_w * s->s.c_w);
}

/* What depends on the problem. */
static void al_svre_settle(al_svre_state *s, const lf_oracle *o) {
    al_svre_params *p = &s->p;
    const lf_minimax *is = &s->s;
    const double lipschitz = lf_minimax_lipschitz(is, s->pool.sampling, o);
    const double c_q = 1 - 1 / (double)is->m;
    if (p->mu_w < 0) p->mu_w = p->eps / (2 * is->c_w);
    if (p->mu_q < 0) p->mu_q = p->eps / 2;
    if (p->beta < 0) p->beta = al_svre_theory_beta(s, lipschitz, c_q);
    p->beta /= is->c_w;
    if (p->T_in == 0) p->T_in = (is->N + p->b - 1) / p->b;
    p->p = fmin(p->p * (double)p->b / (double)is->N, 1);
    const double kappa = p->beta > 0 ? p->mu_w / (p->mu_w + p->beta) : 1;
    s->theta = (1 - sqrt(kappa)) / (1 + sqrt(kappa));
    const double tau = 0.99 * p->c * sqrt(p->p) / lipschitz;
    s->tau_w = is->c_w * tau;
    s->tau_q = c_q * tau;
}

static lf_status al_svre_init(void *state, const void *params, lf_oracle *o, const double *x0,
                              lf_arena *arena) {
    al_svre_state *s = state;
    s->p = *(const al_svre_params *)params;
    LF_TRY(lf_minimax_init(&s->s, 1, o));
    LF_TRY(lf_group_draw_init(&s->pool, (lf_group_draw_from)s->p.sampling, o, arena));
    al_svre_settle(s, o);
    const size_t d = s->s.d, m = s->s.m;
    LF_TRY(LF_VECTORS(arena, d, &s->w, &s->w_half, &s->w_snap, &s->g_snap, &s->g));
    if (s->p.beta > 0) LF_TRY(LF_VECTORS(arena, d, &s->u, &s->w_last));
    LF_TRY(LF_VECTORS(arena, m, &s->q, &s->q_half, &s->q_snap, &s->r_snap, &s->r));
    lf_vec_copy(d, x0, s->w);
    lf_oracle_project(o, s->w);
    for (size_t i = 0; i < m; i++)
        s->q[i] = 1 / (double)m;
    if (s->p.beta > 0) {
        lf_vec_copy(d, s->w, s->u);
        lf_vec_copy(d, s->w, s->w_last);
    }
    s->moved = true;
    return lf_pair_mean_init(&s->mean, d, m, s->w, s->q, arena);
}

/* (w_s, q_s) = (w, q), and the operator of the inner problem there: with the regularisers, so that
 * an estimate need not add them again. */
static lf_status al_svre_snapshot(al_svre_state *s, lf_oracle *o) {
    const al_svre_params *p = &s->p;
    const size_t d = s->s.d, m = s->s.m;
    lf_batch all;
    LF_TRY(lf_oracle_full(o, LF_ROLE_INNER, LF_EVERY, &all));
    lf_vec_copy(d, s->w, s->w_snap);
    lf_vec_copy(m, s->q, s->q_snap);
    lf_vec_zero(d, s->g_snap);
    lf_vec_axpy(d, p->mu_w + p->beta, s->w_snap, s->g_snap);
    if (p->beta > 0) lf_vec_axpy(d, -p->beta, s->u, s->g_snap);
    LF_TRY(lf_oracle_value_vjp(o, &all, s->w_snap, s->q_snap, s->r_snap, s->g_snap));
    for (size_t i = 0; i < m; i++) /* 1/m stands as in F_mu; what all share the projection drops */
        s->r_snap[i] -= p->mu_q * (s->q_snap[i] - 1 / (double)m);
    return LF_OK;
}

/* One block: x <- (1 - p) x + p snap, the anchor; half <- x - step slope. */
static void al_svre_anchor(size_t n, double p, double step, const double *snap, const double *slope,
                           double *x, double *half) {
    for (size_t i = 0; i < n; i++) {
        x[i] += p * (snap[i] - x[i]);
        half[i] = x[i] - step * slope[i];
    }
}

/* The gradient at the half point, but for what only samples tell of it. */
static void al_svre_linear(size_t n, double modulus, const double *half, const double *snap,
                           const double *slope, double *estimate) {
    for (size_t i = 0; i < n; i++)
        estimate[i] = slope[i] + modulus * (half[i] - snap[i]);
}

/* After T_in inner steps: the next centre, beyond w in the direction of the last outer step. True
 * if that is now. */
static bool al_svre_outer(al_svre_state *s) {
    if (s->p.beta == 0 || ++s->k < s->p.T_in) return false;
    for (size_t i = 0; i < s->s.d; i++) {
        s->u[i] = s->w[i] + s->theta * (s->w[i] - s->w_last[i]);
        s->w_last[i] = s->w[i];
    }
    s->k = 0;
    return true;
}

static lf_status al_svre_step(void *state, lf_oracle *o) {
    al_svre_state *s = state;
    const al_svre_params *p = &s->p;
    const size_t d = s->s.d, m = s->s.m;
    if (s->moved) LF_TRY(al_svre_snapshot(s, o));
    s->moved = false;

    /* (w_{k+1/2}, q_{k+1/2}) from the anchors, w and q from here on; q ascends */
    al_svre_anchor(d, p->p, s->tau_w, s->w_snap, s->g_snap, s->w, s->w_half);
    al_svre_anchor(m, p->p, -s->tau_q, s->q_snap, s->r_snap, s->q, s->q_half);
    lf_oracle_project(o, s->w_half);
    lf_oracle_project_y(o, s->q_half);
    al_svre_linear(d, p->mu_w + p->beta, s->w_half, s->w_snap, s->g_snap, s->g);
    al_svre_linear(m, -p->mu_q, s->q_half, s->q_snap, s->r_snap, s->r);
    for (size_t k = 0; k < p->b; k++) { /* + the mean of b differences c_i (F'_ij - F'_ij(snap)) */
        lf_batch xi;
        double c, l_half, l_snap;
        const size_t i = lf_group_draw_pick(&s->pool, o, &c);
        c /= (double)p->b;
        const double y_half = c * s->q_half[i], y_snap = -c * s->q_snap[i];
        LF_TRY(lf_oracle_draw(o, LF_ROLE_INNER, i, 1, &xi));
        LF_TRY(lf_oracle_value_vjp(o, &xi, s->w_half, &y_half, &l_half, s->g));
        LF_TRY(lf_oracle_value_vjp(o, &xi, s->w_snap, &y_snap, &l_snap, s->g));
        s->r[i] += c * (l_half - l_snap);
    }
    lf_vec_axpy(d, -s->tau_w, s->g, s->w); /* (w_{k+1}, q_{k+1}) from the same anchors */
    lf_vec_axpy(m, s->tau_q, s->r, s->q);
    lf_oracle_project(o, s->w);
    lf_oracle_project_y(o, s->q);
    lf_pair_mean_add(&s->mean, 1, s->w_half, s->q_half);
    s->moved = lf_oracle_uniform(o) < p->p;
    if (al_svre_outer(s)) s->moved = true;
    return LF_OK;
}

LF_ITERATE(al_svre, (lf_point){.w = s->w, .y = s->q});
LF_AVERAGE(al_svre, lf_pair_mean_point(&s->mean));

static const lf_param al_svre_table[] = {
    LF_REAL(al_svre_params, eps, 2e-4, 0, 1e12, "accuracy aimed at, which sets mu_w and mu_q [l]"),
    LF_REAL_AUTO(al_svre_params, mu_w, -1, 0, 1e12, "weight of |w|^2/2; -1: eps/(2R^2) [l/w^2]"),
    LF_REAL_AUTO(al_svre_params, mu_q, -1, 0, 1e12, "weight of |q - 1/m|^2/2; -1: eps/2 [l]"),
    LF_REAL_AUTO(
        al_svre_params, beta, 1e-2, 0, 1e12,
        "weight of the proximal term |w - u|^2/2; 0: no outer loop; -1: from the problem's "
        "constants [l/R^2]"),
    LF_COUNT(al_svre_params, T_in, 0, 0, 1e12, "inner steps of an outer one; 0: N/b [steps]"),
    LF_REAL(al_svre_params, p, 2, 1e-300, 1e12,
            "probability that the snapshot moves, at most 1 in all [b/N]"),
    LF_COUNT(al_svre_params, b, 1, 1, 1e6, "samples of a step, each at two points [rows]"),
    /* ours */
    LF_REAL(al_svre_params, c, 1, 1e-300, 1e12,
            "multiplies both steps; 1: the theory's choice [1]"),
    LF_CHOICE(al_svre_params, sampling, LF_GROUP_DRAW_IMPORTANCE, LF_GROUP_DRAW_CHOICES,
              "a group and then one of its samples, or a sample of the pool"),
    {0},
};

LF_ALGORITHM(al_svre, .doc = "Catalyst around a loopless variance-reduced extragradient method",
             .source = "Luo, Xie, Zhang & Zhang 2021, reconstructed from Yu et al. 2024",
             .when = "the optimum over a finite set counts, and the strong convexity that it adds "
                     "may be tuned",
             .view = LF_VIEW_GROUP_MINIMAX, .average = al_svre_average);
