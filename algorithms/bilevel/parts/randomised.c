/**
 * @file randomised.c
 * @brief Catch up, visit, and only then, when nothing can be refused any more, move.
 */
#include "algorithms/bilevel/parts/randomised.h"

#include <math.h>

#include "algorithms/bilevel/parts/storm.h"

/* What holds in one step. */
typedef struct {
    double eta, beta[LF_LEVEL_KINDS], beta_d;
} randomised_weights;

static double randomised_beta(const lf_randomised *s, double own, double eta) {
    return lf_storm_weight(own > 0 ? own : s->p.beta0, eta * eta);
}

static lf_status randomised_check(const lf_oracle *o) {
    if (lf_oracle_info(o)->domain_y.kind == LF_DOMAIN_SPACE) return LF_OK;
    return lf_fail(LF_UNSUPPORTED,
                   "the lower levels' variables have a domain, and the method moves "
                   "each on its own; choose a problem with free ones");
}

static lf_status randomised_memory(lf_randomised *s, lf_oracle *o, lf_arena *arena) {
    const size_t m = s->at.m, k = s->p.k;
    LF_TRY(lf_level_estimates_init(&s->of, &s->p.second, s->p.C_fx, s->p.C_fy, &s->at, o, arena));
    LF_TRY(lf_arena_array(arena, m, sizeof *s->visit, &s->visit));
    LF_TRY(lf_arena_array(arena, m + 1, sizeof *s->start, &s->start));
    LF_TRY(lf_arena_array(arena, k, sizeof *s->I, &s->I));
    LF_TRY(lf_arena_array(arena, k, sizeof *s->J, &s->J));
    LF_TRY(lf_arena_vector(arena, s->at.d, &s->d));
    LF_TRY(lf_arena_vector(arena, s->at.n, &s->y_now));
    for (size_t i = 0; i < m; i++)
        s->start[i + 1] = s->start[i] + lf_lower_levels_length(o, i);
    return LF_OK;
}

lf_status lf_randomised_init(lf_randomised *s, const lf_randomised_params *p,
                             lf_randomised_rate rate, lf_oracle *o, const double *x0,
                             lf_arena *arena) {
    s->p = *p;
    s->rate = rate;
    LF_TRY(randomised_check(o));
    LF_TRY(lf_lower_levels_init(&s->at, &p->levels, true, o, x0, arena));
    if (s->p.k > s->at.m) s->p.k = s->at.m;
    LF_TRY(randomised_memory(s, o, arena));
    const double a = 1 / (double)s->at.m;
    for (size_t i = 0; i < s->at.m; i++) {
        LF_TRY(lf_level_estimates_start(&s->of, &s->at, o, i));
        LF_TRY(lf_level_estimates_add_z(&s->of, &s->at, o, i, a, s->d));
    }
    return lf_randomised_settle(s, o);
}

static randomised_weights randomised_at(const lf_randomised *s, size_t t) {
    const lf_randomised_rate *rate = &s->rate;
    const double eta = rate->eta * pow((double)t + rate->c0, -rate->power);
    return (randomised_weights){.eta = eta,
                                .beta = {[LF_LEVEL_FX] = randomised_beta(s, s->p.beta_fx, eta),
                                         [LF_LEVEL_FY] = randomised_beta(s, s->p.beta_fy, eta),
                                         [LF_LEVEL_GG] = randomised_beta(s, s->p.beta_gg, eta),
                                         [LF_LEVEL_GY] = randomised_beta(s, s->p.beta_gy, eta)},
                                .beta_d = randomised_beta(s, s->p.beta_d, eta)};
}

static size_t randomised_length(const lf_randomised *s, size_t i) {
    return s->start[i + 1] - s->start[i];
}

/* y (n) <- (1 - eta) y + eta Pi_R[y - tau c w] */
static void randomised_move(const lf_randomised *s, size_t n, double eta, double c, const double *w,
                            double *y) {
    double *to = s->at.room;
    if (s->p.radius == 0) {
        lf_vec_axpy(n, -s->p.tau * eta * c, w, y);
        return;
    }
    lf_vec_copy(n, y, to);
    lf_vec_axpy(n, -s->p.tau * c, w, to);
    lf_storm_cap(n, s->p.radius, to);
    lf_vec_axpby(n, eta, to, 1 - eta, y);
}

/* y_i by all steps since the level's own time, one after the other; before (NULL: not wanted) by
 * all but the last. */
static void randomised_walk(const lf_randomised *s, size_t i, double *y, double *before) {
    const size_t n = randomised_length(s, i);
    double c = 1;
    for (size_t t = s->visit[i].t + 1; t <= s->t; t++) {
        const randomised_weights now = randomised_at(s, t);
        if (before && t == s->t) lf_vec_copy(n, y, before);
        c *= 1 - now.beta[LF_LEVEL_GY];
        randomised_move(s, n, now.eta, c, s->of.w + s->start[i], y);
    }
}

/* The same, in closed form where there is one. */
static void randomised_advance(const lf_randomised *s, size_t i, const lf_decay_gap *gap, double *y,
                               double *before) {
    const size_t n = randomised_length(s, i);
    const double *w = s->of.w + s->start[i];
    if (s->p.radius > 0) {
        randomised_walk(s, i, y, before);
        return;
    }
    if (before) {
        lf_vec_copy(n, y, before);
        lf_vec_axpy(n, -s->p.tau * gap->before, w, before);
    }
    lf_vec_axpy(n, -s->p.tau * gap->sum, w, y);
}

