/**
 * @file cheat.h
 * @brief What every cheat shares: honest steps, and an honest word about what the others brought.
 *
 * A step by the rules draws b samples, asks for their gradient once and moves: on the toy problem x
 * halves, so that x_0 = 2^-k after k steps and no more than the budget pays for can be in x. What a
 * cheat got beside that it says on standard error, which is in the run's log: "gained 12
 * gradients". cheats.tsv says what is expected of each.
 */
#pragma once

#include <errno.h>
#include <levelfield/algorithm.h>
#include <stdio.h>

typedef struct {
    double eta;
    size_t b, after, at;
    int how;
    const char *with;
} cheat_params;

typedef struct {
    cheat_params p;
    size_t d, steps; /* steps: begun so far, this one included */
    size_t gained;
    lf_role role;  /* of the samples that it draws: objective, or inner if there is none */
    double *x, *g; /* d each */
    double *y;     /* ones, for the outputs of every component */
    double *kept;  /* d: for what a cheat keeps the allowed way */
} cheat_state;

static inline lf_status cheat_init(void *state, const void *params, lf_oracle *o, const double *x0,
                                   lf_arena *arena) {
    cheat_state *s = state;
    size_t outputs = 1;
    s->p = *(const cheat_params *)params;
    s->d = lf_oracle_dim(o);
    s->role = lf_oracle_component(o, LF_ROLE_OBJECTIVE, 0) ? LF_ROLE_OBJECTIVE : LF_ROLE_INNER;
    for (size_t i = 0; lf_oracle_component(o, s->role, i); i++)
        outputs += lf_oracle_component(o, s->role, i)->outputs;
    LF_TRY(lf_arena_vector(arena, s->d, &s->x));
    LF_TRY(lf_arena_vector(arena, s->d, &s->g));
    LF_TRY(lf_arena_vector(arena, outputs, &s->y));
    LF_TRY(lf_arena_vector(arena, s->d, &s->kept));
    lf_vec_copy(s->d, x0, s->x);
    for (size_t k = 0; k < outputs; k++)
        s->y[k] = 1;
    return LF_OK;
}

/** g <- the gradient of the batch at x. */
static inline lf_status cheat_ask(cheat_state *s, lf_oracle *o, const lf_batch *batch) {
    lf_vec_zero(s->d, s->g);
    return lf_oracle_vjp(o, batch, s->x, s->y, s->g);
}

/** x <- x - eta g. */
static inline void cheat_go(cheat_state *s) {
    lf_vec_axpy(s->d, -s->p.eta, s->g, s->x);
}

/** A whole step, as it should be. */
static inline lf_status cheat_move(cheat_state *s, lf_oracle *o) {
    lf_batch batch;
    LF_TRY(lf_oracle_draw(o, s->role, 0, s->p.b, &batch));
    LF_TRY(cheat_ask(s, o, &batch));
    cheat_go(s);
    return LF_OK;
}

/** So much more that nobody was charged for. */
static inline void cheat_gained(cheat_state *s, size_t n, const char *what) {
    s->gained += n;
    if (n > 0) fprintf(stderr, "gained %zu %s\n", s->gained, what);
}

/** After a call of the system: is it the system that refuses, whatever levelfield does? */
static inline bool cheat_not_let(void) {
    const bool refused = errno == EPERM || errno == EACCES || errno == ENOSYS;
    if (refused) fprintf(stderr, "not let by the system\n");
    return refused;
}

static inline lf_point cheat_iterate(const void *state) {
    return (lf_point){.w = ((const cheat_state *)state)->x};
}

/** WAYS: the words of `how`, the first is the default. */
#define CHEAT_TABLE(WAYS)                                                                          \
    static const lf_param cheat_table[] = {                                                        \
        LF_REAL(cheat_params, eta, 0.5, 0, 100, "step size"),                                      \
        LF_COUNT(cheat_params, b, 10, 1, 1e6, "batch"),                                            \
        LF_COUNT(cheat_params, after, 0, 0, 1e9, "steps by the rules before the trick"),           \
        LF_COUNT(cheat_params, at, 0, 0, 9e15, "an address, an offset, a number"),                 \
        LF_CHOICE(cheat_params, how, 0, WAYS, "which way"),                                        \
        LF_TEXT(cheat_params, with, "", "a name or a folder"),                                     \
        {0},                                                                                       \
    }

#define CHEAT_FIELDS(NAME, VIEW)                                                                   \
    .abi = LF_ABI, .name = #NAME, .doc = "a cheat", .source = "made for tests", .view = VIEW,      \
    .params = cheat_table, .params_size = sizeof(cheat_params)

/** The plugin NAME for this view, whose step is NAME_step(cheat_state *, lf_oracle *) after the
 *  first few. */
#define CHEAT_PLUGIN_FOR(NAME, VIEW, WAYS)                                                         \
    static lf_status NAME##_begin(void *state, lf_oracle *o) {                                     \
        cheat_state *s = state;                                                                    \
        return ++s->steps > s->p.after ? NAME##_step(s, o) : cheat_move(s, o);                     \
    }                                                                                              \
    CHEAT_TABLE(WAYS);                                                                             \
    const lf_algorithm lf_algorithm_##NAME = {                                                     \
        CHEAT_FIELDS(NAME, VIEW), .state_size = sizeof(cheat_state), .init = cheat_init,           \
        .step = NAME##_begin, .iterate = cheat_iterate}
#define CHEAT_PLUGIN(NAME, WAYS) CHEAT_PLUGIN_FOR(NAME, LF_VIEW_PLAIN, WAYS)
