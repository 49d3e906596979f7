#include "algorithms/composition/parts/coupled.h"

#include "algorithms/common/sampling.h"

static lf_status coupled_memory(lf_coupled *c, size_t objectives, lf_arena *arena) {
    LF_TRY(lf_arena_array(arena, c->p.B1, sizeof *c->S, &c->S));
    LF_TRY(lf_arena_array(arena, c->p.B1, sizeof *c->B, &c->B));
    LF_TRY(lf_arena_array(arena, objectives, sizeof *c->B_0, &c->B_0));
    LF_TRY(lf_arena_vector(arena, c->tracker.p, &c->y));
    double **slots[] = {&c->w, &c->w_last, &c->G};
    for (size_t i = 0; i < 3; i++)
        LF_TRY(lf_arena_vector(arena, c->d, slots[i]));
    return lf_arena_vector(arena, c->p.along ? c->d : 0, &c->move);
}

lf_status lf_coupled_init(lf_coupled *c, const lf_coupled_params *p, double lam, lf_oracle *o,
                          const double *x0, lf_arena *arena) {
    const lf_problem_info *info = lf_oracle_info(o);
    const size_t n = info->role[LF_ROLE_INNER].count;
    c->p = *p;
    c->lam = lam;
    c->d = info->dim;
    if (c->p.B1 == 0 || c->p.B1 > n) c->p.B1 = n;
    if (p->along && !lf_oracle_has_jvp(o))
        return lf_fail(LF_UNSUPPORTED,
                       "this variant needs Jacobian-vector products (jvp), which the problem does "
                       "not offer; choose another variant");
    LF_TRY(lf_auxiliary_init(&c->own, p->eta_s, o));
    LF_TRY(lf_tracker_gam_prime(p->gam_prime, p->gam, n, c->p.B1, &c->p.gam_prime));
    const lf_tracker_start start = (lf_tracker_start)p->start;
    LF_TRY(lf_tracker_init(&c->tracker, p->gam, c->p.gam_prime, start, o, arena));
    LF_TRY(coupled_memory(c, info->role[LF_ROLE_OBJECTIVE].count, arena));
    lf_vec_copy(c->d, x0, c->w);
    lf_oracle_project(o, c->w);
    lf_vec_copy(c->d, c->w, c->w_last);
    return lf_tracker_begin(&c->tracker, o, p->B2, c->w);
}

lf_status lf_coupled_smooth(const lf_oracle *o) {
    const lf_components *inner = &lf_oracle_info(o)->role[LF_ROLE_INNER];
    for (size_t i = 0; i < inner->count; i++)
        for (size_t k = 0; k < inner->component[i].outers; k++)
            if (!lf_outer_smooth(&inner->component[i].outer[k]))
                return lf_fail(LF_UNSUPPORTED,
                               "outer function %zu of inner component %zu has a kink, and this "
                               "method needs smooth ones: choose a squared or smoothed hinge, or "
                               "a method that smooths (sonex with lam > 0) or takes subgradients "
                               "(sonx)",
                               k, i);
    return LF_OK;
}

static lf_status coupled_draw(lf_coupled *c, lf_oracle *o) {
    const size_t objectives = lf_oracle_info(o)->role[LF_ROLE_OBJECTIVE].count;
    LF_TRY(lf_oracle_components(o, LF_ROLE_INNER, c->p.B1, c->S));
    for (size_t k = 0; k < c->p.B1; k++)
        LF_TRY(lf_tracker_draw(o, c->S[k], c->p.B2, &c->B[k]));
    for (size_t j = 0; j < objectives; j++)
        LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, j, c->p.B0, 1, &c->B_0[j]));
    return LF_OK;
}

lf_status lf_coupled_slope(const lf_coupled *c, lf_oracle *o, size_t i, double *y) {
    const double *u = lf_tracker_at(&c->tracker, i);
    const double weight = lf_oracle_component_weight(o, LF_ROLE_INNER, c->p.B1, i);
    double value;
    if (c->lam > 0)
        LF_TRY(lf_oracle_outer_envelope(o, LF_ROLE_INNER, i, c->lam, u, &value, y));
    else
        lf_oracle_outer_subgradient(o, LF_ROLE_INNER, i, u, y);
    if (weight != 1) lf_vec_scale(lf_oracle_component(o, LF_ROLE_INNER, i)->outputs, weight, y);
    return LF_OK;
}

/* u_i moves, g_i(w_t; B_i) being known already. */
static lf_status coupled_advance(lf_coupled *c, lf_oracle *o, const lf_batch *B_i) {
    if (c->p.along) return lf_tracker_advance_along(&c->tracker, o, B_i, c->w, c->move);
    return lf_tracker_advance(&c->tracker, o, B_i, c->w_last);
}

/* G += J_i(w_t; B_i)^T y_i, and u_i moves */
static lf_status coupled_add(lf_coupled *c, lf_oracle *o, const lf_batch *B_i) {
    lf_tracker *t = &c->tracker;
    const size_t i = B_i->component;
    double *y = c->y + t->at[i];
    if (c->p.u == LF_COUPLED_OLD && t->known[i]) {
        LF_TRY(lf_coupled_slope(c, o, i, y));
        LF_TRY(lf_oracle_value_vjp(o, B_i, c->w, y, t->now, c->G));
        return coupled_advance(c, o, B_i);
    }
    LF_TRY(lf_oracle_value(o, B_i, c->w, t->now));
    LF_TRY(coupled_advance(c, o, B_i));
    LF_TRY(lf_coupled_slope(c, o, i, y));
    return lf_oracle_vjp(o, B_i, c->w, y, c->G);
}

lf_status lf_coupled_gradient(lf_coupled *c, lf_oracle *o) {
    LF_TRY(coupled_draw(c, o));
    lf_vec_zero(c->d, c->G);
    for (size_t k = 0; k < c->p.B1; k++)
        LF_TRY(coupled_add(c, o, &c->B[k]));
    return lf_coupled_complete(c, o, c->w, c->G);
}

lf_status lf_coupled_complete(const lf_coupled *c, lf_oracle *o, const double *w, double *G) {
    const size_t objectives = lf_oracle_info(o)->role[LF_ROLE_OBJECTIVE].count;
    lf_vec_scale(c->d, 1 / (double)c->p.B1, G);
    for (size_t j = 0; j < objectives; j++)
        LF_TRY(lf_oracle_subgradient(o, &c->B_0[j], w, G));
    lf_oracle_regulariser(o, w, G);
    return LF_OK;
}

void lf_coupled_step(lf_coupled *c, lf_oracle *o, lf_update *update, double eta, double factor,
                     const double *G) {
    lf_vec_copy(c->d, c->w, c->w_last);
    lf_update_step(update, eta * factor, G, c->w);
    lf_auxiliary_step(&c->own, factor, c->G, c->w);
    lf_oracle_project(o, c->w);
    if (!c->p.along) return;
    lf_vec_copy(c->d, c->w, c->move);
    lf_vec_axpy(c->d, -1, c->w_last, c->move);
}
