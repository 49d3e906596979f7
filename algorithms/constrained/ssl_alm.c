/**
 * @file ssl_alm.c
 * @brief SSL-ALM: stochastic steps on a smoothed and linearised augmented Lagrangian.
 *
 *     y <- y + eta_y (g(x; B1) + s),  back to 0 if |y| >= M
 *     p = y + rho (g(x; B2) + s)
 *     z <- z + beta (x - z),  x <- P_X(x - tau (zeta_f + sum_j p_j zeta_j + mu (x - z))), zeta_j
 *     of B1, all from the old x, z; s >= 0 and its centre alike, with p + mu (s - centre)
 *
 * The slacks s make g + s = 0 of g <= 0; y then has any sign. mu (x - z) is the smoothing: z
 * follows x slowly. B1 and B2 are independent, so that zeta_j g_j has no bias.
 *
 * Source:    Huang, Zhang & Alacaoglu 2025, arXiv:2504.07607, for linear constraints; the step, and
 *            slacks for others, checked against the public code of a fairness benchmark.
 * Deviation: form=cut does without slacks: y and p are cut at 0, and rho = mu = 0 is the
 *            primal-dual method; no step on all data at the end.
 * Cost:      a step asks b_f gradients of f (and N_f values with f_arg=full, if f is nonlinear in
 *            an expectation), 2 b_g values and b_g gradients of g.
 * Memory:    3d doubles, at most 9 for each inner value and 7 for each constraint.
 */
#include <levelfield/algorithm.h>

#include "algorithms/common/objective.h"
#include "algorithms/common/sampling.h"
#include "algorithms/constrained/parts/constraints.h"

enum { SSL_ALM_SLACK, SSL_ALM_CUT };
enum { SSL_ALM_OLD, SSL_ALM_NEW };

typedef struct {
    double tau, eta_y; /* step sizes of x and y */
    double rho;        /* weight of the penalty */
    double mu, beta;   /* weight of the smoothing, pace of its centre */
    double M;          /* |y| at which it begins anew */
    int form, centre, f_arg;
    size_t q, b_f, b_g;
} ssl_alm_params;

typedef struct {
    ssl_alm_params p;
    size_t d, m;
    lf_objective f;
    lf_constraints g, again;   /* on B1 and on B2 */
    double *x, *z, *zeta;      /* d each */
    double *s, *z_s;           /* m each: slacks and their centre */
    double *y, *y_next, *pull; /* m each: pull: p */
    double *c1, *c2;           /* m each: g on B1 and on B2 */
} ssl_alm_state;

static lf_status ssl_alm_init(void *state, const void *params, lf_oracle *o, const double *x0,
                              lf_arena *arena) {
    ssl_alm_state *s = state;
    ssl_alm_params *p = &s->p;
    *p = *(const ssl_alm_params *)params;
    p->q = lf_sampling_period(o, p->q);
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_objective_init(&s->f, (lf_f_arg)p->f_arg, p->b_f, p->q, o, arena));
    LF_TRY(lf_constraints_init(&s->g, o, arena));
    LF_TRY(lf_constraints_init(&s->again, o, arena));
    s->m = s->g.m;
    LF_TRY(LF_VECTORS(arena, s->m, &s->s, &s->z_s, &s->y, &s->y_next, &s->pull, &s->c1, &s->c2));
    LF_TRY(LF_POINTS(arena, s->d, &s->x, &s->z, &s->zeta));
    lf_vec_copy(s->d, x0, s->x);
    lf_oracle_project(o, s->x);
    lf_vec_copy(s->d, s->x, s->z);
    return LF_OK;
}

/* a, or with form=cut not less than 0; a NaN stays one */
static double ssl_alm_cut(const ssl_alm_state *s, double a) {
    return s->p.form == SSL_ALM_CUT && a < 0 ? 0 : a;
}

/* y_next and p from g on both batches. */
static void ssl_alm_multipliers(ssl_alm_state *s) {
    for (size_t j = 0; j < s->m; j++)
        s->y_next[j] = ssl_alm_cut(s, s->y[j] + s->p.eta_y * (s->c1[j] + s->s[j]));
    if (lf_vec_norm(s->m, s->y_next) >= s->p.M) lf_vec_zero(s->m, s->y_next);
    for (size_t j = 0; j < s->m; j++)
        s->pull[j] = ssl_alm_cut(s, s->y_next[j] + s->p.rho * (s->c2[j] + s->s[j]));
}

