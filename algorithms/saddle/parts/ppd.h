/**
 * @file ppd.h
 * @brief Proximally guided primal-dual methods: what PPD-SG and PPD-AdaGrad share around the
 *        updates of a stage.
 *
 *     c <- mean of the T_k points of stage k, its start among them
 *     alpha <- the best response to c on m_k fresh samples,  m_k = min(m m_growth^k, N)
 *
 * Before the first stage, `pretrain` steps w <- w - pretrain_eta g on the objective's own map,
 * for AUC the cross-entropy. The auxiliary coordinates of v, such as a and b, stay where they are.
 * dual_start=estimate: alpha is then the best response on B samples; without pretraining, to x0.
 *
 * Source: Liu, Yuan, Ying & Yang 2020, ICLR, Algorithm 2 and Section 5.
 */
#pragma once

#include "algorithms/common/objective.h"
#include "algorithms/saddle/parts/saddle_point.h"
#include "algorithms/saddle/parts/stage.h"

enum { LF_PPD_ZERO, LF_PPD_ESTIMATE };

/** A part of a parameter struct, after that of the stages. */
typedef struct {
    size_t B, m;
    double m_growth;
    size_t pretrain;
    double pretrain_eta;
    int dual_start;
} lf_ppd_params;

/** Its rows in the parameter table of `type`. */
#define LF_PPD_PARAMS(type, part)                                                                  \
    LF_COUNT(type, part.B, 32, 0, 1e9, "samples of a batch; 0: all [samples]"),                    \
        LF_COUNT(                                                                                  \
            type, part.m, 0, 0, 1e9,                                                               \
            "alpha after stage k is of m m_growth^k samples, at most all; 0: m = B [samples]"),    \
        LF_REAL(type, part.m_growth, 3, 1, 1e6, "see m [1]"),                                      \
        LF_COUNT(type, part.pretrain, 0, 0, 1e12,                                                  \
                 "steps on the objective's own map before the first stage [steps]"),               \
        LF_REAL(type, part.pretrain_eta, 0.1, 0, 1e12, "their step size [x^2/f]"),                 \
        LF_CHOICE(type, part.dual_start, LF_PPD_ZERO, "zero|estimate",                             \
                  "alpha of the first stage: 0, or the response on B samples")

typedef struct {
    lf_ppd_params p;
    lf_saddle_point at;
    lf_stage stage;
    lf_objective own; /* the objective's own map */
    size_t pretrained;
} lf_ppd;

/** Memory: 4d + 4n doubles, and 2 for each output of the objective's own map. */
lf_status lf_ppd_init(lf_ppd *s, const lf_ppd_params *p, const lf_stage_params *stage, lf_oracle *o,
                      const double *x0, lf_arena *arena);

/** True if the next step is to be lf_ppd_pretrain(), a step of pretraining. */
bool lf_ppd_pretraining(const lf_ppd *s);
lf_status lf_ppd_pretrain(lf_ppd *s, lf_oracle *o);

/** After the last update of a stage: the next one begins around the mean and its response, which is
 *  alpha from now on; v stays where it is. */
lf_status lf_ppd_close(lf_ppd *s, lf_oracle *o);
