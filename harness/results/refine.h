/**
 * @file refine.h
 * @brief Where a choice stands among the values that were tried: on an edge, beside a gap; and the
 *        points that would tell whether to go on.
 *
 * A numeric parameter with at least two tried values is on an edge if the chosen one is the
 * smallest or the largest of them, and not the end of what the parameter may be. It is beside a gap
 * if a neighbour among them is more than ten times away. Texts are no quantities: they have
 * neither.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/param.h>
#include <levelfield/status.h>

/** Points that one round of refinement adds, and rounds at most. */
enum { LF_REFINE_POINTS = 4, LF_REFINE_ROUNDS = 2 };

typedef struct {
    char *edges; /**< malloc'ed, "eta, beta": the parameters on an edge; "" */
    bool gap;    /**< one is beside a gap */
    size_t n;
    char *point[LF_REFINE_POINTS]; /**< malloc'ed, "eta=5e-4,eps=0": none of those tried */
} lf_refinement;

/**
 * Of the point `chosen` among the n tried, whose parameters are the same, in the same order. New
 * points, at most LF_REFINE_POINTS: for each edge the choice moved out by the ratio of the two
 * outermost values, at least 2 and at most 10 times; all edges together, if there are several; then
 * the geometric means of the chosen value and each neighbour, the widest ratio first. `params` says
 * what a parameter may be; without it, and for one that it does not have, 0 is the end of those
 * that are not negative.
 */
lf_status lf_refine(const lf_param *params, const char *const *tried, size_t n, size_t chosen,
                    lf_refinement *r);
void lf_refinement_clear(lf_refinement *r);
