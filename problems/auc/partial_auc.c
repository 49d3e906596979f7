/**
 * @file partial_auc.c
 * @brief One-way partial AUC as a composition: for each positive row, the negative rows that are
 *        scored near it or above it, weighed softly by how far.
 *
 *     min  F(w) = (1/n+) sum_{i: +} f(g_i(w)),   f(u) = lam log u
 *     g_i(w) = E_{j: -} exp(l_ij / lam),   l_ij = (m - (h_i - h_j))_+^2
 *
 * h is the sigmoid of a model's score. lam log E exp(l / lam) is a risk of the worst negative rows:
 * the mean of l_ij for a large lam, the largest for a small one; it stands for the rows up to a
 * false positive rate, which lam chooses in their place. Inner component i is positive row i, whose
 * samples are the negative training rows. SOX with slopes at the new u is SOPA-s.
 *
 * Source:    Zhu, Li, Wang, Wu & Yang 2022, ICML, arXiv:2203.00176, the one-way KL form.
 * Deviation: a network is an mlp. A method draws negative rows for each positive one; the authors'
 *            code draws one batch for all. As l_ij < (m + 1)^2, exp fits a double if lam is no less
 *            than that over 600; smaller ones are refused.
 * Counts:    a value or a gradient is one pair (i, j).
 */
#include <math.h>
#include <stdlib.h>

#include <levelfield/math.h>
#include <levelfield/vector.h>

#include "problems/auc/parts/auc_params.h"
#include "problems/auc/parts/auc_view.h"

typedef struct {
    lf_auc_params base;
    double lam;
} partial_params;

typedef struct {
    lf_auc auc;              /* must be first: rows, model, what it is judged by */
    lf_scored own, negative; /* positive rows; negative rows */
    double margin, lam;
    lf_outer outer;
    lf_component *component; /* n+ */
} partial_state;

/* Largest exponent of exp, with room for sums. */
static const double partial_most = 600;

static const lf_measure partial_measures[] = {
    {"draw", "samples.inner", "negative rows drawn [samples]"},
    {"val", "value.inner", "values of pairs [pairs]"},
    {"grad", "gradient.inner + jvp.inner", "gradients of pairs [pairs]"},
    {"cost", "val + grad", "values and gradients of pairs [pairs]"},
    {0},
};

static lf_status partial_components(partial_state *s) {
    const size_t negatives = s->auc.objective.stratum[0], n = s->auc.objective.stratum[1];
    s->outer = (lf_outer){.kind = LF_OUTER_LOG, .p = 1, .scale = s->lam};
    s->component = malloc(n * sizeof *s->component);
    if (!s->component) return lf_fail(LF_NO_MEMORY, "no memory for %zu components", n);
    for (size_t i = 0; i < n; i++)
        s->component[i] = (lf_component){.outputs = 1,
                                         .samples = negatives,
                                         .strata = 1,
                                         .stratum = {negatives},
                                         .outers = 1,
                                         .outer = &s->outer};
    return LF_OK;
}

static lf_status partial_init(void *state, const void *params, lf_problem_info *info) {
    const partial_params *p = params;
    partial_state *s = state;
    lf_auc_params base = p->base;
    const double reach = (base.margin + 1) * (base.margin + 1);
    if (reach > partial_most * p->lam)
        return lf_fail(LF_BAD_ARGUMENT,
                       "partial_auc: exp(l / lam) is too large for a double at lam = %g; take at "
                       "least %.3g",
                       p->lam, reach / partial_most);
    base.batches = 1; /* two strata */
    base.metrics = base.classes.validation > 0;
    s->margin = base.margin;
    s->lam = p->lam;
    LF_TRY(lf_two_classes_open(&s->auc.classes, &base.classes, LF_ROWS_FEATURES));
    LF_TRY(lf_auc_describe(&s->auc, &base, info));
    const size_t *n = s->auc.objective.stratum;
    const lf_model *model = &s->auc.classes.task.model;
    LF_TRY(lf_scored_init(&s->negative, model, s->auc.row, n[0]));
    LF_TRY(lf_scored_init(&s->own, model, s->auc.row + n[0], n[1]));
    LF_TRY(partial_components(s));
    info->dim -= 2; /* without a and b */
    info->auxiliary = 0;
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){0};
    info->role[LF_ROLE_INNER] = (lf_components){.count = n[1], .component = s->component};
    info->domain = (lf_domain){.kind = LF_DOMAIN_SPACE, .n = info->dim};
    info->domain_y = (lf_domain){0};
    info->measures = partial_measures;
    info->memory = NULL;
    info->memory_count = 0;
    info->sparse = false;
    return LF_OK;
}

