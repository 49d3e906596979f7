/**
 * @file ppd_sg.h
 * @brief What PPD-AdaGrad, which runs another loop inside Algorithm 2, has of PPD-SG: parameters,
 *        start, pretraining and the sizes of fresh samples.
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

/** Its rows in the parameter table of `type`: m_growth of the released code, pretraining of Fig 2.
 */
#define LF_PPD_PARAMS(type, part)                                                                  \
    LF_COUNT(type, part.B, 32, 0, 1e9, "samples of a batch; 0: all [samples]"),                    \
        LF_COUNT(                                                                                  \
            type, part.m, 0, 0, 1e9,                                                               \
            "alpha after stage k is of m m_growth^k samples, at most all; 0: m = B [samples]"),    \
        LF_REAL(type, part.m_growth, 3, 1, 1e6, "see m [1]"),                                      \
        LF_COUNT(type, part.pretrain, 0, 0, 1e12,                                                  \
                 "gradient steps on the plain objective, for auc the cross-entropy, before the "   \
                 "first stage [steps]"),                                                           \
        LF_REAL(type, part.pretrain_eta, 0.1, 0, 1e12, "their step size [x^2/f]")
#define LF_PPD_DUAL_START(type, part)                                                              \
    LF_CHOICE(type, part.dual_start, LF_PPD_ZERO, "zero|estimate",                                 \
              "alpha of the first stage: 0, or the response on B samples")

typedef struct {
    lf_ppd_params p;
    lf_saddle_point at;
    lf_stage stage;
    lf_objective plain; /* the plain objective, for auc the cross-entropy */
    size_t pretrained;
} lf_ppd;

/** Start at v = x0 (d), alpha = 0 or the response to it. Memory: 4d + 4n doubles, and 2 for each
 *  output of the plain objective. */
lf_status lf_ppd_init(lf_ppd *s, const lf_ppd_params *p, const lf_stage_params *stage, lf_oracle *o,
                      const double *x0, lf_arena *arena);

/** A step of pretraining, where pretrained < p.pretrain: w <- w - pretrain_eta g, g of the plain
 *  objective. The auxiliary coordinates of v, such as a and b, stay. */
lf_status lf_ppd_pretrain(lf_ppd *s, lf_oracle *o);

/** m_k = min(m m_growth^k, N) of the stage k that ends. */
size_t lf_ppd_samples(const lf_ppd *s, const lf_oracle *o);
