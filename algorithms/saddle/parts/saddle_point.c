#include "algorithms/saddle/parts/saddle_point.h"

#include "algorithms/common/sampling.h"

/* Passes over the data in search of what a response needs: a sample that there is is missed by all
 * of them with probability e^-64. */
enum { SADDLE_POINT_PASSES = 64 };

lf_status lf_saddle_point_init(lf_saddle_point *s, size_t B, lf_oracle *o, const double *x0,
                               lf_arena *arena) {
    const lf_problem_info *info = lf_oracle_info(o);
    *s = (lf_saddle_point){.d = info->dim, .n = info->domain_y.n, .B = B};
    if (s->n == 0 || info->role[LF_ROLE_OBJECTIVE].count != 1)
        return lf_fail(LF_UNSUPPORTED, "this method needs a problem of one objective with a second "
                                       "block alpha, min_v max_alpha E F(v, alpha)");
    LF_TRY(lf_arena_vector(arena, s->d, &s->v));
    LF_TRY(lf_arena_vector(arena, s->d, &s->grad_v));
    LF_TRY(lf_arena_vector(arena, s->n, &s->alpha));
    LF_TRY(lf_arena_vector(arena, s->n, &s->grad_alpha));
    lf_vec_copy(s->d, x0, s->v);
    lf_oracle_project(o, s->v);
    lf_oracle_project_y(o, s->alpha);
    return LF_OK;
}

lf_status lf_saddle_point_gradient(lf_saddle_point *s, lf_oracle *o) {
    lf_batch batch;
    LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, 0, s->B, 1, &batch));
    lf_vec_zero(s->d, s->grad_v);
    lf_vec_zero(s->n, s->grad_alpha);
    LF_TRY(lf_oracle_saddle(o, &batch, s->v, s->alpha, s->grad_v, s->grad_alpha));
    lf_oracle_regulariser(o, s->v, s->grad_v);
    return LF_OK;
}

void lf_saddle_point_step(lf_saddle_point *s, lf_oracle *o, double eta) {
    lf_vec_axpy(s->d, -eta, s->grad_v, s->v);
    lf_vec_axpy(s->n, eta, s->grad_alpha, s->alpha);
    lf_oracle_project(o, s->v);
    lf_oracle_project_y(o, s->alpha);
}

lf_status lf_saddle_point_respond(lf_saddle_point *s, lf_oracle *o, size_t m, const double *v) {
    const size_t most = SADDLE_POINT_PASSES * lf_oracle_component(o, LF_ROLE_OBJECTIVE, 0)->samples;
    size_t drawn = 0;
    lf_batch batch;
    LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, 0, m, 1, &batch));
    lf_status status = lf_oracle_respond(o, &batch, v, s->alpha);
    while (status == LF_NOT_FOUND && batch.draw != LF_DRAW_FULL && drawn < most) {
        LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, 0, s->B, 1, &batch));
        status = lf_oracle_respond(o, &batch, v, s->alpha);
        drawn += batch.n;
    }
    if (status == LF_OK) lf_oracle_project_y(o, s->alpha);
    return status;
}
