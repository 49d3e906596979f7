/**
 * @file rsvrb.c
 * @brief RSVRB: many lower levels, of which a step visits a few; STORM for everything it estimates.
 *
 *     I_t, J_t: k of m levels each, independent; pi = k/m, beta_t = min(1, beta0 eta_t^2)
 *     i in I_t:  e_i <- P[(1 - beta_t) (e_i - e(old; B)/pi) + e(new; B)/pi]   e = u, v, w, E
 *     others:    e_i <- P[(1 - beta_t) e_i]
 *     z_i = u_i - V_i H_i^-1 v_i,   at t before this and at t+1 after it
 *     d   <- (1 - beta_t) (d - mean_{J_t} z_j(t)) + mean_{J_t} z_j(t+1)
 *     x   <- Pi_X[x - gamma eta_t d],   every y_i <- (1 - tau_t) y_i + tau_t Pi_R[y_i - tau w_i]
 *     tau_t = eta_t, constant (re_rsvrb: in stages)
 *
 * old = (x, y_i) of t-1, new of t, B a batch. P: |u_i| <= C_fx, |v_i| <= C_fy, H_i >= floor I,
 * singular values of V_i <= C_gxy; none for w_i.
 * u, v, w estimate df_i/dx, df_i/dy, dg_i/dy and E = (H, V) second derivatives. What skipped steps
 * do to a level is applied at once when it is needed (lazy.h), except with a radius, where y_i goes
 * through them one by one. outer=mean keeps the mean of all z_i instead of d, exactly as long as
 * all betas are equal and no floor is reached; there is no J_t then.
 *
 * w_i is corrected at a visit by 1/pi times the change of the last step, so y oscillates and grows
 * where tau eta_t L_y is much above 2 pi (bilevel_quadratic, pi = 1/8, 1/4, 1/2: 2 pi settles, 3 to
 * 4 pi does not). For the same reason keep gamma eta_t small beside pi.
 *
 * Source:    Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, Algorithm 2.
 * Deviation: k levels a step, drawn without replacement, for one drawn by given probabilities;
 *            and those of svrb.c: how samples are drawn, the start, H's projection, one momentum
 *            for H and V, CG, X.
 * Cost:      a step draws k b_f + k b_g samples and asks for 2 k b_f of each upper gradient,
 *            2 k b_g of lower gradients, hvp and jvp, and solves 2k systems, which is free; the
 *            start asks the same once of all m levels, in batches of init_f and init_g, at one
 *            point.
 * Memory:    4d and 6n doubles, n the length of all y_i, the estimates E, and 6 times the longest
 *            y_i; (m + 2) d more if f depends on x itself; output=random d + n more.
 */
#include "algorithms/bilevel/rsvrb.h"

#include "algorithms/bilevel/parts/storm.h"

typedef struct {
    lf_rsvrb_params of;
    double eta;
} rsvrb_params;

typedef lf_rsvrb rsvrb_state;

/* What holds in one step. */
typedef struct {
    double beta[LF_LAZY_KINDS], beta_d;
} rsvrb_weights;

static double rsvrb_beta(const lf_rsvrb *s, double own) {
    return lf_storm_weight(own > 0 ? own : s->p.beta0, s->eta * s->eta);
}

static rsvrb_weights rsvrb_weights_now(const lf_rsvrb *s) {
    return (rsvrb_weights){.beta = {[LF_LAZY_FX] = rsvrb_beta(s, s->p.beta_fx),
                                    [LF_LAZY_FY] = rsvrb_beta(s, s->p.beta_fy),
                                    [LF_LAZY_GG] = rsvrb_beta(s, s->p.beta_gg),
                                    [LF_LAZY_GY] = rsvrb_beta(s, s->p.beta_gy)},
                           .beta_d = rsvrb_beta(s, s->p.beta_d)};
}

static lf_status rsvrb_take(lf_rsvrb *s, lf_oracle *o, lf_arena *arena) {
    const lf_lower_levels *at = &s->at;
    LF_TRY(lf_second_order_init(&s->E, &s->p.second, o, arena));
    LF_TRY(lf_lazy_init(&s->lazy, at->m, arena));
    if (at->direct) LF_TRY(lf_arena_vector(arena, at->m * at->d, &s->u));
    if (at->direct) LF_TRY(LF_VECTORS(arena, at->d, &s->gx_old, &s->gx_new));
    LF_TRY(LF_VECTORS(arena, at->n, &s->v, &s->w));
    LF_TRY(LF_VECTORS(arena, at->longest, &s->g_old, &s->g_new));
    LF_TRY(lf_arena_array(arena, s->p.k, sizeof *s->I, &s->I));
    LF_TRY(lf_arena_array(arena, s->p.k, sizeof *s->J, &s->J));
    LF_TRY(lf_arena_vector(arena, at->d, &s->d));
    return lf_arena_vector(arena, at->n, &s->y_now);
}

