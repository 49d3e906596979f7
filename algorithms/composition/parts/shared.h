/**
 * @file shared.h
 * @brief What a step draws where components share their samples: S, components of role inner, and
 *        one batch that is lent to each of them; a batch of each part of g0.
 *
 * Cost: B2 samples of the first component, and B2 of each objective.
 */
#pragma once

#include <levelfield/algorithm.h>

/** A part of a parameter struct; 0: all. */
typedef struct {
    size_t B1; /* components */
    size_t B2; /* samples of the batch */
} lf_shared_params;

/** Its rows in the parameter table of `type`. */
#define LF_SHARED_PARAMS(type, part)                                                               \
    LF_COUNT(type, part.B1, 32, 0, 1e9, "components of a step, at most n; 0: n [components]"),     \
        LF_COUNT(type, part.B2, 32, 0, 1e9,                                                        \
                 "batch that all of them share, at most all; 0: all [samples]")

typedef struct {
    lf_shared_params p; /* with 1 <= B1 <= n */
    size_t most;        /* inner values of the largest component */
    size_t objectives;
    size_t *S;     /* B1, increasing */
    lf_batch *B;   /* B1: the batch, as lent to the i in S, in its order */
    lf_batch *B_0; /* one for each objective */
} lf_shared;

/** LF_UNSUPPORTED, in the name of `method`, if components share no samples or some of them belong
 * to every draw. */
lf_status lf_shared_init(lf_shared *b, const lf_shared_params *p, const char *method, lf_oracle *o,
                         lf_arena *arena);

/** A step's draws: with replacement, or each sample once where B2 reaches all of them. */
lf_status lf_shared_draw(lf_shared *b, lf_oracle *o);
