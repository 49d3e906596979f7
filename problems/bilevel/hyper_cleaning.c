/**
 * @file hyper_cleaning.c
 * @brief As sample_weights, after each training label was flipped with probability rho; the
 * validation labels stay clean, and a good p takes the weight from the flipped rows.
 *
 * Source: Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, appendix E, for the bilevel form.
 */
#include <stdlib.h>

#include "datasets/made/draws.h"
#include "problems/bilevel/parts/flips.h"
#include "problems/bilevel/parts/weights.h"

typedef struct {
    lf_weights_params weights;
    double rho;
    size_t flip_seed;
} cleaning_params;

typedef struct {
    lf_weights weights; /* must be first */
    lf_flips flips;
} cleaning_state;

static lf_status cleaning_flip(cleaning_state *s, const cleaning_params *p) {
    lf_weights *w = &s->weights;
    double *u = w->room->psi; /* free until a level is solved */
    s->flips = (lf_flips){.at = calloc(w->train.n, sizeof *s->flips.at), .n = w->train.n};
    if (!s->flips.at) return lf_fail(LF_NO_MEMORY, "hyper_cleaning: no memory for flips");
    lf_uniform_fill(p->flip_seed, 0, 0, w->train.n, u);
    for (size_t j = 0; j < w->train.n; j++) {
        s->flips.at[j] = u[j] < p->rho;
        s->flips.many += s->flips.at[j];
        if (s->flips.at[j]) w->train.sign[j] = -w->train.sign[j];
    }
    return LF_OK;
}

static double cleaning_mean(const lf_problem *problem, const lf_point *at, bool flipped) {
    const cleaning_state *s = problem->state;
    return lf_flips_mean(&s->flips, flipped, s->weights.p.psi == LF_PSI_RAW, at->w);
}

static lf_status cleaning_flipped(const lf_problem *problem, const lf_point *at, double *value) {
    *value = cleaning_mean(problem, at, true);
    return LF_OK;
}

static lf_status cleaning_clean(const lf_problem *problem, const lf_point *at, double *value) {
    *value = cleaning_mean(problem, at, false);
    return LF_OK;
}

static lf_status cleaning_AUC(const lf_problem *problem, const lf_point *at, double *value) {
    return lf_flips_auc(&((const cleaning_state *)problem->state)->flips, at->w, value);
}

static const lf_metric cleaning_metrics[] = {
    LF_BILEVEL_METRICS,
    LF_METRIC(cleaning, flipped, "mean weight of flipped rows: training rows with a flipped label"),
    LF_METRIC(cleaning, clean, "mean weight of clean rows: training rows with their own label",
              .higher_is_better = true),
    LF_METRIC(cleaning, AUC, "AUC of finding flipped labels: area under the ROC curve of -p_j",
              .higher_is_better = true),
    LF_WEIGHTS_METRICS,
    {0},
};

static lf_status cleaning_init(void *state, const void *params, lf_problem_info *info) {
    cleaning_state *s = state;
    const cleaning_params *p = params;
    LF_TRY(lf_weights_open(&s->weights, &p->weights, 1, 0));
    LF_TRY(cleaning_flip(s, p));
    lf_weights_describe(&s->weights, cleaning_metrics, info);
    return LF_OK;
}

static void cleaning_release(void *state) {
    free(((cleaning_state *)state)->flips.at);
    lf_weights_release(state);
}

static lf_status cleaning_certify(const lf_problem *problem, const double *x,
                                  lf_lower_certificate *c) {
    const cleaning_state *s = problem->state;
    LF_TRY(lf_weights_certify(problem, x, c));
    c->label = s->weights.train.sign;
    return LF_OK;
}

static const lf_param cleaning_table[] = {
    LF_WEIGHTS_TABLE(cleaning_params, weights),
    LF_REAL(cleaning_params, rho, 0.2, 0, 1, "probability that a training label is flipped"),
    LF_COUNT(cleaning_params, flip_seed, 1, 0, 1e9, "seed of which labels are flipped"),
    {0},
};

LF_PROBLEM(hyper_cleaning, cleaning,
           .doc = "weights of training rows some of whose labels are flipped, for the loss on rows "
                  "that do not train",
           .source = "Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, appendix E",
           .views = 1u << LF_VIEW_BILEVEL, .metrics = cleaning_metrics,
           .bilevel = &lf_weights_answers, .certify_lower = cleaning_certify);