/* Within their limits, so that decay leaves them there. */
static void rsvrb_cap(lf_rsvrb *s, size_t i) {
    const lf_lower_levels *at = &s->at;
    if (at->direct) lf_storm_cap(at->d, s->p.C_fx, s->u + i * at->d);
    lf_storm_cap(lf_lower_levels_length(at, i), s->p.C_fy, lf_lower_levels_at(at, s->v, i));
}

/* out (d) += a z_i */
static lf_status rsvrb_add_z(lf_rsvrb *s, lf_oracle *o, size_t i, double a, double *out) {
    const double *q;
    if (s->at.direct) lf_vec_axpy(s->at.d, a, s->u + i * s->at.d, out);
    LF_TRY(lf_second_order_solve(&s->E, o, i, lf_lower_levels_at(&s->at, s->v, i), &q));
    return lf_second_order_along(&s->E, o, i, -a, q, out);
}

/* u_i, v_i, w_i and E_i from the start batches at (x_0, y_0); d += z_i / m */
static lf_status rsvrb_begin(lf_rsvrb *s, lf_oracle *o, size_t i) {
    lf_lower_levels *at = &s->at;
    const double *y = lf_lower_levels_at(at, at->y, i);
    double *u = at->direct ? s->u + i * at->d : NULL;
    double *v = lf_lower_levels_at(at, s->v, i), *w = lf_lower_levels_at(at, s->w, i);
    lf_batch K, J;
    LF_TRY(lf_lower_levels_draw_start(at, o, LF_ROLE_UPPER, i, &K));
    LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, u, v));
    rsvrb_cap(s, i);
    LF_TRY(lf_lower_levels_draw_start(at, o, LF_ROLE_LOWER, i, &J));
    LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, w));
    LF_TRY(lf_second_order_start(&s->E, o, &J, at->x, y));
    return rsvrb_add_z(s, o, i, 1 / (double)at->m, s->d);
}

lf_status lf_rsvrb_init(lf_rsvrb *s, const lf_rsvrb_params *p, double eta, lf_oracle *o,
                        const double *x0, lf_arena *arena) {
    s->p = *p;
    s->eta = eta;
    if (lf_oracle_info(o)->domain_y.kind != LF_DOMAIN_SPACE)
        return lf_fail(LF_UNSUPPORTED,
                       "the lower levels' variables have a domain, and the method moves "
                       "each on its own; choose a problem with free ones");
    LF_TRY(lf_lower_levels_init(&s->at, &p->levels, true, o, x0, arena));
    if (s->p.k > s->at.m) s->p.k = s->at.m;
    LF_TRY(rsvrb_take(s, o, arena));
    for (size_t i = 0; i < s->at.m; i++)
        LF_TRY(rsvrb_begin(s, o, i));
    return LF_OK;
}

static lf_status rsvrb_init(void *state, const void *params, lf_oracle *o, const double *x0,
                            lf_arena *arena) {
    const rsvrb_params *p = params;
    return lf_rsvrb_init(state, &p->of, p->eta, o, x0, arena);
}

/* y (n) <- (1 - eta) y + eta Pi_R[y - tau c w] */
static void rsvrb_move(const lf_rsvrb *s, size_t n, double c, const double *w, double *y) {
    double *to = s->at.room;
    if (s->p.radius == 0) {
        lf_vec_axpy(n, -s->p.tau * s->eta * c, w, y);
        return;
    }
    lf_vec_copy(n, y, to);
    lf_vec_axpy(n, -s->p.tau * c, w, to);
    lf_storm_cap(n, s->p.radius, to);
    lf_vec_axpby(n, s->eta, to, 1 - s->eta, y);
}

/* y_i by all missed steps, at least one: in closed form, or with a radius step by step. before <-
 * y_i without the last of them; NULL: not wanted. */
