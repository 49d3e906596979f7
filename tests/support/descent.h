/**
 * @file descent.h
 * @brief Gradient descent that plays by the rules, for test plugins to break one at a time.
 *
 * A step draws b samples, asks for their gradient at x once, and moves: counters of t steps are
 * samples = gradient = b t, and on the toy problem without noise x halves each time.
 */
#pragma once

#include <levelfield/algorithm.h>

typedef struct {
    double eta;
    size_t b, after;
} descent_params;

typedef struct {
    descent_params p;
    size_t d, steps; /* steps: begun so far, this one included */
    double *x, *g;
} descent_state;

static inline lf_status descent_init(void *state, const void *params, lf_oracle *o,
                                     const double *x0, lf_arena *arena) {
    descent_state *s = state;
    s->p = *(const descent_params *)params;
    s->d = lf_oracle_dim(o);
    LF_TRY(LF_VECTORS(arena, s->d, &s->x, &s->g));
    lf_vec_copy(s->d, x0, s->x);
    return LF_OK;
}

static inline lf_status descent_gradient(descent_state *s, lf_oracle *o, const lf_batch *batch,
                                         const double *x) {
    const double one = 1;
    lf_vec_zero(s->d, s->g);
    return lf_oracle_vjp(o, batch, x, &one, s->g);
}

/** A whole step, as it should be. */
static inline lf_status descent_move(descent_state *s, lf_oracle *o) {
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.b, &batch));
    LF_TRY(descent_gradient(s, o, &batch, s->x));
    lf_vec_axpy(s->d, -s->p.eta, s->g, s->x);
    return LF_OK;
}

static inline lf_point descent_iterate(const void *state) {
    return (lf_point){.w = ((const descent_state *)state)->x};
}

static const lf_param descent_table[] = {
    LF_REAL(descent_params, eta, 0.5, 0, 100, "step size"),
    LF_COUNT(descent_params, b, 10, 1, 1e6, "batch"),
    LF_COUNT(descent_params, after, 0, 0, 1e9, "steps by the rules before the trick"),
    {0},
};

/** The plugin NAME, whose step is NAME_step(descent_state *, lf_oracle *) after the first few. */
#define DESCENT_PLUGIN(NAME, DOC)                                                                  \
    static lf_status NAME##_begin(void *state, lf_oracle *o) {                                     \
        descent_state *s = state;                                                                  \
        return ++s->steps > s->p.after ? NAME##_step(s, o) : descent_move(s, o);                   \
    }                                                                                              \
    const lf_algorithm lf_algorithm_##NAME = {.abi = LF_ABI,                                       \
                                              .name = #NAME,                                       \
                                              .doc = DOC,                                          \
                                              .source = "made for tests",                          \
                                              .view = LF_VIEW_PLAIN,                               \
                                              .params = descent_table,                             \
                                              .params_size = sizeof(descent_params),               \
                                              .state_size = sizeof(descent_state),                 \
                                              .init = descent_init,                                \
                                              .step = NAME##_begin,                                \
                                              .iterate = descent_iterate}