static void partial_release(void *state) {
    partial_state *s = state;
    free(s->component);
    lf_scored_release(&s->own);
    lf_scored_release(&s->negative);
    lf_auc_release(&s->auc);
}

/* The pairs of this block: returns what they add to g; ds <- y times the slopes by the scores of
 * its rows, *slope_i takes those by h_i. */
static double partial_block(const partial_state *s, const lf_walk *walk, double weight, double h_i,
                            double y, double *ds, double *slope_i) {
    double h[LF_BLOCK], e[LF_BLOCK];
    lf_sigmoid_all(walk->n, walk->score, h);
    for (size_t j = 0; j < walk->n; j++) {
        const double short_of = fmax(s->margin - (h_i - h[j]), 0);
        e[j] = lf_exp(short_of * short_of / s->lam);
        ds[j] = y * weight * e[j] * 2 * short_of / s->lam;
    }
    *slope_i -= lf_block_sum(walk->n, ds);
    for (size_t j = 0; j < walk->n; j++)
        ds[j] *= h[j] * (1 - h[j]);
    return weight * lf_block_sum(walk->n, e);
}

static lf_status partial_evaluate(void *state, const lf_samples *samples, const double *w,
                                  const double *y, double *g, double *grad) {
    partial_state *s = state;
    const bool back = y && grad;
    const uint32_t i = (uint32_t)samples->component;
    const size_t alone = 1;
    const lf_samples one = {.n = 1, .id = &i, .per_stratum = &alone};
    double value = 0, slope = 0, ds[LF_BLOCK];
    lf_walk own, walk;
    lf_walk_begin(&own, &s->own, &one, w);
    LF_TRY(lf_walk_next(&own));
    const double h_i = lf_sigmoid(own.score[0]);
    lf_walk_begin(&walk, &s->negative, samples, w);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        value += partial_block(s, &walk, 1 / (double)samples->n, h_i, back ? *y : 0, ds, &slope);
        if (back) LF_TRY(lf_walk_backward(&walk, ds, grad));
    }
    slope *= h_i * (1 - h_i);
    if (back) LF_TRY(lf_walk_backward(&own, &slope, grad));
    if (g) *g = value;
    return LF_OK;
}

static const lf_param partial_table[] = {
    LF_TWO_CLASSES_TABLE(partial_params, base.classes),
    LF_CHOICE(partial_params, base.model, LF_AUC_LINEAR, "linear|mlp",
              "a score w.x + bias, or a network's"),
    LF_AUC_MLP_TABLE(partial_params, base.mlp, "relu|tanh", "mlp: what follows a layer"),
    LF_REAL(partial_params, base.margin, 1, 1e-12, 1e6,
            "m: how far above negative rows a positive one is to be [h]"),
    LF_REAL(partial_params, lam, 1, 1e-6, 1e12,
            "the less, the more only negative rows above count [h^2]"),
    LF_REAL(partial_params, base.max_fpr, 0.3, 1e-6, 1,
            "false positive rate up to which partial AUC goes [1]"),
    {0},
};

const lf_problem_class lf_problem_partial_auc = {
    .abi = LF_ABI,
    .name = "partial_auc",
    .doc = "one-way partial AUC, negative rows weighed by exp(l / lam), a component a positive row",
    .source = "Zhu, Li, Wang, Wu & Yang 2022, ICML, arXiv:2203.00176",
    .views = 1u << LF_VIEW_COMPOSITION,
    .params = partial_table,
    .params_size = sizeof(partial_params),
    .state_size = sizeof(partial_state),
    .metrics = lf_auc_metrics,
    .init = partial_init,
    .release = partial_release,
    .evaluate = partial_evaluate,
};