static void rsvrb_advance(const lf_rsvrb *s, size_t i, const lf_lazy_gap *gap, double *y,
                          double *before) {
    const size_t n = lf_lower_levels_length(&s->at, i);
    const double *w = lf_lower_levels_at(&s->at, s->w, i);
    const double kept = 1 - rsvrb_beta(s, s->p.beta_gy);
    double c = 1; /* what the steps have left of w */
    if (s->p.radius == 0) {
        if (before) lf_vec_copy(n, y, before);
        if (before) lf_vec_axpy(n, -s->p.tau * gap->before, w, before);
        lf_vec_axpy(n, -s->p.tau * gap->sum, w, y);
        return;
    }
    for (size_t left = lf_lazy_missed(&s->lazy, i); left > 0; left--) {
        if (before && left == 1) lf_vec_copy(n, y, before);
        c *= kept;
        rsvrb_move(s, n, c, w, y);
    }
}

/* What the skipped steps have done to level i, applied at once. */
static lf_status rsvrb_catch_up(lf_rsvrb *s, lf_oracle *o, size_t i) {
    const lf_lower_levels *at = &s->at;
    const size_t n = lf_lower_levels_length(at, i);
    double *y = lf_lower_levels_at(at, at->y, i), *y_old = lf_lower_levels_at(at, at->y_old, i);
    if (lf_lazy_missed(&s->lazy, i) == 0) return LF_OK;
    const lf_lazy_gap gap = lf_lazy_since(&s->lazy, i);
    rsvrb_advance(s, i, &gap, y, y_old);
    if (at->direct) lf_vec_scale(at->d, gap.keep[LF_LAZY_FX], s->u + i * at->d);
    lf_vec_scale(n, gap.keep[LF_LAZY_FY], lf_lower_levels_at(at, s->v, i));
    lf_vec_scale(n, gap.keep[LF_LAZY_GY], lf_lower_levels_at(at, s->w, i));
    LF_TRY(lf_second_order_shrink(&s->E, o, i, gap.keep[LF_LAZY_GG]));
    lf_lazy_mark(&s->lazy, i);
    return LF_OK;
}

lf_status lf_rsvrb_settle(lf_rsvrb *s, lf_oracle *o) {
    for (size_t i = 0; i < s->at.m; i++)
        LF_TRY(rsvrb_catch_up(s, o, i));
    lf_lazy_clear(&s->lazy);
    return LF_OK;
}

/* y (n) <- all y_i as they are now. */
static void rsvrb_materialise(const lf_rsvrb *s, double *y) {
    lf_vec_copy(s->at.n, s->at.y, y);
    for (size_t i = 0; i < s->at.m; i++) {
        if (lf_lazy_missed(&s->lazy, i) == 0) continue;
        const lf_lazy_gap gap = lf_lazy_since(&s->lazy, i);
        rsvrb_advance(s, i, &gap, lf_lower_levels_at(&s->at, y, i), NULL);
    }
}

/* u_i, v_i, w_i, E_i: one batch of f_i and one of g_i, each asked about at both points. */
static lf_status rsvrb_visit(lf_rsvrb *s, lf_oracle *o, size_t i, const rsvrb_weights *now) {
    const lf_lower_levels *at = &s->at;
    const double *be = now->beta, kappa = (double)at->m / (double)s->p.k; /* 1/pi */
    const size_t d = at->d, d_i = lf_lower_levels_length(at, i);
    const double *y_old = lf_lower_levels_at(at, at->y_old, i);
    const double *y = lf_lower_levels_at(at, at->y, i);
    double *v = lf_lower_levels_at(at, s->v, i), *w = lf_lower_levels_at(at, s->w, i);
    lf_batch K, J;
    LF_TRY(lf_lower_levels_draw_pair(at, o, i, &K, &J));
    if (at->direct) lf_vec_zero(d, s->gx_old);
    if (at->direct) lf_vec_zero(d, s->gx_new);
    lf_vec_zero(d_i, s->g_old);
    lf_vec_zero(d_i, s->g_new);
    LF_TRY(lf_oracle_upper_gradient(o, &K, at->x_old, y_old, s->gx_old, s->g_old));
    LF_TRY(lf_oracle_upper_gradient(o, &K, at->x, y, s->gx_new, s->g_new));
    if (at->direct) lf_storm_track(d, be[LF_LAZY_FX], kappa, s->gx_old, s->gx_new, s->u + i * d);
    lf_storm_track(d_i, be[LF_LAZY_FY], kappa, s->g_old, s->g_new, v);
    rsvrb_cap(s, i);
    lf_vec_zero(d_i, s->g_old);
    lf_vec_zero(d_i, s->g_new);
    LF_TRY(lf_oracle_lower_gradient(o, &J, at->x_old, y_old, s->g_old));
    LF_TRY(lf_oracle_lower_gradient(o, &J, at->x, y, s->g_new));
    lf_storm_track(d_i, be[LF_LAZY_GY], kappa, s->g_old, s->g_new, w);
    return lf_second_order_track(&s->E, o, &J, at->x_old, y_old, at->x, y, be[LF_LAZY_GG], kappa);
}

