/**
 * @file minimax.h
 * @brief Geometry of min over a ball of w, max over the simplex of q: sum_i q_i R_i(w).
 *
 * Source: Yu, Cai, Jiang & Zhang 2024 (ALEG), Section 3. One step eta of the joint geometry is a
 * step c_w eta on w and c_q eta on ln q; D_w^2 = R^2 / 2 is the range of |w|^2 / 2 on the ball.
 * L_z is the paper's; L_uni and L_imp are ours, by the same bound.
 */
#pragma once

#include <levelfield/algorithm.h>

/** What a problem of the group_minimax view says of itself, as methods need it. */
typedef struct {
    size_t d, m;     /**< dimension, groups */
    size_t N;        /**< samples over all groups; nbar = N / m */
    double R;        /**< radius of the ball */
    double c_w, c_q; /**< rho R^2 and 2 ln m */
    double G, L;     /**< a sample's loss is G-Lipschitz and L-smooth */
} lf_minimax;

/** How the samples behind one stochastic operator are drawn: decides its Lipschitz constant. */
typedef enum {
    LF_MINIMAX_PER_GROUP,  /**< one from each group: L_z */
    LF_MINIMAX_UNIFORM,    /**< one from the pool, weight N / n_i: L_uni */
    LF_MINIMAX_IMPORTANCE, /**< a uniform group, then one of its samples, weight m: L_imp */
} lf_minimax_sampling;

/** rho > 0 changes the ratio of the two steps (1: as in the paper). LF_UNSUPPORTED unless w lives
 * in a ball, q on the simplex with a group of one loss for each weight, and G and L are known. */
lf_status lf_minimax_init(lf_minimax *s, double rho, const lf_oracle *o);

/** Lipschitz constant of the sampled operator in the joint norms. For m = 1, where there is no q
 *  and ln m = 0, it is that of the w block alone, 2 D_w^2 L. */
double lf_minimax_lipschitz(const lf_minimax *s, lf_minimax_sampling sampling, const lf_oracle *o);

/** ceil(N / m): the mean group size. */
size_t lf_minimax_nbar(const lf_minimax *s);
