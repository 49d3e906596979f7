/**
 * @file ppd_sg.c
 * @brief PPD-SG: stages of stochastic primal-dual gradient steps around a centre, each ended by the
 *        best response alpha to the stage's mean. For deep AUC maximisation.
 *
 *     v <- v - eta_k (dF/dv + (v - c)/gamma)
 *     alpha <- alpha + eta_k dF/dalpha             both from the old (v, alpha)
 *     c <- mean of the T_k points of stage k, its start among them
 *     alpha <- the best response to c on m_k = min(m m_growth^k, N) fresh samples
 *     eta_k = eta0 / growth^(k-1),  T_k = T0 growth^(k-1)
 *
 * Source:    Liu, Yuan, Ying & Yang 2020, ICLR, Algorithm 2; growth and m_k of the released code.
 * Deviation: batches of B. The schedule of the theory is a choice of parameters: growth = m_growth
 *            = e^r with r = (mu/L) / (5 + mu/L), gamma = 1/(2L), and T0, m as printed; T0 is at
 *            least 2, as a stage of one point has no update. restart=last is the released code's:
 *            only the centre and alpha move to the mean. dual_start=estimate sets alpha alone; a
 *            and b stay 0. A pretrained run is PPD-SG+pretrain. The current point is judged by
 *            default; the paper's answer is the last centre (output=centre). v and alpha are
 *            projected on their domains, which the paper does not have; the objective may have a
 *            regulariser. Samples are drawn with replacement, unless a batch reaches all.
 * Cost:      a step asks B gradients; the last of a stage's T_k - 1 steps also m_k values, and B
 *            values more wherever those cannot tell; with dual_start=estimate the last step of
 *            pretraining also B values, or the start where there is none.
 * Memory:    4d + 4n doubles, and 2 for each output of the plain objective; n is the length of
 *            alpha.
 */
#include "algorithms/saddle/ppd_sg.h"

#include <math.h>

#include <levelfield/math.h>

#include "algorithms/common/sampling.h"
#include "algorithms/saddle/parts/respond.h"

enum { PPD_SG_AVG, PPD_SG_LAST };

typedef struct {
    lf_stage_params stage;
    lf_ppd_params ppd;
    int restart;
} ppd_sg_params;

typedef struct {
    int restart;
    lf_ppd of;
} ppd_sg_state;

lf_status lf_ppd_init(lf_ppd *s, const lf_ppd_params *p, const lf_stage_params *stage, lf_oracle *o,
                      const double *x0, lf_arena *arena) {
    lf_saddle_point *at = &s->at;
    s->p = *p;
    /* pretraining moves some entries of v and not others: dense vectors only */
    if (p->pretrain > 0) lf_arena_dense(arena);
    LF_TRY(lf_saddle_point_init(at, o, x0, arena));
    LF_TRY(lf_objective_init(&s->plain, LF_F_ARG_PLUGIN, p->B, 1, o, arena));
    if (p->pretrain == 0 && p->dual_start == LF_PPD_ESTIMATE)
        LF_TRY(lf_respond_best(o, p->B, p->B, at->v, at->alpha));
    return lf_stage_init(&s->stage, stage, LF_STAGE_GEOMETRIC, at->d, at->n, at->v, at->alpha,
                         arena);
}

static lf_status ppd_sg_init(void *state, const void *params, lf_oracle *o, const double *x0,
                             lf_arena *arena) {
    ppd_sg_state *s = state;
    const ppd_sg_params *p = params;
    s->restart = p->restart;
    return lf_ppd_init(&s->of, &p->ppd, &p->stage, o, x0, arena);
}