static lf_status rsvrb_step(void *state, lf_oracle *o) {
    rsvrb_state *s = state;
    lf_lower_levels *at = &s->at;
    const bool mean = s->p.outer == LF_RSVRB_MEAN;
    const rsvrb_weights now = rsvrb_weights_now(s);
    const size_t k = s->p.k, *I = s->I, *J = mean ? s->I : s->J;
    const double a = 1 / (double)(mean ? at->m : k);
    LF_TRY(lf_oracle_components(o, LF_ROLE_LOWER, k, s->I));
    if (!mean) LF_TRY(lf_oracle_components(o, LF_ROLE_UPPER, k, s->J));
    for (size_t j = 0; j < k; j++) {
        LF_TRY(rsvrb_catch_up(s, o, I[j]));
        LF_TRY(rsvrb_catch_up(s, o, J[j]));
    }
    lf_vec_zero(at->d, at->z);
    for (size_t j = 0; j < k; j++)
        LF_TRY(rsvrb_add_z(s, o, J[j], a, at->z)); /* a sum over J of z_j(t) */
    for (size_t j = 0; j < k; j++)
        LF_TRY(rsvrb_visit(s, o, I[j], &now)); /* asks last: from here on the step is whole */
    if (lf_lower_levels_offer(at, o)) {
        lf_vec_copy(at->d, at->x, at->x_out);
        rsvrb_materialise(s, at->y_out);
    }
    const bool full = lf_lazy_push(&s->lazy, now.beta, s->eta);
    for (size_t j = 0; j < k; j++) {
        const size_t n = lf_lower_levels_length(at, I[j]);
        double *y = lf_lower_levels_at(at, at->y, I[j]);
        lf_vec_copy(n, y, lf_lower_levels_at(at, at->y_old, I[j]));
        rsvrb_move(s, n, 1, lf_lower_levels_at(at, s->w, I[j]), y);
        lf_lazy_mark(&s->lazy, I[j]);
    }
    for (size_t j = 0; j < k; j++)
        LF_TRY(rsvrb_catch_up(s, o, J[j]));
    lf_vec_axpby(at->d, -(1 - now.beta_d), at->z, 1 - now.beta_d, s->d);
    for (size_t j = 0; j < k; j++)
        LF_TRY(rsvrb_add_z(s, o, J[j], a, s->d)); /* a sum over J of z_j(t + 1) */
    lf_vec_copy(at->d, at->x, at->x_old);
    lf_vec_axpy(at->d, -s->p.gamma * s->eta, s->d, at->x);
    lf_oracle_project(o, at->x);
    return full ? lf_rsvrb_settle(s, o) : LF_OK;
}

static lf_point rsvrb_iterate(const void *state) {
    const rsvrb_state *s = state;
    if (s->at.offered > 0) return lf_lower_levels_point(&s->at);
    rsvrb_materialise(s, s->y_now);
    return (lf_point){.w = s->at.x, .y = s->y_now};
}

static const lf_param rsvrb_table[] = {
    LF_REAL(rsvrb_params, eta, 0.1, 0, 1, "eta_t, what all step sizes are multiples of [1]"),
    LF_RSVRB_PARAMS(rsvrb_params, of),
    /* ours */
    LF_RSVRB_VARIANTS(rsvrb_params, of),
    {0},
};

LF_ALGORITHM(
    rsvrb,
    .doc = "many lower levels, a few a step: variance-reduced estimates brought up to date lazily",
    .source = "Guo, Hu, Zhang & Yang 2021, Algorithm 2",
    .when = "there are many lower levels, of which a step can touch only a few",
    .view = LF_VIEW_BILEVEL, .whole = true);
