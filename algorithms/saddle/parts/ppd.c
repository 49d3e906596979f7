#include "algorithms/saddle/parts/ppd.h"

#include <math.h>

lf_status lf_ppd_init(lf_ppd *s, const lf_ppd_params *p, const lf_stage_params *stage, lf_oracle *o,
                      const double *x0, lf_arena *arena) {
    lf_saddle_point *at = &s->at;
    s->p = *p;
    s->pretrained = 0;
    LF_TRY(lf_saddle_point_init(at, p->B, o, x0, arena));
    LF_TRY(lf_objective_init(&s->own, LF_F_ARG_PLUGIN, p->B, 1, o, arena));
    if (p->pretrain == 0 && p->dual_start == LF_PPD_ESTIMATE)
        LF_TRY(lf_saddle_point_respond(at, o, p->B, at->v));
    return lf_stage_init(&s->stage, stage, LF_STAGE_GEOMETRIC, at->d, at->n, at->v, at->alpha,
                         arena);
}

bool lf_ppd_pretraining(const lf_ppd *s) {
    return s->pretrained < s->p.pretrain;
}

/* Stage 1 begins anew at each point, so that centre and mean are where the method is. */
lf_status lf_ppd_pretrain(lf_ppd *s, lf_oracle *o) {
    lf_saddle_point *at = &s->at;
    const size_t auxiliary = lf_oracle_info(o)->auxiliary;
    LF_TRY(lf_objective_subgradient(&s->own, o, at->v, at->grad_v));
    lf_vec_zero(auxiliary, at->grad_v + at->d - auxiliary);
    lf_vec_axpy(at->d, -s->p.pretrain_eta, at->grad_v, at->v);
    lf_oracle_project(o, at->v);
    if (++s->pretrained == s->p.pretrain && s->p.dual_start == LF_PPD_ESTIMATE)
        LF_TRY(lf_saddle_point_respond(at, o, s->p.B, at->v));
    lf_stage_begin(&s->stage, o, at->v, at->alpha);
    return LF_OK;
}

/* min(m m_growth^k, N) */
static size_t ppd_samples(const lf_ppd *s, size_t k, const lf_oracle *o) {
    const size_t N = lf_oracle_component(o, LF_ROLE_OBJECTIVE, 0)->samples;
    const size_t m = s->p.m > 0 ? s->p.m : s->p.B;
    if (m == 0) return N;
    return (size_t)fmin(ceil((double)m * pow(s->p.m_growth, (double)k)), (double)N);
}

lf_status lf_ppd_close(lf_ppd *s, lf_oracle *o) {
    const size_t m = ppd_samples(s, s->stage.k, o);
    lf_stage_close(&s->stage);
    LF_TRY(lf_saddle_point_respond(&s->at, o, m, s->stage.c));
    lf_stage_begin(&s->stage, o, s->stage.c, s->at.alpha);
    return LF_OK;
}
