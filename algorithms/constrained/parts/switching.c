#include "algorithms/constrained/parts/switching.h"

#include <math.h>

/* Least |zeta_g|^2 that Polyak's step divides by. */
static const double switching_guard = 1e-12;

lf_status lf_switching_init(lf_switching *s, size_t rows_v, size_t b_g, size_t q, lf_oracle *o,
                            lf_arena *arena) {
    s->rows_v = rows_v;
    s->b_g = b_g;
    s->q = q;
    LF_TRY(lf_constraints_init(&s->g, o, arena));
    return lf_arena_vector(arena, lf_oracle_dim(o), &s->zeta);
}

lf_status lf_switching_look(lf_switching *s, lf_oracle *o, const lf_proximal *outer,
                            const double *x, double *v) {
    /* the inner values stay in g.z, where a step down g finds the outer slope */
    LF_TRY(lf_constraints_draw(&s->g, o, s->rows_v, s->q));
    LF_TRY(lf_constraints_inner(&s->g, o, x, s->g.z));
    *v = lf_constraints_max(&s->g, o, s->g.z, &s->i);
    if (outer) *v += outer->r_g * lf_proximal_square(outer);
    return LF_OK;
}

lf_status lf_switching_descend(lf_switching *s, lf_oracle *o, const lf_proximal *outer, double eta,
                               double *x) {
    LF_TRY(lf_objective_subgradient(&s->f, o, x, s->zeta));
    if (outer) lf_proximal_pull(outer, outer->r_f, s->zeta);
    lf_vec_axpy(lf_oracle_dim(o), -eta, s->zeta, x);
    lf_oracle_project(o, x);
    return LF_OK;
}

lf_status lf_switching_restore(lf_switching *s, lf_oracle *o, const lf_proximal *outer, double eta,
                               double v, double *x) {
    const size_t d = lf_oracle_dim(o);
    lf_batch batch;
    LF_TRY(lf_constraints_draw_again(&s->g, o, s->i, s->b_g, s->q, &batch));
    LF_TRY(lf_constraints_slope(&s->g, o, &batch, s->g.z, x, s->zeta));
    if (outer) lf_proximal_pull(outer, outer->r_g, s->zeta);
    /* the step that would reach g = 0 if g were linear */
    if (eta == 0) eta = v / fmax(lf_vec_dot(d, s->zeta, s->zeta), switching_guard);
    lf_vec_axpy(d, -eta, s->zeta, x);
    lf_oracle_project(o, x);
    return LF_OK;
}
