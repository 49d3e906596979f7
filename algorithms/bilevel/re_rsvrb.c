/**
 * @file re_rsvrb.c
 * @brief RE-RSVRB: RSVRB in stages, each from the state that the one before hands on.
 *
 *     stage k = 1 .. K:  eta = eta_1 2^-((k-1)/2) for T_1 2^(k-1) steps
 *
 * Nothing is started anew: x, all y_i, all estimates and d go on.
 *
 * Source:    Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, Algorithm 3.
 * Deviation: these lengths and step sizes are a practical form of the theory's. handover=random
 *            makes a random number of the stage's steps: those after the one whose state is handed
 *            on would be thrown away, and are not paid for.
 */
#include "algorithms/bilevel/rsvrb.h"

#include <math.h>

#include <levelfield/math.h>

typedef enum { RE_RSVRB_LAST, RE_RSVRB_RANDOM } re_rsvrb_handover;

/* Longer than any run, and exact as a double. */
static const double re_rsvrb_endless = 1e15;

typedef struct {
    lf_rsvrb_params of;
    double eta_1;
    size_t T_1, K;
    int handover;
} re_rsvrb_params;

typedef struct {
    re_rsvrb_params p;
    lf_rsvrb of;
    size_t k; /* stage, from 1 */
    size_t t; /* its steps so far */
    size_t T; /* its length */
} re_rsvrb_state;

/* eta and length of stage k. */
static void re_rsvrb_stage(re_rsvrb_state *s, lf_oracle *o, size_t k) {
    const double before = (double)k - 1;
    const double length = fmin((double)s->p.T_1 * lf_pow(2, before), re_rsvrb_endless);
    s->k = k;
    s->t = 0;
    s->T = (size_t)length;
    s->of.eta = s->p.eta_1 * lf_pow(2, -before / 2);
    if (s->p.handover == RE_RSVRB_RANDOM) s->T = 1 + (size_t)(lf_oracle_uniform(o) * length);
}

static lf_status re_rsvrb_init(void *state, const void *params, lf_oracle *o, const double *x0,
                               lf_arena *arena) {
    re_rsvrb_state *s = state;
    s->p = *(const re_rsvrb_params *)params;
    LF_TRY(lf_rsvrb_init(&s->of, &s->p.of, 0, o, x0, arena));
    re_rsvrb_stage(s, o, 1);
    return LF_OK;
}

static lf_status re_rsvrb_step(void *state, lf_oracle *o) {
    re_rsvrb_state *s = state;
    if (s->t == s->T) {
        if (s->k == s->p.K) return LF_FINISHED;
        /* a walk through missed steps must find the eta that they were made with */
        if (s->p.of.radius > 0) LF_TRY(lf_rsvrb_settle(&s->of, o));
        re_rsvrb_stage(s, o, s->k + 1);
    }
    LF_TRY(lf_algorithm_rsvrb.step(&s->of, o));
    s->t++;
    return LF_OK;
}

LF_ITERATE(re_rsvrb, lf_algorithm_rsvrb.iterate(&s->of));

static const lf_param re_rsvrb_table[] = {
    LF_REAL(re_rsvrb_params, eta_1, 0.1, 0, 1,
            "eta of the first stage, what all step sizes are multiples of [1]"),
    LF_COUNT(re_rsvrb_params, T_1, 1000, 1, 1e9, "length of the first stage [steps]"),
    LF_COUNT(re_rsvrb_params, K, 0, 0, 1e6, "stages; 0: until the budget ends"),
    LF_CHOICE(re_rsvrb_params, handover, RE_RSVRB_LAST, "last|random",
              "what a stage hands on: its last state, or one drawn uniformly"),
    LF_RSVRB_PARAMS(re_rsvrb_params, of),
    /* ours */
    LF_RSVRB_VARIANTS(re_rsvrb_params, of),
    {0},
};

LF_ALGORITHM(re_rsvrb,
             .doc = "RSVRB in stages, each with half as large a squared step for twice as long",
             .source = "Guo, Hu, Zhang & Yang 2021, Algorithm 3",
             .when = "lower levels are many and the objective is gradient-dominant: stages then "
                     "give a linear decrease",
             .view = LF_VIEW_BILEVEL, .whole = true);
