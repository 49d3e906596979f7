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
 *            of its dual weight. A batch of all rows needs no second, independent one.
 * Cost:      with N = B1 B2 a step asks 3N values and N gradients (batches=one: 2N and N), with
 *            theta = 0 N values less, and B0 gradients of each part of g0; init n B2 values with
 *            start=batch.
 * Memory:    4d doubles, two for each inner value and 3 for those of the largest component.
 */
#include <levelfield/algorithm.h>

#include <math.h>

#include "algorithms/common/average.h"
#include "algorithms/common/sampling.h"
#include "algorithms/composition/alexr.h"

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

lf_status lf_alexr_init(lf_alexr *s, const lf_alexr_params *p, lf_dual_form form, double lam,
                        lf_oracle *o, const double *x0, lf_arena *arena) {
    s->p = *p;
    s->d = lf_oracle_dim(o);
    LF_TRY(
        lf_dual_init(&s->dual, form, lam, p->gam, p->theta, (lf_tracker_start)p->start, o, arena));
    if (p->B1 == 0 || p->B1 > s->dual.u.n) s->p.B1 = s->dual.u.n;
    LF_TRY(lf_arena_array(arena, s->p.B1, sizeof *s->S, &s->S));
    LF_TRY(LF_POINTS(arena, s->d, &s->z, &s->z_last, &s->G));
    LF_TRY(LF_VECTORS(arena, s->dual.u.most, &s->g, &s->g_last, &s->ay));
    lf_vec_copy(s->d, x0, s->z);
    lf_oracle_project(o, s->z);
    lf_vec_copy(s->d, s->z, s->z_last);
    LF_TRY(lf_tracker_begin(&s->dual.u, o, p->B2, s->z));
    return lf_dual_begin(&s->dual, o);
}

/* a_i y_i; a_i = 1 unless some components belong to every draw. */
static const double *alexr_weighted(lf_alexr *s, const lf_oracle *o, size_t i) {
    const size_t p_i = lf_tracker_width(&s->dual.u, i);
    lf_vec_copy(p_i, lf_dual_at(&s->dual, i), s->ay);
    lf_vec_scale(p_i, lf_oracle_component_weight(o, LF_ROLE_INNER, s->p.B1, i), s->ay);
    return s->ay;
}

/* z_{k+1} <- the exact minimiser on X of <G + wd z_k, z> + |z - z_k|^2 / (2 eta)
 * + |z - x|^2 / (2 nu), whose last two terms have round level sets. */
static void alexr_move(lf_alexr *s, lf_oracle *o, double nu, const double *x) {
    const size_t d = s->d;
    const double pull = 1 / nu, norm = s->p.clip > 0 ? lf_vec_norm(d, s->G) : 0;
    if (norm > s->p.clip) lf_vec_scale(d, s->p.clip / norm, s->G);
    lf_vec_axpy(d, s->p.wd + pull, s->z, s->G);
    if (pull > 0) lf_vec_axpy(d, -pull, x, s->G);
    lf_vec_copy(d, s->z, s->z_last);
    lf_vec_axpy(d, -s->p.eta / (1 + s->p.eta * pull), s->G, s->z);
    lf_oracle_project(o, s->z);
}

lf_status lf_alexr_step(lf_alexr *s, lf_oracle *o, double nu, const double *x) {
    const size_t B2 = s->p.B2, objectives = lf_oracle_info(o)->role[LF_ROLE_OBJECTIVE].count;
    lf_batch B;
    lf_vec_zero(s->d, s->G);
    LF_TRY(lf_oracle_components(o, LF_ROLE_INNER, s->p.B1, s->S)); /* S */
    for (size_t k = 0; k < s->p.B1; k++) {
        const size_t i = s->S[k];
        LF_TRY(lf_sampling_draw(o, LF_ROLE_INNER, i, B2, 1, &B)); /* B_i */
        LF_TRY(lf_oracle_value(o, &B, s->z, s->g));
        if (lf_tracker_corrects(&s->dual.u, i))
            LF_TRY(lf_oracle_value(o, &B, s->z_last, s->g_last));
        LF_TRY(lf_dual_move(&s->dual, o, i, s->g, s->g_last)); /* y_i by g + theta (g - g_last) */
        const double *ay = alexr_weighted(s, o, i);
        if (s->p.batches == LF_ALEXR_ONE || B.draw == LF_DRAW_FULL) {
            LF_TRY(lf_oracle_vjp(o, &B, s->z, ay, s->G)); /* G += J_i(z_k; B_i)^T y_i */
        } else {
            LF_TRY(lf_sampling_draw(o, LF_ROLE_INNER, i, B2, 1, &B)); /* B~_i */
            LF_TRY(lf_oracle_value_vjp(o, &B, s->z, ay, s->g, s->G)); /* the same of B~_i */
        }
    }
    lf_vec_scale(s->d, 1 / (double)s->p.B1, s->G);
    for (size_t j = 0; j < objectives; j++) {
        LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, j, s->p.B0, 1, &B));
        LF_TRY(lf_oracle_subgradient(o, &B, s->z, s->G));
    }
    lf_oracle_regulariser(o, s->z, s->G); /* G = grad g0(z_k; B_0) + sum J_i^T y_i / B1 */
    alexr_move(s, o, nu, x);              /* z_{k+1} */
    return LF_OK;
}

static lf_status alexr_init(void *state, const void *params, lf_oracle *o, const double *x0,
                            lf_arena *arena) {
    alexr_state *s = state;
    const alexr_params *p = params;
    const lf_dual_form form = p->dual == ALEXR_EUCLID ? LF_DUAL_EUCLID : LF_DUAL_TRACK;
    s->output = p->output;
    if (p->dual == ALEXR_BREGMAN) LF_TRY(lf_tracker_smooth(o));
    LF_TRY(lf_alexr_init(&s->z, &p->a, form, 0, o, x0, arena));
    LF_TRY(lf_average_init(&s->mean, o, arena));
    lf_vec_copy(s->z.d, s->z.z, s->mean.mean); /* what is judged before the first step */
    return LF_OK;
}

static lf_status alexr_step(void *state, lf_oracle *o) {
    alexr_state *s = state;
    LF_TRY(lf_alexr_step(&s->z, o, INFINITY, NULL));
    lf_average_add(&s->mean, s->z.d, 1, s->z.z);
    return LF_OK;
}

LF_AVERAGE(alexr, (lf_point){.w = s->mean.mean});

LF_ITERATE(alexr, s->output == ALEXR_AVERAGE ? alexr_average(s) : (lf_point){.w = s->z.z});

static const lf_param alexr_table[] = {
    LF_ALEXR_PARAMS(alexr_params, a, 1, 0.9),
    LF_CHOICE(alexr_params, dual, ALEXR_EUCLID, "euclid|bregman",
              "dual step: |.|^2/2, for any f with a proximal map; or the divergence of f*, for a "
              "smooth f"),
    LF_CHOICE(alexr_params, output, ALEXR_LAST, "last|average",
              "last: for strongly convex F; average: for convex F"),
    /* ours */
    LF_ALEXR_VARIANTS(alexr_params, a),
    {0},
};

LF_ALGORITHM(alexr, .doc = "convex FCCO: primal-dual with extrapolation, a few components a step",
             .source = "Wang & Yang 2023; Chen et al. 2025, arXiv:2506.02504",
             .when = "the problem is convex, and only a few of many components can be asked a step",
             .view = LF_VIEW_COMPOSITION, .average = alexr_average, .sparse = true);
