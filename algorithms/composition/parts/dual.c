#include "algorithms/composition/parts/dual.h"

lf_status lf_dual_init(lf_dual *s, lf_dual_form form, double lam, double gam, double theta,
                       lf_tracker_start start, lf_oracle *o, lf_arena *arena) {
    if (form == LF_DUAL_PROX && !(lam > 0))
        return lf_fail(LF_BAD_ARGUMENT,
                       "lam = %g: the prox form of the dual step needs a smoothing above 0; set "
                       "lam, or dual=u",
                       lam);
    const double gh = gam / (1 + gam), weight = form == LF_DUAL_TRACK ? gh : 1;
    const lf_tracker_params u = {.gam = weight, .gam_prime = weight * theta, .start = (int)start};
    s->form = form;
    s->lam = lam;
    s->mu = form == LF_DUAL_EUCLID ? 1 / gam : lam / gh;
    s->memory = form == LF_DUAL_EUCLID ? 1 / gam : lam / gam; /* lam / gam = mu (1 - gh) */
    LF_TRY(lf_tracker_init(&s->u, &u, 0, o, arena));
    return lf_arena_vector(arena, s->u.at[s->u.n], &s->y);
}

/* y_i <- f_lam'(v), the slope of f itself where lam = 0 */
static lf_status dual_slope(lf_dual *s, lf_oracle *o, double lam, size_t i) {
    const double *v = lf_tracker_at(&s->u, i);
    double value, *y = lf_dual_at(s, i);
    if (lam > 0) return lf_oracle_outer_envelope(o, LF_ROLE_INNER, i, lam, v, &value, y);
    lf_oracle_outer_subgradient(o, LF_ROLE_INNER, i, v, y);
    return LF_OK;
}

lf_status lf_dual_begin(lf_dual *s, lf_oracle *o) {
    if (s->u.p.start != LF_TRACKER_BATCH) return LF_OK;
    for (size_t i = 0; i < s->u.n; i++)
        LF_TRY(dual_slope(s, o, s->lam, i));
    return LF_OK;
}

lf_status lf_dual_move(lf_dual *s, lf_oracle *o, size_t i, const double *g, double *g_last) {
    const bool first = !s->u.known[i];
    lf_tracker_move(&s->u, i, g, g_last);
    /* a first y_i is where the step would leave it: at the slope of h */
    if (first || s->form == LF_DUAL_TRACK) return dual_slope(s, o, s->lam, i);
    const size_t p_i = lf_tracker_width(&s->u, i);
    lf_vec_axpy(p_i, s->memory, lf_dual_at(s, i), lf_tracker_at(&s->u, i));
    return dual_slope(s, o, s->mu, i);
}

double *lf_dual_at(const lf_dual *s, size_t i) {
    return s->y + s->u.at[i];
}
