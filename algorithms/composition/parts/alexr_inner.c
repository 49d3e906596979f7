#include "algorithms/composition/parts/alexr_inner.h"

#include "algorithms/common/sampling.h"

/* Room for a_i y_i, if some a_i is not 1. */
static lf_status alexr_weighted(lf_alexr *s, const lf_oracle *o, lf_arena *arena) {
    const lf_components *inner = &lf_oracle_info(o)->role[LF_ROLE_INNER];
    size_t most = 0;
    for (size_t i = 0; i < inner->count && inner->always > 0; i++)
        if (inner->component[i].outputs > most) most = inner->component[i].outputs;
    return lf_arena_vector(arena, most, &s->weighted);
}

lf_status lf_alexr_init(lf_alexr *s, const lf_alexr_params *p, lf_dual_form form, double lam,
                        lf_oracle *o, const double *x0, lf_arena *arena) {
    const size_t n = lf_oracle_info(o)->role[LF_ROLE_INNER].count;
    s->p = *p;
    s->d = lf_oracle_dim(o);
    if (s->p.B1 == 0 || s->p.B1 > n) s->p.B1 = n;
    LF_TRY(lf_auxiliary_init(&s->own, p->eta_s, o));
    LF_TRY(
        lf_dual_init(&s->dual, form, lam, p->gam, p->theta, (lf_tracker_start)p->start, o, arena));
    LF_TRY(lf_arena_array(arena, s->p.B1, sizeof *s->S, &s->S));
    LF_TRY(alexr_weighted(s, o, arena));
    double **slots[] = {&s->z, &s->z_last, &s->G};
    for (size_t i = 0; i < 3; i++)
        LF_TRY(lf_arena_vector(arena, s->d, slots[i]));
    lf_vec_copy(s->d, x0, s->z);
    lf_oracle_project(o, s->z);
    lf_vec_copy(s->d, s->z, s->z_last);
    return lf_dual_begin(&s->dual, o, s->p.B2, s->z);
}

void lf_alexr_restart(lf_alexr *s, const double *x) {
    lf_vec_copy(s->d, x, s->z);
    lf_vec_copy(s->d, x, s->z_last);
}

/* a_i y_i; where a_i = 1, as nearly always, y_i itself. */
static const double *alexr_slope(const lf_alexr *s, const lf_oracle *o, size_t i) {
    const double weight = lf_oracle_component_weight(o, LF_ROLE_INNER, s->p.B1, i);
    const size_t p_i = lf_oracle_component(o, LF_ROLE_INNER, i)->outputs;
    if (weight == 1) return lf_dual_at(&s->dual, i);
    lf_vec_copy(p_i, lf_dual_at(&s->dual, i), s->weighted);
    lf_vec_scale(p_i, weight, s->weighted);
    return s->weighted;
}

/* y_i from one batch, then G += a_i D g_i^T y_i from it or from another one. */
static lf_status alexr_component(lf_alexr *s, lf_oracle *o, size_t i) {
    double *unused = s->dual.t.now; /* free again after the dual step */
    lf_batch batch;
    LF_TRY(lf_tracker_draw(o, i, s->p.B2, &batch));
    LF_TRY(lf_dual_step(&s->dual, o, &batch, s->z, s->z_last));
    const double *y = alexr_slope(s, o, i);
    if (s->p.batches == LF_ALEXR_ONE || batch.draw == LF_DRAW_FULL)
        return lf_oracle_vjp(o, &batch, s->z, y, s->G);
    LF_TRY(lf_tracker_draw(o, i, s->p.B2, &batch));
    return lf_oracle_value_vjp(o, &batch, s->z, y, unused, s->G);
}

/* G += grad g0(z_k; B_0), a batch of each part of g0, and the regulariser's slope. */
static lf_status alexr_objective(lf_alexr *s, lf_oracle *o) {
    const size_t parts = lf_oracle_info(o)->role[LF_ROLE_OBJECTIVE].count;
    for (size_t j = 0; j < parts; j++) {
        lf_batch batch;
        LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, j, s->p.B0, 1, &batch));
        LF_TRY(lf_oracle_subgradient(o, &batch, s->z, s->G));
    }
    lf_oracle_regulariser(o, s->z, s->G);
    return LF_OK;
}

/* z_{k+1} <- the exact minimiser on X of <G + wd z_k, z> + |z - z_k|^2 / (2 eta)
 * + |z - x|^2 / (2 nu), whose last two terms have round level sets. */
static void alexr_move(lf_alexr *s, lf_oracle *o, double nu, const double *x, double factor) {
    const size_t d = s->own.d;
    const double pull = 1 / nu, norm = s->p.clip > 0 ? lf_vec_norm(d, s->G) : 0;
    if (norm > s->p.clip) lf_vec_scale(d, s->p.clip / norm, s->G);
    lf_vec_axpy(d, s->p.wd + pull, s->z, s->G);
    if (pull > 0) lf_vec_axpy(d, -pull, x, s->G);
    lf_vec_copy(s->d, s->z, s->z_last);
    lf_vec_axpy(d, -s->p.eta / (1 + s->p.eta * pull), s->G, s->z);
    lf_auxiliary_step(&s->own, factor, s->G, s->z);
    lf_oracle_project(o, s->z);
}

lf_status lf_alexr_step(lf_alexr *s, lf_oracle *o, double nu, const double *x, double factor) {
    lf_vec_zero(s->d, s->G);
    LF_TRY(lf_oracle_components(o, LF_ROLE_INNER, s->p.B1, s->S));
    for (size_t k = 0; k < s->p.B1; k++)
        LF_TRY(alexr_component(s, o, s->S[k]));
    lf_vec_scale(s->d, 1 / (double)s->p.B1, s->G);
    LF_TRY(alexr_objective(s, o));
    alexr_move(s, o, nu, x, factor);
    return LF_OK;
}
