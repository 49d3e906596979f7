/**
 * @file group_draw.h
 * @brief Which group a sample comes from: by the weights q, or as one of the pool of all groups.
 *
 *     importance:  a group uniformly, then one of its samples;   c = m
 *     uniform:     one of the N samples of the pool;             c = N / n_i
 *
 * In both cases c l(w; xi) e_i has mean (R_1(w), ..., R_m(w)): c is 1 over the probability of group
 * i. The sample itself is drawn by lf_oracle_draw() from the group picked here.
 */
#pragma once

#include "algorithms/group_minimax/parts/minimax.h"

/** The choices of a parameter `sampling`, in this order. */
typedef enum { LF_GROUP_DRAW_IMPORTANCE, LF_GROUP_DRAW_UNIFORM } lf_group_draw_from;
#define LF_GROUP_DRAW_CHOICES "importance|uniform"

typedef struct {
    lf_minimax_sampling sampling; /* as lf_minimax_lipschitz() asks for it */
    size_t m, N;                  /* groups, samples over all groups */
    size_t *end;                  /* m: samples in the groups 0 .. i */
} lf_group_draw;

/** The groups are the components of the inner role, at least one. */
lf_status lf_group_draw_init(lf_group_draw *g, lf_group_draw_from from, const lf_oracle *o,
                             lf_arena *arena);

/** The group of the next sample, and *c <- its weight. Takes one number of the method's random
 *  stream; work O(log m) at most. */
size_t lf_group_draw_pick(const lf_group_draw *g, lf_oracle *o, double *c);
