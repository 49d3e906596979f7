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
 * the same, unless weights=batch asks for precision among as many of each class.
 *
 * Source:    Qi, Luo, Xu, Ji & Yang 2021, NeurIPS, arXiv:2104.08736; balanced batches are those of
 *            its authors' library LibAUC 2.0.1, whose estimate is that of weights=batch.
 * Deviation: a network is an mlp.
 * Counts:    a value or a gradient is one pair (i, j).
 */
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/auc/parts/auc_params.h"
#include "problems/auc/parts/auc_view.h"

typedef struct {
    lf_auc_params base;
    int weights; /* 0: data, 1: batch */
} precision_params;

typedef struct {
    lf_auc auc;    /* must be first: rows, model, what it is judged by */
    lf_scored own; /* positive rows */
    double margin;
    double weight[2]; /* of the strata in g_i: they sum to 1 */
    lf_outer outer;
    lf_component *component; /* n+ */
} precision_state;

static const lf_measure precision_measures[] = {
    {"draw", "samples.inner", "rows drawn [samples]"},
    {"val", "value.inner", "values of pairs [pairs]"},
    {"grad", "gradient.inner + jvp.inner", "gradients of pairs [pairs]"},
    {"cost", "val + grad", "values and gradients of pairs [pairs]"},
    {0},
};

static lf_status precision_components(precision_state *s, bool balanced) {
    const lf_component all = s->auc.objective;
    const size_t positives = all.stratum[1];
    s->outer = (lf_outer){.kind = LF_OUTER_RATIO, .p = 2, .scale = 1};
    s->component = malloc(positives * sizeof *s->component);
    if (!s->component) return lf_fail(LF_NO_MEMORY, "no memory for %zu components", positives);
    for (size_t i = 0; i < positives; i++) {
        s->component[i] = (lf_component){.outputs = 2,
                                         .samples = all.samples,
                                         .strata = 2,
                                         .stratum = {all.stratum[0], positives},
                                         .outers = 1,
                                         .outer = &s->outer};
        if (balanced) s->component[i].share[0] = s->component[i].share[1] = 1;
    }
    return LF_OK;
}

static lf_status precision_init(void *state, const void *params, lf_problem_info *info) {
    const precision_params *p = params;
    precision_state *s = state;
    lf_auc_params base = p->base;
    const bool balanced = base.batches;
    base.batches = 1; /* two strata */
    base.metrics = base.classes.validation > 0;
    LF_TRY(lf_two_classes_open(&s->auc.classes, &base.classes, LF_ROWS_FEATURES));
    LF_TRY(lf_auc_describe(&s->auc, &base, info));
    const size_t *n = s->auc.objective.stratum, d = info->dim - 2; /* without a and b */
    LF_TRY(lf_scored_init(&s->own, &s->auc.classes.task.model, s->auc.row + n[0], n[1]));
    LF_TRY(precision_components(s, balanced));
    const double positive = balanced && p->weights ? 0.5 : (double)n[1] / (double)(n[0] + n[1]);
    s->weight[0] = 1 - positive;
    s->weight[1] = positive;
    s->margin = base.margin;
    info->dim = d;
    info->auxiliary = 0;
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){0};
    info->role[LF_ROLE_INNER] =
        (lf_components){.count = n[1], .component = s->component, .shared = true};
    info->domain = (lf_domain){.kind = LF_DOMAIN_SPACE, .n = d};
    info->domain_y = (lf_domain){0};
    info->measures = precision_measures;
    info->memory = NULL;
    info->memory_count = 0;
    info->sparse = false;
    return LF_OK;
}

static void precision_release(void *state) {
    precision_state *s = state;
    free(s->component);
    lf_scored_release(&s->own);
    lf_auc_release(&s->auc);
}

/* Pairs of this block: what they add to g (2), and to the slope by h_i; ds <- the slopes by the
 * scores of the block's rows. y = 0 0: values alone. */
static void precision_block(const precision_state *s, const lf_walk *walk, double weight,
                            double h_i, const double *y, double *g, double *ds, double *slope_i) {
    const double factor = weight * (walk->stratum == 1 ? y[0] + y[1] : y[1]);
    double h[LF_BLOCK], loss[LF_BLOCK];
    lf_sigmoid_all(walk->n, walk->score, h);
    for (size_t j = 0; j < walk->n; j++) {
        const double short_of = fmax(s->margin - (h_i - h[j]), 0);
        loss[j] = short_of * short_of;
        ds[j] = 2 * factor * short_of;
    }
    const double sum = weight * lf_block_sum(walk->n, loss);
    if (walk->stratum == 1) g[0] += sum;
    g[1] += sum;
    *slope_i -= lf_block_sum(walk->n, ds);
    for (size_t j = 0; j < walk->n; j++)
        ds[j] *= h[j] * (1 - h[j]);
}

static lf_status precision_evaluate(void *state, const lf_samples *samples, const double *w,
                                    const double *y, double *g, double *grad) {
    static const double none[2] = {0, 0};
    precision_state *s = state;
    const bool back = y && grad;
    const uint32_t i = (uint32_t)samples->component;
    const size_t alone = 1;
    const lf_samples one = {.n = 1, .id = &i, .per_stratum = &alone};
    double value[2] = {0, 0}, slope = 0, ds[LF_BLOCK];
    lf_walk own, walk;
    lf_walk_begin(&own, &s->own, &one, w);
    LF_TRY(lf_walk_next(&own));
    const double h_i = lf_sigmoid(own.score[0]);
    lf_walk_begin(&walk, &s->auc.train, samples, w);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        const double weight = s->weight[walk.stratum] / (double)samples->per_stratum[walk.stratum];
        precision_block(s, &walk, weight, h_i, back ? y : none, value, ds, &slope);
        if (back) LF_TRY(lf_walk_backward(&walk, ds, grad));
    }
    slope *= h_i * (1 - h_i);
    if (back) LF_TRY(lf_walk_backward(&own, &slope, grad));
    if (g) lf_vec_copy(2, value, g);
    return LF_OK;
}

static const lf_param precision_table[] = {
    LF_TWO_CLASSES_TABLE(precision_params, base.classes),
    LF_CHOICE(precision_params, base.model, LF_AUC_LINEAR, "linear|mlp",
              "a score w.x + bias, or a network's"),
    LF_AUC_MLP_TABLE(precision_params, base.mlp, "relu|tanh", "mlp: what follows a layer"),
    LF_REAL(precision_params, base.margin, 1, 1e-12, 1e6,
            "m: how far above others a positive row is to be [h]"),
    LF_CHOICE(precision_params, base.batches, 1, "natural|balanced",
              "rows drawn as they come, or half of each class"),
    LF_CHOICE(precision_params, weights, 0, "data|batch",
              "balanced: classes weigh in g_i as in the data, or as in a batch"),
    LF_REAL(precision_params, base.max_fpr, 0.3, 1e-6, 1,
            "false positive rate up to which partial AUC goes [1]"),
    {0},
};

LF_PROBLEM(average_precision, precision,
           .doc = "a smooth surrogate of average precision, a component for each positive row",
           .source = "Qi, Luo, Xu, Ji & Yang 2021, NeurIPS, arXiv:2104.08736",
           .views = 1u << LF_VIEW_COMPOSITION, .metrics = lf_auc_metrics,
           .evaluate = precision_evaluate);