/* Stage 1 begins anew at each point, so that centre and mean are where the method is. */
lf_status lf_ppd_pretrain(lf_ppd *s, lf_oracle *o) {
    lf_saddle_point *at = &s->at;
    const size_t auxiliary = lf_oracle_info(o)->auxiliary, B = s->p.B;
    LF_TRY(lf_objective_subgradient(&s->plain, o, at->v, at->grad_v));
    lf_vec_zero(auxiliary, at->grad_v + at->d - auxiliary);
    lf_vec_axpy(at->d, -s->p.pretrain_eta, at->grad_v, at->v);
    lf_oracle_project(o, at->v);
    if (++s->pretrained == s->p.pretrain && s->p.dual_start == LF_PPD_ESTIMATE)
        LF_TRY(lf_respond_best(o, B, B, at->v, at->alpha));
    lf_stage_begin(&s->stage, o, at->v, at->alpha);
    return LF_OK;
}

size_t lf_ppd_samples(const lf_ppd *s, const lf_oracle *o) {
    const size_t N = lf_oracle_component(o, LF_ROLE_OBJECTIVE, 0)->samples;
    const size_t m = s->p.m > 0 ? s->p.m : s->p.B;
    if (m == 0) return N;
    const double m_k = ceil((double)m * lf_pow(s->p.m_growth, (double)s->stage.k));
    return (size_t)fmin(m_k, (double)N);
}

static lf_status ppd_sg_step(void *state, lf_oracle *o) {
    ppd_sg_state *s = state;
    lf_ppd *of = &s->of;
    lf_saddle_point *at = &of->at;
    lf_stage *stage = &of->stage;
    lf_batch batch;
    if (of->pretrained < of->p.pretrain) return lf_ppd_pretrain(of, o);

    LF_TRY(lf_sampling_draw(o, LF_ROLE_OBJECTIVE, 0, of->p.B, 1, &batch)); /* z_t */
    lf_vec_zero(at->d, at->grad_v);
    lf_vec_zero(at->n, at->grad_alpha);
    LF_TRY(lf_oracle_saddle(o, &batch, at->v, at->alpha, at->grad_v, at->grad_alpha));
    lf_oracle_regulariser(o, at->v, at->grad_v);
    lf_stage_pull(stage, at->v, at->grad_v); /* + (v - c) / gamma */
    lf_vec_axpy(at->d, -stage->eta, at->grad_v, at->v);
    lf_vec_axpy(at->n, stage->eta, at->grad_alpha, at->alpha);
    lf_oracle_project(o, at->v);
    lf_oracle_project_y(o, at->alpha);
    if (!lf_stage_add(stage, at->v, at->alpha)) return LF_OK; /* to the mean; t < T_k */

    const size_t m_k = lf_ppd_samples(of, o); /* the end of stage k */
    lf_stage_close(stage);                    /* c = mean of its points */
    LF_TRY(lf_respond_best(o, m_k, of->p.B, stage->c, at->alpha));
    lf_stage_begin(stage, o, stage->c, at->alpha);
    if (s->restart == PPD_SG_AVG) lf_vec_copy(at->d, stage->c, at->v);
    return LF_OK;
}

LF_ITERATE(ppd_sg, lf_stage_point(&s->of.stage, s->of.at.v, s->of.at.alpha));
LF_AVERAGE(ppd_sg, lf_pair_mean_point(&s->of.stage.mean));

static const lf_param ppd_sg_table[] = {
    LF_STAGE_GEOMETRIC_PARAMS(ppd_sg_params, stage, 2000),
    LF_PPD_PARAMS(ppd_sg_params, ppd),
    LF_STAGE_GEOMETRIC_OUTPUT(ppd_sg_params, stage),
    /* ours, and of the released code */
    LF_PPD_DUAL_START(ppd_sg_params, ppd),
    LF_CHOICE(ppd_sg_params, restart, PPD_SG_AVG, "avg|last",
              "where v goes on in the next stage: from the mean, or from where it is"),
    {0},
};

LF_ALGORITHM(ppd_sg, .doc = "deep AUC: proximal primal-dual stochastic gradient steps in stages",
             .source = "Liu, Yuan, Ying & Yang 2020, ICLR, Algorithm 2",
             .when = "stages that grow, and an alpha found anew after each, are worth their "
                     "samples",
             .view = LF_VIEW_SADDLE, .average = ppd_sg_average, .sparse = true);
