#include "algorithms/saddle/parts/stage.h"

#include <math.h>

#include <levelfield/math.h>

/* Longer than any run, and exact as a double. */
static const double stage_endless = 1e15;

/* eta_k and T_k. */
static void stage_settle(lf_stage *s) {
    const double k = (double)s->k, T0 = (double)s->p.T0;
    const bool geometric = s->rule == LF_STAGE_GEOMETRIC;
    const double growth = geometric ? lf_pow(s->p.growth, k - 1) : k;
    s->eta = s->p.eta0 / growth;
    s->T = (size_t)fmin(ceil(T0 * (geometric ? growth : k * k)), stage_endless);
}

lf_status lf_stage_init(lf_stage *s, const lf_stage_params *p, lf_stage_rule rule, size_t d,
                        size_t n, const double *v, const double *alpha, lf_arena *arena) {
    *s = (lf_stage){.p = *p, .rule = rule, .d = d, .n = n, .k = 1};
    const bool random = p->output == LF_STAGE_RANDOM;
    LF_TRY(lf_arena_point(arena, d, &s->c));
    LF_TRY(lf_arena_vector(arena, n, &s->c_alpha));
    LF_TRY(random ? lf_arena_point(arena, d, &s->drawn) : lf_arena_vector(arena, 0, &s->drawn));
    LF_TRY(lf_arena_vector(arena, random ? n : 0, &s->drawn_alpha));
    LF_TRY(lf_pair_mean_init(&s->mean, d, n, v, alpha, arena));
    lf_stage_begin(s, NULL, v, alpha);
    return LF_OK;
}

void lf_stage_pull(const lf_stage *s, const double *v, double *grad_v) {
    lf_vec_axpy(s->d, 1 / s->p.gamma, v, grad_v);
    lf_vec_axpy(s->d, -1 / s->p.gamma, s->c, grad_v);
}

bool lf_stage_add(lf_stage *s, const double *v, const double *alpha) {
    lf_pair_mean_add(&s->mean, 1, v, alpha);
    return ++s->t >= s->T;
}

void lf_stage_close(lf_stage *s) {
    lf_vec_copy(s->d, s->mean.w.mean, s->c);
    lf_vec_copy(s->n, s->mean.q.mean, s->c_alpha);
    s->k++;
}

/* Replacing the choice with probability 1/i leaves each of i centres equally likely. */
static void stage_draw(lf_stage *s, lf_oracle *o) {
    if (s->p.output != LF_STAGE_RANDOM) return;
    if (s->k > 2 && lf_oracle_uniform(o) * (double)(s->k - 1) >= 1) return;
    lf_vec_copy(s->d, s->c, s->drawn);
    lf_vec_copy(s->n, s->c_alpha, s->drawn_alpha);
}

void lf_stage_begin(lf_stage *s, lf_oracle *o, const double *v, const double *alpha) {
    if (v != s->c) lf_vec_copy(s->d, v, s->c);
    if (alpha != s->c_alpha) lf_vec_copy(s->n, alpha, s->c_alpha);
    stage_draw(s, o);
    stage_settle(s);
    s->t = 0;
    lf_pair_mean_clear(&s->mean, s->c, s->c_alpha);
    if (s->rule == LF_STAGE_GEOMETRIC) lf_stage_add(s, s->c, s->c_alpha);
}

lf_point lf_stage_point(const lf_stage *s, const double *v, const double *alpha) {
    if (s->p.output == LF_STAGE_CENTRE) return (lf_point){.w = s->c, .y = s->c_alpha};
    if (s->p.output == LF_STAGE_RANDOM) return (lf_point){.w = s->drawn, .y = s->drawn_alpha};
    return (lf_point){.w = v, .y = alpha};
}
