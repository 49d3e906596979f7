/**
 * @file probe.h
 * @brief Gradient descent that misbehaves on request, for tests of the run loop.
 *
 * A step draws a batch of b, asks for its gradient at x and moves by -eta times it: 1 draw of b
 * samples, b gradients. From step `after` on, `fault` takes place.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include <levelfield/algorithm.h>

typedef enum {
    PROBE_NONE,
    PROBE_FREE,        /* asks nothing any more */
    PROBE_NAN,         /* sets x_0 to NaN */
    PROBE_GROW,        /* x times 1e6 */
    PROBE_FAIL,        /* returns a failure with a message */
    PROBE_MUTE,        /* returns a failure without one */
    PROBE_LIE,         /* says that the budget is spent */
    PROBE_ODD,         /* returns a status that there is not */
    PROBE_FINISH,      /* says that it has finished */
    PROBE_SWALLOW,     /* takes a refusal for an answer and goes on moving, its start as well */
    PROBE_GIVE_UP,     /* says that it diverges */
    PROBE_FULL_INIT,   /* init asks for the whole gradient */
    PROBE_LARGE_INIT,  /* init takes 1 GiB of memory */
    PROBE_COARSE,      /* asks about each batch ten times */
    PROBE_NAN_BLOCK,   /* sets y_0 to NaN */
    PROBE_NAN_AVERAGE, /* sets the average's x_0 to NaN */
    PROBE_NO_AVERAGE,  /* has no average any more */
    PROBE_LEAP         /* init halves x, which costs nothing */
} probe_fault;

typedef struct {
    double eta;
    size_t b, after;
    int fault;
} probe_params;

typedef struct {
    probe_params p;
    size_t steps;
    double *x, *g, *large;
    const double *x0; /* as init was given it */
    double *mean, *y; /* d: mean of the points so far; 2: (x_0, step), the second block */
} probe_state;

static lf_status probe_gradient(probe_state *s, lf_oracle *o, const lf_batch *batch) {
    const double one = 1;
    lf_vec_zero(lf_oracle_dim(o), s->g);
    return lf_oracle_vjp(o, batch, s->x, &one, s->g);
}

static lf_status probe_init(void *state, const void *params, lf_oracle *o, const double *x0,
                            lf_arena *arena) {
    probe_state *s = state;
    s->p = *(const probe_params *)params;
    LF_TRY(LF_VECTORS(arena, lf_oracle_dim(o), &s->x, &s->g));
    if (s->p.fault == PROBE_LARGE_INIT) LF_TRY(lf_arena_vector(arena, 1u << 27, &s->large));
    LF_TRY(lf_arena_vector(arena, lf_oracle_dim(o), &s->mean));
    LF_TRY(lf_arena_vector(arena, 2, &s->y));
    s->x0 = x0;
    lf_vec_copy(lf_oracle_dim(o), x0, s->x);
    lf_vec_copy(lf_oracle_dim(o), x0, s->mean);
    s->y[0] = s->x[0];
    if (s->p.fault == PROBE_LEAP) lf_vec_scale(lf_oracle_dim(o), 0.5, s->x);
    if (s->p.fault != PROBE_FULL_INIT) return LF_OK;
    lf_batch batch;
    LF_TRY(lf_oracle_full(o, LF_ROLE_OBJECTIVE, 0, &batch));
    return probe_gradient(s, o, &batch);
}

static lf_status probe_move(probe_state *s, lf_oracle *o) {
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, s->p.b, &batch));
    for (int i = 0; i < (s->p.fault == PROBE_COARSE ? 10 : 1); i++)
        LF_TRY(probe_gradient(s, o, &batch));
    lf_vec_axpy(lf_oracle_dim(o), -s->p.eta, s->g, s->x);
    return LF_OK;
}