/* s <- [s - tau (p + mu (s - z_s))]_+, and z_s after it; both stay 0 where p is cut. */
static void ssl_alm_slacks(ssl_alm_state *s) {
    for (size_t j = 0; j < s->m; j++) {
        const double old = s->s[j], out = s->pull[j] + s->p.mu * (old - s->z_s[j]);
        s->s[j] = old - s->p.tau * out < 0 ? 0 : old - s->p.tau * out;
        s->z_s[j] += s->p.beta * ((s->p.centre == SSL_ALM_OLD ? old : s->s[j]) - s->z_s[j]);
    }
}

static lf_status ssl_alm_step(void *state, lf_oracle *o) {
    ssl_alm_state *s = state;
    const ssl_alm_params *p = &s->p;
    const size_t d = s->d;
    lf_batch B_f;
    LF_TRY(lf_constraints_draw_some(&s->g, o, 0, p->b_g, p->q));     /* B1 */
    LF_TRY(lf_constraints_draw_some(&s->again, o, 0, p->b_g, p->q)); /* B2 */
    LF_TRY(lf_objective_draw(&s->f, o, s->g.batch, &B_f));
    LF_TRY(lf_constraints_values(&s->g, o, s->x, s->g.z, s->c1));
    LF_TRY(lf_constraints_values(&s->again, o, s->x, s->again.z, s->c2));
    LF_TRY(lf_objective_at(&s->f, o, &B_f, s->x, s->zeta)); /* zeta_f */
    ssl_alm_multipliers(s);
    LF_TRY(lf_constraints_add(&s->g, o, s->x, s->g.z, s->pull, s->zeta)); /* sum_j p_j zeta_j */
    lf_vec_copy(s->m, s->y_next, s->y); /* nothing is asked from here on: the step is whole */
    lf_vec_axpy(d, p->mu, s->x, s->zeta);
    lf_vec_axpy(d, -p->mu, s->z, s->zeta);
    if (p->centre == SSL_ALM_OLD) lf_vec_axpby(d, p->beta, s->x, 1 - p->beta, s->z);
    lf_vec_axpy(d, -p->tau, s->zeta, s->x);
    lf_oracle_project(o, s->x);
    if (p->centre == SSL_ALM_NEW) lf_vec_axpby(d, p->beta, s->x, 1 - p->beta, s->z);
    ssl_alm_slacks(s);
    return LF_OK;
}

LF_ITERATE(ssl_alm, (lf_point){.w = s->x});

static const lf_param ssl_alm_table[] = {
    LF_REAL(ssl_alm_params, tau, 0.01, 1e-300, 1e12, "step size of x [x^2/f]"),
    LF_REAL(ssl_alm_params, eta_y, 0.05, 0, 1e12, "step size of the multipliers [f/g^2]"),
    LF_REAL(ssl_alm_params, rho, 1, 0, 1e12, "weight of the penalty [f/g^2]"),
    LF_REAL(ssl_alm_params, mu, 2, 0, 1e12, "weight of the smoothing [f/x^2]"),
    LF_REAL(ssl_alm_params, beta, 0.5, 0, 1, "pace of the centre of the smoothing [1]"),
    LF_REAL(ssl_alm_params, M, 100, 1e-300, 1e300, "|y| at which y begins anew [f/g]"),
    LF_COUNT(ssl_alm_params, q, 0, 0, 1e9, "batches that make a pass; 0: ceil(sqrt(n)) [1]"),
    LF_COUNT(ssl_alm_params, b_f, 0, 0, 1e9, "rows for zeta_f; 0: 1/q of all [rows]"),
    LF_COUNT(ssl_alm_params, b_g, 0, 0, 1e9, "rows of B1 and of B2; 0: 1/q of all [rows]"),
    LF_CHOICE(ssl_alm_params, centre, SSL_ALM_OLD, "old|new",
              "the centre follows x before its step, or after"),
    /* ours */
    LF_CHOICE(ssl_alm_params, form, SSL_ALM_SLACK, "slack|cut",
              "g + s = 0 with slacks, or g <= 0 with y and p cut at 0"),
    LF_CHOICE(ssl_alm_params, f_arg, LF_F_ARG_FULL, LF_F_ARG_CHOICES,
              "outer slope of f from all rows, or from the batch"),
    {0},
};

LF_ALGORITHM(ssl_alm, .doc = "stochastic smoothed and linearised augmented Lagrangian method",
             .source = "Huang, Zhang & Alacaoglu 2025, arXiv:2504.07607",
             .when = "constraints are (nearly) linear, or plain ascent is slow to become feasible; "
                     "two batches of g a step",
             .view = LF_VIEW_CONSTRAINED, .sparse = true);
