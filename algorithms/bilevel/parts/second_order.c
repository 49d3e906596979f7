#include "algorithms/bilevel/parts/second_order.h"

#include <math.h>

#include "algorithms/bilevel/parts/conjugate_gradient.h"

static size_t second_rows(const lf_oracle *o, size_t i) {
    return lf_oracle_component(o, LF_ROLE_LOWER, i)->outputs;
}

static bool second_tracks(const lf_second_order *s) {
    return s->p.form != LF_SECOND_ORDER_BATCH;
}

static lf_status second_limits(lf_second_order *s, const lf_oracle *o) {
    if (!second_tracks(s) && (s->p.floor > 0 || s->p.C_gxy > 0))
        return lf_fail(LF_BAD_ARGUMENT,
                       "%s: form=batch keeps no estimate to project; leave it out, or choose dense",
                       s->p.floor > 0 ? "floor" : "C_gxy");
    if (s->p.floor == 0) s->p.floor = lf_oracle_info(o)->mu_y;
    if (s->p.C_gxy == 0) s->p.C_gxy = INFINITY;
    const double L_y = lf_oracle_info(o)->L_y;
    if (s->p.solver == LF_SECOND_ORDER_STEP && s->p.tau_q == 0 && !(L_y > 0))
        return lf_fail(LF_BAD_ARGUMENT, "tau_q: the problem does not state how smooth its lower "
                                        "level is; set the step towards H^-1 v");
    if (s->p.tau_q == 0) s->p.tau_q = 1 / L_y;
    if (s->p.floor > 0 || !second_tracks(s)) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT,
                   "floor: the problem does not state how strongly convex its lower level is; set "
                   "the least eigenvalue that an estimated Hessian may have");
}

lf_status lf_second_order_init(lf_second_order *s, const lf_second_order_params *p, lf_oracle *o,
                               lf_arena *arena) {
    *s = (lf_second_order){.p = *p};
    LF_TRY(second_limits(s, o));
    const lf_problem_info *info = lf_oracle_info(o);
    const size_t m = info->role[LF_ROLE_LOWER].count, n = info->domain_y.n;
    const bool tracks = second_tracks(s);
    size_t longest = 0;
    LF_TRY(lf_arena_array(arena, tracks ? m : 0, sizeof *s->E, &s->E));
    for (size_t i = 0; i < m; i++) {
        if (tracks) LF_TRY(lf_oracle_estimate(o, (lf_form)s->p.form, i, &s->E[i]));
        if (second_rows(o, i) > longest) longest = second_rows(o, i);
    }
    LF_TRY(lf_arena_vector(arena, n, &s->q));
    LF_TRY(lf_arena_vector(arena, 3 * longest, &s->room));
    LF_TRY(lf_arena_vector(arena, tracks ? 0 : n, &s->y));
    return lf_arena_array(arena, tracks ? 0 : m, sizeof *s->batch, &s->batch);
}

/* form=batch: the level's later questions are about this. */
static lf_status second_point(lf_second_order *s, const lf_oracle *o, const lf_batch *batch,
                              const double *x, const double *y) {
    const size_t i = batch->component;
    s->batch[i] = *batch;
    s->x = x;
    lf_vec_copy(second_rows(o, i), y, s->y + lf_oracle_lower_at(o, i));
    return LF_OK;
}

/* E_i <- P[E_i], of which the batch, if there is one, is all that has changed. */
static lf_status second_project(lf_second_order *s, lf_oracle *o, size_t i, const lf_batch *batch) {
    LF_TRY(lf_oracle_estimate_clip(o, s->E[i], s->p.C_gxy));
    return lf_oracle_estimate_project(o, s->E[i], batch, s->p.floor);
}

lf_status lf_second_order_start(lf_second_order *s, lf_oracle *o, const lf_batch *batch,
                                const double *x, const double *y) {
    if (!second_tracks(s)) return second_point(s, o, batch, x, y);
    const size_t i = batch->component;
    LF_TRY(lf_oracle_estimate_scale(o, s->E[i], 0));
    LF_TRY(lf_oracle_estimate_add(o, s->E[i], batch, x, y, 1));
    return second_project(s, o, i, batch);
}

