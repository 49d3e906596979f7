/**
 * @file batches.h
 * @brief What a step draws: S, components of role inner, a batch B_i of each, a batch of each part
 *        of g0.
 *
 * Cost: the samples of B_i, i in S, and B0 of each objective.
 */
#pragma once

#include <levelfield/algorithm.h>

/** A part of a parameter struct; 0: all. */
typedef struct {
    size_t B0; /* samples for each objective */
    size_t B1; /* components */
    size_t B2; /* samples of each of them */
} lf_batches_params;

/** Its rows in the parameter table of `type`. */
#define LF_BATCHES_PARAMS(type, part)                                                              \
    LF_COUNT(type, part.B0, 32, 0, 1e9, "batch of each objective; 0: all [samples]"),              \
        LF_COUNT(type, part.B1, 8, 0, 1e9, "components of a step, at most n; 0: n [components]"),  \
        LF_COUNT(type, part.B2, 32, 0, 1e9,                                                        \
                 "batch of each of them, at most all; 0: all [samples]")

typedef struct {
    lf_batches_params p; /* with 1 <= B1 <= n */
    size_t objectives;
    size_t *S;     /* B1, increasing */
    lf_batch *B;   /* B1: B_i of the i in S, in its order */
    lf_batch *B_0; /* one for each objective */
} lf_batches;

lf_status lf_batches_init(lf_batches *b, const lf_batches_params *p, lf_oracle *o, lf_arena *arena);

/** A step's draws: with replacement, or each sample once where a size reaches all of them. */
lf_status lf_batches_draw(lf_batches *b, lf_oracle *o);
