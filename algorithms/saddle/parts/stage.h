/**
 * @file stage.h
 * @brief Stages of methods for min_v max_alpha: step sizes that fall, lengths that grow, the centre
 *        c of the proximal term |v - c|^2 / (2 gamma), and the mean that is the next centre.
 *
 *     geometric:  eta_k = eta0 / growth^(k-1),  T_k = T0 growth^(k-1); the centre counts as the
 *                 first of the T_k points, so that there are T_k - 1 updates
 *     quadratic:  eta_k = eta0 / k,  T_k = T0 k^2; T_k updates
 *
 * Source: Liu, Yuan, Ying & Yang 2020, ICLR, Algorithms 1 (quadratic) and 2 (geometric).
 */
#pragma once

#include "algorithms/common/pair_mean.h"

typedef enum { LF_STAGE_GEOMETRIC, LF_STAGE_QUADRATIC } lf_stage_rule;

/** The choices of a parameter `output`, in this order. */
typedef enum { LF_STAGE_ITERATE, LF_STAGE_CENTRE, LF_STAGE_RANDOM } lf_stage_output;

/** A part of a parameter struct. */
typedef struct {
    double eta0;
    size_t T0;
    double growth; /* of geometric stages alone */
    double gamma;
    int output;
} lf_stage_params;

/** Its rows in the parameter table of `type`. `T`, `least`: default and least T0. */
#define LF_STAGE_PARAMS(type, part, T, least)                                                      \
    LF_REAL(type, part.eta0, 0.1, 0, 1e12, "step size of the first stage [x^2/f; adagrad: x]"),    \
        LF_COUNT(type, part.T0, T, least, 1e9, "length of the first stage [steps]"),               \
        LF_REAL(type, part.gamma, 2000, 1e-300, 1e300,                                             \
                "the centre pulls v with weight 1/gamma [x^2/f]")
#define LF_STAGE_GEOMETRIC_PARAMS(type, part, T)                                                   \
    LF_STAGE_PARAMS(type, part, T, 2),                                                             \
        LF_REAL(type, part.growth, 3, 1, 1e6,                                                      \
                "from stage to stage lengths grow and step sizes fall by this [1]")
#define LF_STAGE_GEOMETRIC_OUTPUT(type, part)                                                      \
    LF_CHOICE(type, part.output, LF_STAGE_ITERATE, "iterate|centre",                               \
              "what is judged: the current point, or the last centre")

typedef struct {
    lf_stage_params p;
    lf_stage_rule rule;
    size_t d, n;                 /* of v and alpha */
    size_t k;                    /* stage, from 1 */
    size_t t, T;                 /* points in the mean, and at the end of the stage */
    double eta;                  /* eta_k */
    double *c, *c_alpha;         /* d, n: the centre */
    double *drawn, *drawn_alpha; /* output=random: one of the centres so far */
    lf_pair_mean mean;           /* of the points of this stage; at its start the centre */
} lf_stage;

/** Stage 1 begins around v (d), alpha (n). Memory: 2d + 2n doubles; output=random: 3d + 3n. */
lf_status lf_stage_init(lf_stage *s, const lf_stage_params *p, lf_stage_rule rule, size_t d,
                        size_t n, const double *v, const double *alpha, lf_arena *arena);

/** grad_v (d) += (v - c) / gamma, v (d). */
void lf_stage_pull(const lf_stage *s, const double *v, double *grad_v);

/** An update ended at v (d), alpha (n). True if it was the last one of the stage. */
bool lf_stage_add(lf_stage *s, const double *v, const double *alpha);

/** The stage is over: the centre is the mean, and k the next stage's. */
void lf_stage_close(lf_stage *s);

/** Stage k begins, or begins again, around v (d), alpha (n), which may be c, c_alpha themselves.
 *  output=random takes one number of the method's random stream after each whole stage. */
void lf_stage_begin(lf_stage *s, lf_oracle *o, const double *v, const double *alpha);

/** What is judged while the method is at v (d), alpha (n). */
lf_point lf_stage_point(const lf_stage *s, const double *v, const double *alpha);
