/**
 * @file alexr.c
 * @brief ALEXR: a primal-dual method with extrapolation for convex compositions, in a single loop.
 *
 *     F(w) = g0(w) + (1/n) sum_i f_i(g_i(w)) = g0(w) + (1/n) sum_i max over y_i of
 *            <y_i, g_i(w)> - f_i*(y_i)
 *
 * Source:    Wang & Yang 2023, with the batches and the order of updates of ALEXR in Chen, Wang,
 *            Yang, Lin & Yang 2025, arXiv:2506.02504. Its own text was not at hand.
 * Deviation: samples of a batch are drawn with replacement. A regulariser enters by its slope, not
 *            by a proximal step; w is projected on X. gam is what the paper writes as the inverse
 *            of its dual weight.
 * Cost:      with N = B1 B2 a step asks 3N values and N gradients (batches=one: 2N and N), with
 *            theta = 0 N values less, and B0 gradients of each part of g0; init n B2 values with
 *            start=batch.
 * Memory:    4d doubles, two for each inner value and 2 for those of the largest component.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/common/average.h"
#include "algorithms/composition/parts/alexr_inner.h"
#include "algorithms/composition/parts/coupled.h"

enum { ALEXR_EUCLID, ALEXR_BREGMAN };
enum { ALEXR_LAST, ALEXR_AVERAGE };

typedef struct {
    lf_alexr_params a;
    int dual, output;
} alexr_params;

typedef struct {
    int output;
    lf_alexr z;
    lf_average mean;
} alexr_state;

static lf_status alexr_init(void *state, const void *params, lf_oracle *o, const double *x0,
                            lf_arena *arena) {
    alexr_state *s = state;
    const alexr_params *p = params;
    const lf_dual_form form = p->dual == ALEXR_EUCLID ? LF_DUAL_EUCLID : LF_DUAL_TRACK;
    s->output = p->output;
    if (p->dual == ALEXR_BREGMAN) LF_TRY(lf_coupled_smooth(o));
    LF_TRY(lf_alexr_init(&s->z, &p->a, form, 0, o, x0, arena));
    LF_TRY(lf_average_init(&s->mean, o, arena));
    lf_vec_copy(s->z.d, s->z.z, s->mean.mean); /* what is judged before the first step */
    return LF_OK;
}

static lf_status alexr_step(void *state, lf_oracle *o) {
    alexr_state *s = state;
    LF_TRY(lf_alexr_step(&s->z, o, INFINITY, NULL, 1));
    lf_average_add(&s->mean, s->z.d, 1, s->z.z);
    return LF_OK;
}

static lf_point alexr_average(const void *state) {
    return (lf_point){.w = ((const alexr_state *)state)->mean.mean};
}

static lf_point alexr_iterate(const void *state) {
    const alexr_state *s = state;
    return s->output == ALEXR_AVERAGE ? alexr_average(s) : (lf_point){.w = s->z.z};
}

static const lf_param alexr_table[] = {
    LF_ALEXR_PARAMS(alexr_params, a, 1, 0.9),
    LF_CHOICE(alexr_params, dual, ALEXR_EUCLID, "euclid|bregman",
              "dual step: |.|^2/2, for any f with a proximal map; or the divergence of f*, for a "
              "smooth f"),
    LF_CHOICE(alexr_params, output, ALEXR_LAST, "last|average",
              "last: for strongly convex F; average: for convex F"),
    {0},
};

LF_ALGORITHM(alexr, .doc = "convex FCCO: primal-dual with extrapolation, a few components a step",
             .source = "Wang & Yang 2023; Chen et al. 2025, arXiv:2506.02504",
             .view = LF_VIEW_COMPOSITION, .average = alexr_average);
