/**
 * @file ppd_sg.c
 * @brief PPD-SG: stages of stochastic primal-dual gradient steps around a centre, each ended by the
 *        best response alpha to the stage's mean. For deep AUC maximisation.
 *
 *     v <- v - eta_k (dF/dv + (v - c)/gamma)
 *     alpha <- alpha + eta_k dF/dalpha             both from the old (v, alpha)
 *     eta_k = eta0 / 3^(k-1),  T_k = T0 3^(k-1)
 *
 * Source:    Liu, Yuan, Ying & Yang 2020, ICLR, Algorithm 2; growth and m_k of the released code.
 * Deviation: batches of B. The schedule of the theory is a choice of parameters: growth = m_growth
 *            = e^r with r = (mu/L) / (5 + mu/L), gamma = 1/(2L), and T0, m as printed; T0 is at
 *            least 2, as a stage of one point has no update. restart=last is the released code's:
 *            only the centre and alpha move to the mean. dual_start=estimate knows alpha alone. A
 *            pretrained run is PPD-SG+pretrain.
 * Cost:      a step asks B gradients; the last of a stage's T_k - 1 steps also m_k values, and B
 *            values more wherever those cannot tell; with dual_start=estimate the last step of
 *            pretraining also B values, or the start where there is none.
 * Memory:    4d + 4n doubles and 2; n is the length of alpha.
 */
#include <levelfield/algorithm.h>

#include "algorithms/saddle/parts/ppd.h"

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

static lf_status ppd_sg_init(void *state, const void *params, lf_oracle *o, const double *x0,
                             lf_arena *arena) {
    ppd_sg_state *s = state;
    const ppd_sg_params *p = params;
    s->restart = p->restart;
    return lf_ppd_init(&s->of, &p->ppd, &p->stage, o, x0, arena);
}

static lf_status ppd_sg_step(void *state, lf_oracle *o) {
    ppd_sg_state *s = state;
    lf_saddle_point *at = &s->of.at;
    lf_stage *stage = &s->of.stage;
    if (lf_ppd_pretraining(&s->of)) return lf_ppd_pretrain(&s->of, o);
    LF_TRY(lf_saddle_point_gradient(at, o));
    lf_stage_pull(stage, at->v, at->grad_v);
    lf_saddle_point_step(at, o, stage->eta);
    if (!lf_stage_add(stage, at->v, at->alpha)) return LF_OK;
    LF_TRY(lf_ppd_close(&s->of, o));
    if (s->restart == PPD_SG_AVG) lf_vec_copy(at->d, stage->c, at->v);
    return LF_OK;
}

static lf_point ppd_sg_iterate(const void *state) {
    const lf_ppd *of = &((const ppd_sg_state *)state)->of;
    return lf_stage_point(&of->stage, of->at.v, of->at.alpha);
}

static lf_point ppd_sg_average(const void *state) {
    return lf_pair_mean_point(&((const ppd_sg_state *)state)->of.stage.mean);
}

static const lf_param ppd_sg_table[] = {
    LF_STAGE_GEOMETRIC_PARAMS(ppd_sg_params, stage, 2000),
    LF_PPD_PARAMS(ppd_sg_params, ppd),
    LF_CHOICE(ppd_sg_params, restart, PPD_SG_AVG, "avg|last",
              "where v goes on in the next stage: from the mean, or from where it is"),
    {0},
};

LF_ALGORITHM(ppd_sg, .doc = "deep AUC: proximal primal-dual stochastic gradient steps in stages",
             .source = "Liu, Yuan, Ying & Yang 2020, ICLR, Algorithm 2", .view = LF_VIEW_SADDLE,
             .average = ppd_sg_average);
