/**
 * @file keeper.h
 * @brief Gradient descent that keeps addresses of its own in its state, beside the arena's slots.
 *
 * It reads the oracle's description through an address that its init kept, has its point in two
 * slots by turns, which a step exchanges, and asks about a ticket of its init in every step, beside
 * one that each step draws anew in its place. With `moves` it also
 * keeps a place inside a block, one number further on with every step: what a checkpoint cannot
 * carry to another process, and so must refuse to.
 */
#pragma once

#include <levelfield/algorithm.h>

typedef struct {
    size_t moves;
} keeper_params;

typedef struct {
    keeper_params p;
    const lf_problem_info *info;
    lf_batch first, last; /* of init; of the last step, at first of init, too */
    double *x, *g, *history;
    double *next; /* in history */
} keeper_state;

enum { KEEPER_STEPS = 1000 };

static lf_status keeper_init(void *state, const void *params, lf_oracle *o, const double *x0,
                             lf_arena *arena) {
    keeper_state *s = state;
    s->p = *(const keeper_params *)params;
    s->info = lf_oracle_info(o);
    LF_TRY(LF_VECTORS(arena, s->info->dim, &s->x, &s->g));
    LF_TRY(lf_arena_vector(arena, KEEPER_STEPS, &s->history));
    s->next = s->history;
    lf_vec_copy(s->info->dim, x0, s->x);
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 2, &s->first));
    return lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 4, &s->last);
}

static lf_status keeper_step(void *state, lf_oracle *o) {
    keeper_state *s = state;
    const double one = 1;
    lf_vec_zero(s->info->dim, s->g);
    LF_TRY(lf_oracle_vjp(o, &s->first, s->x, &one, s->g));
    LF_TRY(lf_oracle_vjp(o, &s->last, s->x, &one, s->g));
    LF_TRY(lf_oracle_draw(o, LF_ROLE_OBJECTIVE, 0, 4, &s->last));
    double *x = s->x;
    lf_vec_axpby(s->info->dim, 1, x, -0.1, s->g);
    s->x = s->g;
    s->g = x;
    *s->next = s->x[0];
    s->next += s->p.moves;
    return LF_OK;
}

static lf_point keeper_iterate(const void *state) {
    return (lf_point){.w = ((const keeper_state *)state)->x};
}

static const lf_param keeper_table[] = {
    LF_COUNT(keeper_params, moves, 0, 0, 1, "1: the place in the history moves on"), {0}};

static const lf_algorithm keeper = {.abi = LF_ABI,
                                    .name = "keeper",
                                    .doc = "keeps addresses",
                                    .source = "a test",
                                    .view = LF_VIEW_PLAIN,
                                    .params = keeper_table,
                                    .params_size = sizeof(keeper_params),
                                    .state_size = sizeof(keeper_state),
                                    .init = keeper_init,
                                    .step = keeper_step,
                                    .iterate = keeper_iterate};