static void randomised_mark(lf_randomised *s, size_t i) {
    s->visit[i] = (lf_randomised_visit){.t = s->t, .mark = lf_decay_now(&s->decay)};
}

/* All that level i has missed. */
static lf_status randomised_catch_up(lf_randomised *s, lf_oracle *o, size_t i) {
    const size_t at = s->start[i];
    if (s->visit[i].t == s->t) return LF_OK;
    const lf_decay_gap gap = lf_decay_since(&s->decay, &s->visit[i].mark);
    randomised_advance(s, i, &gap, s->at.y + at, s->at.y_old + at);
    LF_TRY(lf_level_estimates_shrink(&s->of, &s->at, o, i, gap.keep));
    randomised_mark(s, i);
    return LF_OK;
}

lf_status lf_randomised_settle(lf_randomised *s, lf_oracle *o) {
    for (size_t i = 0; i < s->at.m; i++)
        LF_TRY(randomised_catch_up(s, o, i));
    lf_decay_clear(&s->decay);
    for (size_t i = 0; i < s->at.m; i++)
        randomised_mark(s, i);
    return LF_OK;
}

/* The levels that d looks at, and the weight of each there. */
static const size_t *randomised_looked_at(const lf_randomised *s, double *a) {
    const bool mean = s->p.outer == LF_RANDOMISED_MEAN;
    *a = 1 / (double)(mean ? s->at.m : s->p.k);
    return mean ? s->I : s->J;
}

/* out (d) += their part of d */
static lf_status randomised_look(lf_randomised *s, lf_oracle *o, double *out) {
    double a;
    const size_t *of = randomised_looked_at(s, &a);
    for (size_t j = 0; j < s->p.k; j++)
        LF_TRY(lf_level_estimates_add_z(&s->of, &s->at, o, of[j], a, out));
    return LF_OK;
}

/* y (n) <- all y_i as they are now. */
static void randomised_materialise(const lf_randomised *s, double *y) {
    for (size_t i = 0; i < s->at.m; i++) {
        const size_t at = s->start[i];
        lf_vec_copy(randomised_length(s, i), s->at.y + at, y + at);
        if (s->visit[i].t == s->t) continue;
        const lf_decay_gap gap = lf_decay_since(&s->decay, &s->visit[i].mark);
        randomised_advance(s, i, &gap, y + at, NULL);
    }
}

/* This point as the output, with the same chance for each. */
static void randomised_offer(lf_randomised *s, lf_oracle *o) {
    if (s->p.levels.output == LF_OUTPUT_LAST) return;
    s->at.offered++;
    if (lf_oracle_uniform(o) * (double)s->at.offered >= 1) return;
    lf_vec_copy(s->at.d, s->at.x, s->at.x_out);
    randomised_materialise(s, s->at.y_out);
}

/* Everything but the estimates of the levels visited, which are there; moves x and y. */
static lf_status randomised_finish(lf_randomised *s, lf_oracle *o, const randomised_weights *now) {
    lf_lower_levels *at = &s->at;
    double a;
    const size_t *looked_at = randomised_looked_at(s, &a);
    randomised_offer(s, o);
    const bool full = lf_decay_push(&s->decay, now->beta, now->eta);
    s->t++;
    for (size_t j = 0; j < s->p.k; j++) {
        const size_t i = s->I[j], n = randomised_length(s, i), y = s->start[i];
        lf_vec_copy(n, at->y + y, at->y_old + y);
        randomised_move(s, n, now->eta, 1, s->of.w + y, at->y + y);
        randomised_mark(s, i);
    }
    for (size_t j = 0; j < s->p.k; j++)
        LF_TRY(randomised_catch_up(s, o, looked_at[j]));
    lf_vec_axpby(at->d, -(1 - now->beta_d), at->z, 1 - now->beta_d, s->d);
    LF_TRY(randomised_look(s, o, s->d));
    lf_vec_copy(at->d, at->x, at->x_old);
    lf_vec_axpy(at->d, -s->p.gamma * now->eta, s->d, at->x);
    lf_oracle_project(o, at->x);
    return full ? lf_randomised_settle(s, o) : LF_OK;
}

lf_status lf_randomised_step(lf_randomised *s, lf_oracle *o) {
    const randomised_weights now = randomised_at(s, s->t + 1);
    const size_t k = s->p.k;
    const double kappa = (double)s->at.m / (double)k; /* 1/pi */
    double a;
    LF_TRY(lf_oracle_components(o, LF_ROLE_LOWER, k, s->I));
    if (s->p.outer == LF_RANDOMISED_PRINTED)
        LF_TRY(lf_oracle_components(o, LF_ROLE_UPPER, k, s->J));
    const size_t *looked_at = randomised_looked_at(s, &a);
    for (size_t j = 0; j < k; j++) {
        LF_TRY(randomised_catch_up(s, o, s->I[j]));
        LF_TRY(randomised_catch_up(s, o, looked_at[j]));
    }
    lf_vec_zero(s->at.d, s->at.z);
    LF_TRY(randomised_look(s, o, s->at.z)); /* mean z_j(t) */
    for (size_t j = 0; j < k; j++)
        LF_TRY(lf_level_estimates_track(&s->of, &s->at, o, s->I[j], now.beta, kappa));
    return randomised_finish(s, o, &now);
}

lf_point lf_randomised_point(const lf_randomised *s) {
    if (s->at.offered > 0) return (lf_point){.w = s->at.x_out, .y = s->at.y_out};
    randomised_materialise(s, s->y_now);
    return (lf_point){.w = s->at.x, .y = s->y_now};
}