static lf_status probe_misbehave(probe_state *s, lf_oracle *o) {
    switch (s->p.fault) {
    case PROBE_FREE:
        return LF_OK;
    case PROBE_NAN:
        s->x[0] = NAN;
        return LF_OK;
    case PROBE_GROW:
        lf_vec_scale(lf_oracle_dim(o), 1e6, s->x);
        return probe_move(s, o);
    case PROBE_FAIL:
        return lf_fail(LF_BAD_INPUT, "the inner problem\nhas no solution");
    case PROBE_MUTE:
        return LF_BAD_ARGUMENT;
    case PROBE_LIE:
        return LF_BUDGET_SPENT;
    case PROBE_ODD:
        return (lf_status)77;
    case PROBE_FINISH:
        LF_TRY(probe_move(s, o));
        return LF_FINISHED;
    case PROBE_SWALLOW:
        probe_move(s, o);
        s->x[0] += 1000;
        *(double *)(uintptr_t)s->x0 += 1000;
        return LF_OK;
    case PROBE_NAN_BLOCK:
        s->y[0] = NAN;
        return LF_OK;
    case PROBE_NAN_AVERAGE:
        s->mean[0] = NAN;
        return LF_OK;
    case PROBE_GIVE_UP:
        return lf_fail(LF_DIVERGED, "the step size is too large");
    default:
        return probe_move(s, o);
    }
}

/* The refusal comes first: what is averaged then is not to be seen. */
static lf_status probe_step(void *state, lf_oracle *o) {
    probe_state *s = state;
    const lf_status status = ++s->steps > s->p.after ? probe_misbehave(s, o) : probe_move(s, o);
    const double share = 1 / (double)(s->steps + 1);
    lf_vec_axpby(lf_oracle_dim(o), share, s->x, 1 - share, s->mean);
    if (!isnan(s->y[0])) s->y[0] = s->x[0];
    s->y[1] = (double)s->steps;
    return status;
}

static lf_point probe_iterate(const void *state) {
    return (lf_point){.w = ((const probe_state *)state)->x};
}

static lf_point probe_iterate_pair(const void *state) {
    const probe_state *s = state;
    return (lf_point){.w = s->x, .y = s->y};
}

/* The average of the second block is not looked into: it is the block itself. */
static lf_point probe_average(const void *state) {
    const probe_state *s = state;
    const bool gone = s->p.fault == PROBE_NO_AVERAGE && s->steps > s->p.after;
    return (lf_point){.w = gone ? NULL : s->mean, .y = s->y};
}

static const lf_param probe_table[] = {
    LF_REAL(probe_params, eta, 0.5, 0, 100, "step size"),
    LF_COUNT(probe_params, b, 10, 1, 1000, "batch"),
    LF_COUNT(probe_params, after, 0, 0, 1e9, "whole steps before the fault"),
    LF_CHOICE(probe_params, fault, 0,
              "none|free|nan|grow|fail|mute|lie|odd|finish|swallow|give_up|full_init|large_init|"
              "coarse|nan_block|nan_average|no_average|leap",
              "what goes wrong"),
    {0},
};

static const lf_algorithm probe = {
    .abi = LF_ABI,
    .name = "probe",
    .doc = "gradient descent that misbehaves on request",
    .source = "made for tests",
    .view = LF_VIEW_PLAIN,
    .params = probe_table,
    .params_size = sizeof(probe_params),
    .state_size = sizeof(probe_state),
    .init = probe_init,
    .step = probe_step,
    .iterate = probe_iterate,
};

/** The same method, which shows its second block and keeps the mean of x_0 .. x_t. */
static const lf_algorithm probe_pair = {
    .abi = LF_ABI,
    .name = "probe_pair",
    .doc = "gradient descent with an average and a second block",
    .source = "made for tests",
    .view = LF_VIEW_PLAIN,
    .params = probe_table,
    .params_size = sizeof(probe_params),
    .state_size = sizeof(probe_state),
    .init = probe_init,
    .step = probe_step,
    .iterate = probe_iterate_pair,
    .average = probe_average,
};
