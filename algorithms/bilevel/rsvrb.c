/**
 * @file rsvrb.c
 * @brief RSVRB: many lower levels, of which a step visits a few; STORM for everything it estimates.
 *
 * The step is in randomised.h; this is what eta_t is: constant, as in the theory, or shrinking with
 * the cube root of t, as in the method for one level.
 *
 * Source:    Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, Algorithm 2.
 * Deviation: as in randomised.h; sched=cube_root is ours.
 */
#include "algorithms/bilevel/parts/randomised.h"

typedef enum { RSVRB_CONSTANT, RSVRB_CUBE_ROOT } rsvrb_sched;

typedef struct {
    lf_randomised_params of;
    double eta, c0;
    int sched;
} rsvrb_params;

typedef struct {
    lf_randomised of;
} rsvrb_state;

static lf_status rsvrb_init(void *state, const void *params, lf_oracle *o, const double *x0,
                            lf_arena *arena) {
    rsvrb_state *s = state;
    const rsvrb_params *p = params;
    const double power = p->sched == RSVRB_CUBE_ROOT ? 1.0 / 3 : 0;
    const lf_randomised_rate rate = {.eta = p->eta, .c0 = p->c0, .power = power};
    return lf_randomised_init(&s->of, &p->of, rate, o, x0, arena);
}

static lf_status rsvrb_step(void *state, lf_oracle *o) {
    rsvrb_state *s = state;
    return lf_randomised_step(&s->of, o);
}

static lf_point rsvrb_iterate(const void *state) {
    return lf_randomised_point(&((const rsvrb_state *)state)->of);
}

static const lf_param rsvrb_table[] = {
    LF_REAL(rsvrb_params, eta, 0.1, 0, 1, "eta_t, what all step sizes are multiples of [1]"),
    LF_CHOICE(rsvrb_params, sched, RSVRB_CONSTANT, "constant|cube_root",
              "eta_t: eta, or eta (t + c0)^(-1/3)"),
    LF_REAL(rsvrb_params, c0, 100, 0, 1e12, "cube_root: offset of t [steps]"),
    LF_RANDOMISED_PARAMS(rsvrb_params, of),
    {0},
};

LF_ALGORITHM(
    rsvrb,
    .doc = "many lower levels, a few a step: variance-reduced estimates brought up to date lazily",
    .source = "Guo, Hu, Zhang & Yang 2021, Algorithm 2", .view = LF_VIEW_BILEVEL, .whole = true);