lf_status lf_second_order_track(lf_second_order *s, lf_oracle *o, const lf_batch *batch,
                                const double *x_old, const double *y_old, const double *x,
                                const double *y, double beta, double kappa) {
    if (!second_tracks(s)) return second_point(s, o, batch, x, y);
    const size_t i = batch->component;
    LF_TRY(lf_oracle_estimate_scale(o, s->E[i], 1 - beta));
    LF_TRY(lf_oracle_estimate_add(o, s->E[i], batch, x_old, y_old, (beta - 1) * kappa));
    LF_TRY(lf_oracle_estimate_add(o, s->E[i], batch, x, y, kappa));
    return second_project(s, o, i, batch);
}

lf_status lf_second_order_shrink(lf_second_order *s, lf_oracle *o, size_t i, double r) {
    if (!second_tracks(s)) return LF_OK;
    LF_TRY(lf_oracle_estimate_scale(o, s->E[i], r));
    return second_project(s, o, i, NULL);
}

/* One level's H as a map. */
typedef struct {
    lf_second_order *s;
    lf_oracle *o;
    size_t i;
} second_level;

static lf_status second_hessian(void *with, const double *p, double *out) {
    const second_level *of = with;
    const lf_second_order *s = of->s;
    lf_vec_zero(second_rows(of->o, of->i), out);
    if (second_tracks(s)) return lf_oracle_estimate_hessian(of->o, s->E[of->i], p, out);
    const double *y = s->y + lf_oracle_lower_at(of->o, of->i);
    return lf_oracle_lower_hvp(of->o, &s->batch[of->i], s->x, y, p, out);
}

/* r steps q <- q - tau_q (H q - v), n the length of q. */
static lf_status second_approach(lf_second_order *s, second_level *level, size_t n, const double *v,
                                 double *q) {
    for (size_t k = 0; k < s->p.r; k++) {
        LF_TRY(second_hessian(level, q, s->room));
        lf_vec_axpy(n, -s->p.tau_q, s->room, q);
        lf_vec_axpy(n, s->p.tau_q, v, q);
    }
    return LF_OK;
}

lf_status lf_second_order_solve_from(lf_second_order *s, lf_oracle *o, size_t i, const double *v,
                                     double *q) {
    const size_t n = second_rows(o, i);
    second_level level = {s, o, i};
    const lf_conjugate_gradient cg = {.map = second_hessian,
                                      .with = &level,
                                      .n = n,
                                      .tol = s->p.cg_tol,
                                      .most = s->p.cg_max ? s->p.cg_max : 2 * n,
                                      .room = s->room};
    size_t steps = s->p.r;
    if (s->p.solver == LF_SECOND_ORDER_STEP)
        LF_TRY(second_approach(s, &level, n, v, q));
    else
        LF_TRY(lf_conjugate_gradient_solve(&cg, v, q, &steps));
    s->solves++;
    s->steps += steps;
    return LF_OK;
}

lf_status lf_second_order_solve(lf_second_order *s, lf_oracle *o, size_t i, const double *v,
                                const double **q) {
    double *own = s->q + lf_oracle_lower_at(o, i);
    LF_TRY(lf_second_order_solve_from(s, o, i, v, own));
    *q = own;
    return LF_OK;
}

lf_status lf_second_order_along(lf_second_order *s, lf_oracle *o, size_t i, double a,
                                const double *q, double *out) {
    if (second_tracks(s)) return lf_oracle_estimate_jacobian(o, s->E[i], a, q, out);
    const size_t n = second_rows(o, i), at = lf_oracle_lower_at(o, i);
    for (size_t k = 0; k < n; k++)
        s->room[k] = a * q[k];
    return lf_oracle_lower_jvp(o, &s->batch[i], s->x, s->y + at, s->room, out);
}

lf_status lf_second_order_across(lf_second_order *s, lf_oracle *o, size_t i, const double *r,
                                 double *out) {
    if (!second_tracks(s))
        return lf_fail(LF_UNSUPPORTED, "form=batch keeps no Jacobian to transpose; choose own or "
                                       "dense");
    return lf_oracle_estimate_jacobian_t(o, s->E[i], r, out);
}
