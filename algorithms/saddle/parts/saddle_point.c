#include "algorithms/saddle/parts/saddle_point.h"

lf_status lf_saddle_point_init(lf_saddle_point *s, lf_oracle *o, const double *x0,
                               lf_arena *arena) {
    const lf_problem_info *info = lf_oracle_info(o);
    *s = (lf_saddle_point){.d = info->dim, .n = info->domain_y.n};
    if (s->n == 0 || info->role[LF_ROLE_OBJECTIVE].count != 1)
        return lf_fail(LF_UNSUPPORTED, "this method needs a problem of one objective with a second "
                                       "block alpha, min_v max_alpha E F(v, alpha)");
    LF_TRY(LF_POINTS(arena, s->d, &s->v, &s->grad_v));
    LF_TRY(LF_VECTORS(arena, s->n, &s->alpha, &s->grad_alpha));
    lf_vec_copy(s->d, x0, s->v);
    lf_oracle_project(o, s->v);
    lf_oracle_project_y(o, s->alpha);
    return LF_OK;
}
