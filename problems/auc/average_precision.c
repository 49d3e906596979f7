/**
 * @file average_precision.c
 * @brief Average precision as a composition: for each positive row, the share of positive ones
 * among the rows that are scored as high, softened.
 *
 *     min  F(w) = (1/n+) sum_{i: +} f(g_i(w)),   f(u) = -u_1 / u_2
 *     g_i(w) = E_j ( l_ij [y_j = +1], l_ij ),    l_ij = (m - (h_i - h_j))_+^2
 *
 * h is the sigmoid of a model's score; l_ij stands for the indicator of h_j >= h_i, and as j = i is
 * one of the rows, u_2 >= m^2 / n and F is in [-1, 0). Inner component i is positive row i, whose
 * samples are all training rows, the negative ones first: component i is also the i-th sample of
 * the last stratum, so that a batch drawn once serves all components whose rows are in it. With
 * batches=balanced half of a batch is positive; strata then still weigh as in the data, and F is
 * the same, unless weights=batch asks for precision among as many of each class. Natural batches
 * have as many of each class as its share says, and not as chance would have it.
 *
 * Source:    Qi, Luo, Xu, Ji & Yang 2021, NeurIPS, arXiv:2104.08736; balanced batches are those of
 *            its authors' library LibAUC 2.0.1, whose estimate is that of weights=batch.
 * Deviation: a network is an mlp.
 * Counts:    a value or a gradient is one pair (i, j).
 */
#include <levelfield/vector.h>

#include "problems/auc/parts/auc_pairs.h"

typedef struct {
    lf_auc_params base;
    int weights; /* 0: data, 1: batch */
} precision_params;

typedef struct {
    lf_auc_pairs pairs; /* must be first */
    double weight[2];   /* of the strata in g_i: they sum to 1 */
} precision_state;

/* Pairs of h_i with n rows of a stratum, each of this weight: what they add to g (2), and to the
 * slope by h_i; dh <- the slopes by the rows' h. y = 0 0: values alone. */
static void precision_block(const precision_state *s, size_t stratum, double weight, double h_i,
                            size_t n, const double *h, const double *y, double *g, double *dh,
                            double *slope_i) {
    const double factor = weight * (stratum == 1 ? y[0] + y[1] : y[1]);
    double loss[LF_BLOCK];
    loss[0] = 0; /* never read: GCC warns where it cannot see that n > 0 */
    for (size_t j = 0; j < n; j++) {
        const double below = s->pairs.margin - (h_i - h[j]), short_of = below > 0 ? below : 0;
        loss[j] = short_of * short_of;
        dh[j] = 2 * factor * short_of;
    }
    const double sum = weight * lf_block_sum(n, loss);
    if (stratum == 1) g[0] += sum;
    g[1] += sum;
    *slope_i -= lf_block_sum(n, dh);
}

static const double precision_none[2] = {0, 0};

static void precision_values(const lf_auc_pairs *pairs, const double *w, size_t i, const double *h,
                             double *g) {
    (void)w;
    const precision_state *s = (const precision_state *)pairs;
    const size_t *rows = pairs->auc.objective.stratum;
    const double h_i = h[rows[0] + i];
    double dh[LF_BLOCK], slope = 0;
    g[0] = g[1] = 0;
    for (size_t k = 0; k < 2; h += rows[k++])
        for (size_t j = 0; j < rows[k]; j += LF_BLOCK)
            precision_block(s, k, s->weight[k] / (double)rows[k], h_i,
                            rows[k] - j < LF_BLOCK ? rows[k] - j : LF_BLOCK, h + j, precision_none,
                            g, dh, &slope);
}

static lf_status precision_init(void *state, const void *params, lf_problem_info *info) {
    const precision_params *p = params;
    precision_state *s = state;
    const bool balanced = p->base.batches;
    s->pairs.outer = (lf_outer){.kind = LF_OUTER_RATIO, .p = 2, .scale = 1};
    s->pairs.values = precision_values;
    LF_TRY(lf_auc_pairs_describe(&s->pairs, &p->base, info));
    const size_t *n = s->pairs.auc.objective.stratum;
    lf_component like = {
        .outputs = 2, .samples = n[0] + n[1], .strata = 2, .stratum = {n[0], n[1]}};
    if (balanced) like.share[0] = like.share[1] = 1;
    const double positive = balanced && p->weights ? 0.5 : (double)n[1] / (double)(n[0] + n[1]);
    s->weight[0] = 1 - positive;
    s->weight[1] = positive;
    return lf_auc_pairs_components(&s->pairs, &like, info);
}

static void precision_release(void *state) {
    lf_auc_pairs_release(state);
}

static lf_status precision_evaluate(void *state, const lf_samples *samples, const double *w,
                                    const double *y, double *g, double *grad) {
    precision_state *s = state;
    const bool back = y && grad;
    double value[2] = {0, 0}, slope = 0, h[LF_BLOCK], ds[LF_BLOCK];
    lf_auc_pair_row own;
    lf_walk walk;
    LF_TRY(lf_auc_pair_row_begin(&s->pairs, samples->component, w, &own));
    lf_walk_begin(&walk, &s->pairs.auc.train, samples, w);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        const double weight = s->weight[walk.stratum] / (double)samples->per_stratum[walk.stratum];
        lf_sigmoid_all(walk.n, walk.score, h);
        precision_block(s, walk.stratum, weight, own.h, walk.n, h, back ? y : precision_none, value,
                        ds, &slope);
        for (size_t j = 0; j < walk.n && back; j++)
            ds[j] *= h[j] * (1 - h[j]);
        if (back) LF_TRY(lf_walk_backward(&walk, ds, grad));
    }
    slope *= own.h * (1 - own.h);
    if (back) LF_TRY(lf_walk_backward(&own.walk, &slope, grad));
    if (g) lf_vec_copy(2, value, g);
    return LF_OK;
}

static void precision_support(const void *state, const lf_samples *samples, lf_support *support) {
    const precision_state *s = state;
    lf_auc_pairs_support(&s->pairs, &s->pairs.auc.train, samples, support);
}

static const lf_param precision_table[] = {
    LF_TWO_CLASSES_TABLE(precision_params, base.classes),
    LF_CHOICE(precision_params, base.model, LF_AUC_LINEAR, "linear|mlp",
              "a score w.x + bias, or a network's"),
    LF_AUC_MLP_TABLE(precision_params, base.mlp, "relu|tanh", "mlp: what follows a layer"),
    LF_REAL(precision_params, base.margin, 1, 1e-12, 1e6,
            "m: how far above others a positive row is to be [h]"),
    LF_CHOICE(precision_params, base.batches, 1, "natural|balanced",
              "rows of each class by its share of the data, one at least; or half of each class"),
    LF_CHOICE(precision_params, weights, 0, "data|batch",
              "balanced: classes weigh in g_i as in the data, or as in a batch"),
    LF_REAL(precision_params, base.max_fpr, 0.3, 1e-6, 1,
            "false positive rate up to which partial AUC goes [1]"),
    {0},
};

LF_PROBLEM(average_precision, precision,
           .doc = "a smooth surrogate of average precision, a component for each positive row",
           .source = "Qi, Luo, Xu, Ji & Yang 2021, NeurIPS, arXiv:2104.08736",
           .views = 1u << LF_VIEW_COMPOSITION, .metrics = lf_auc_metrics_of_pairs,
           .evaluate = precision_evaluate, .support = precision_support);
