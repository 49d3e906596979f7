#include "algorithms/common/averaged.h"

lf_status lf_averaged_init(lf_averaged *s, const lf_averaged_params *p, lf_oracle *o,
                           const double *x0, lf_arena *arena) {
    s->p = *p;
    s->d = lf_oracle_dim(o);
    LF_TRY(lf_step_plan_check(&p->plan));
    LF_TRY(lf_update_init(&s->step, &p->update, s->d, arena));
    LF_TRY(lf_average_init(&s->mean, o, arena));
    LF_TRY(LF_POINTS(arena, s->d, &s->w, &s->G));
    lf_vec_copy(s->d, x0, s->w);
    lf_oracle_project(o, s->w);
    lf_vec_copy(s->d, s->w, s->mean.mean); /* what is judged before the first step */
    return LF_OK;
}

void lf_averaged_move(lf_averaged *s, lf_oracle *o) {
    const double eta = s->p.eta * lf_step_plan_factor(&s->p.plan, s->t++);
    lf_update_step(&s->step, eta, s->G, s->w);
    lf_oracle_project(o, s->w);
    if (eta > 0) lf_average_add(&s->mean, s->d, eta, s->w);
}
