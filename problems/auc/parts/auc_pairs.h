/**
 * @file auc_pairs.h
 * @brief Compositions of which each positive training row is a component, of its pairs with others.
 *
 *     min  F(w) = (1/n+) sum_{i: +} f(g_i(w)),   g_i of l_ij = (m - (h_i - h_j))_+^2
 *
 * h is the sigmoid of a model's score. A batch that is drawn for one component may be lent to every
 * other one. What F is judged by are the metrics of AUC, and F itself.
 */
#pragma once

#include "problems/auc/parts/auc_params.h"
#include "problems/auc/parts/auc_view.h"

typedef struct lf_auc_pairs lf_auc_pairs;

/** g (outputs) <- g_i(w), from h of all training rows, negative ones first. */
typedef void lf_auc_pair_values(const lf_auc_pairs *pairs, const double *w, size_t i,
                                const double *h, double *g);

/** A problem's state begins with this. */
struct lf_auc_pairs {
    lf_auc auc;    /* must be first: rows, model, what it is judged by */
    lf_scored own; /* positive rows */
    double margin;
    lf_outer outer;          /* f */
    lf_component *component; /* n+ */
    lf_auc_pair_values *values;
};

/**
 * Rows, model and description, of a problem that minimises over the model's coordinates. `pairs`
 * has its outer function and `values`, and must not move afterwards; of `params` the model is
 * linear or an mlp. After a failure, release is fine.
 */
lf_status lf_auc_pairs_describe(lf_auc_pairs *pairs, const lf_auc_params *params,
                                lf_problem_info *info);
/** All components are like this one, whose outer function is set here. */
lf_status lf_auc_pairs_components(lf_auc_pairs *pairs, const lf_component *like,
                                  lf_problem_info *info);
void lf_auc_pairs_release(lf_auc_pairs *pairs);

/** The coordinates that pairs of a component's row with these samples, rows of `of`, are about. */
void lf_auc_pairs_support(const lf_auc_pairs *pairs, const lf_scored *of, const lf_samples *samples,
                          lf_support *support);

/** A positive row and its score. Must not move between the two walks. */
typedef struct {
    uint32_t id;
    size_t alone;
    lf_samples samples;
    lf_walk walk; /**< where its slope goes back to */
    double h;
} lf_auc_pair_row;

/** *row <- positive row i at w. Forwards a failure of the model. */
lf_status lf_auc_pair_row_begin(lf_auc_pairs *pairs, size_t i, const double *w,
                                lf_auc_pair_row *row);
