#include "algorithms/composition/parts/dual.h"

lf_status lf_dual_init(lf_dual *s, lf_dual_form form, double lam, double gam, double theta,
                       lf_tracker_start start, lf_oracle *o, lf_arena *arena) {
    if (form == LF_DUAL_PROX && !(lam > 0))
        return lf_fail(LF_BAD_ARGUMENT,
                       "lam = %g: the prox form of the dual step needs a smoothing above 0; set "
                       "lam, or dual=u",
                       lam);
    const double gh = gam / (1 + gam), weight = form == LF_DUAL_TRACK ? gh : 1;
    s->form = form;
    s->lam = lam;
    s->mu = form == LF_DUAL_EUCLID ? 1 / gam : lam / gh;
    s->memory = form == LF_DUAL_EUCLID ? 1 / gam : lam / gam; /* lam / gam = mu (1 - gh) */
    LF_TRY(lf_tracker_init(&s->t, weight, weight * theta, start, o, arena));
    return lf_arena_vector(arena, s->t.p, &s->y);
}

/* y <- f_lam'(v), the slope of f itself where lam = 0 */
static lf_status dual_slope(lf_oracle *o, double lam, size_t i, const double *v, double *y) {
    double value;
    if (lam > 0) return lf_oracle_outer_envelope(o, LF_ROLE_INNER, i, lam, v, &value, y);
    lf_oracle_outer_subgradient(o, LF_ROLE_INNER, i, v, y);
    return LF_OK;
}

lf_status lf_dual_begin(lf_dual *s, lf_oracle *o, size_t B2, const double *z) {
    LF_TRY(lf_tracker_begin(&s->t, o, B2, z));
    if (s->t.start != LF_TRACKER_BATCH) return LF_OK;
    for (size_t i = 0; i < s->t.n; i++)
        LF_TRY(dual_slope(o, s->lam, i, lf_tracker_at(&s->t, i), lf_dual_at(s, i)));
    return LF_OK;
}

lf_status lf_dual_step(lf_dual *s, lf_oracle *o, const lf_batch *batch, const double *z,
                       const double *z_last) {
    const size_t i = batch->component;
    const bool first = !s->t.known[i];
    double *v = lf_tracker_at(&s->t, i), *y = lf_dual_at(s, i);
    LF_TRY(lf_tracker_update(&s->t, o, batch, z, z_last));
    /* a first y_i is where the step would leave it: at the slope of h */
    if (first || s->form == LF_DUAL_TRACK) return dual_slope(o, s->lam, i, v, y);
    lf_vec_axpy(lf_oracle_component(o, LF_ROLE_INNER, i)->outputs, s->memory, y, v);
    return dual_slope(o, s->mu, i, v, y);
}

double *lf_dual_at(const lf_dual *s, size_t i) {
    return s->y + s->t.at[i];
}
