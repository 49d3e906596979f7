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
 * false positive rate, which lam chooses in their place. form=cvar has that rate, phi = max_fpr:
 *
 *     min  F(w, s) = (1/n+) sum_{i: +} g_i(w, s),   g_i = s_i + E_{j: -} [l_ij - s_i]_+ / phi
 *
 * where the s_i are coordinates after those of the model, and the slope at l_ij = s_i is 0. Inner
 * component i is positive row i, whose samples are the negative training rows, the same for all: a
 * batch drawn from the first may be lent to every other one.
 *
 * Source:    Zhu, Li, Wang, Wu & Yang 2022, ICML, arXiv:2203.00176, the one-way forms.
 * Deviation: a network is an mlp. As l_ij < (m + 1)^2, exp fits a double if lam is no less than
 *            that over 600; smaller ones are refused.
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
    int form; /* 0: kl, 1: cvar */
} partial_params;

typedef struct {
    lf_auc auc;              /* must be first: rows, model, what it is judged by */
    lf_scored own, negative; /* positive rows; negative rows */
    double margin, lam, phi;
    bool cvar;
    size_t d; /* coordinates of the model */
    lf_outer outer;
    lf_component *component; /* n+ */
    double *start;           /* cvar: d + n+; NULL: the origin */
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
    s->outer = (lf_outer){
        .kind = s->cvar ? LF_OUTER_SUM : LF_OUTER_LOG, .p = 1, .scale = s->cvar ? 1 : s->lam};
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

/* cvar: s comes after the model, and starts at 0. */
static lf_status partial_thresholds(partial_state *s, size_t n, lf_problem_info *info) {
    const size_t d = info->dim;
    info->dim += n;
    info->auxiliary = n;
    if (!info->x0) return LF_OK;
    s->start = calloc(d + n, sizeof *s->start);
    if (!s->start) return lf_fail(LF_NO_MEMORY, "no memory for a start of %zu numbers", d + n);
    lf_vec_copy(d, info->x0, s->start);
    info->x0 = s->start;
    return LF_OK;
}

static lf_status partial_init(void *state, const void *params, lf_problem_info *info) {
    const partial_params *p = params;
    partial_state *s = state;
    lf_auc_params base = p->base;
    const double reach = (base.margin + 1) * (base.margin + 1);
    if (p->form == 0 && reach > partial_most * p->lam)
        return lf_fail(LF_BAD_ARGUMENT,
                       "partial_auc: exp(l / lam) is too large for a double at lam = %g; take at "
                       "least %.3g",
                       p->lam, reach / partial_most);
    base.batches = 1; /* two strata */
    base.metrics = base.classes.validation > 0;
    s->margin = base.margin;
    s->lam = p->lam;
    s->phi = base.max_fpr;
    s->cvar = p->form;
    LF_TRY(lf_two_classes_open(&s->auc.classes, &base.classes, LF_ROWS_FEATURES));
    LF_TRY(lf_auc_describe(&s->auc, &base, info));
    const size_t *n = s->auc.objective.stratum;
    const lf_model *model = &s->auc.classes.task.model;
    LF_TRY(lf_scored_init(&s->negative, model, s->auc.row, n[0]));
    LF_TRY(lf_scored_init(&s->own, model, s->auc.row + n[0], n[1]));
    LF_TRY(partial_components(s));
    s->d = info->dim -= 2; /* without a and b */
    info->auxiliary = 0;
    if (s->cvar) LF_TRY(partial_thresholds(s, n[1], info));
    info->role[LF_ROLE_OBJECTIVE] = (lf_components){0};
    info->role[LF_ROLE_INNER] =
        (lf_components){.count = n[1], .component = s->component, .shared = true};
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
    free(s->start);
    lf_scored_release(&s->own);
    lf_scored_release(&s->negative);
    lf_auc_release(&s->auc);
}

/* A positive row and what a question gathers for it. */
typedef struct {
    double h, s;    /* h_i, s_i */
    double weight;  /* of a pair in the mean */
    double y;       /* slope of g_i that is asked for; 0: values alone */
    double slope_h; /* y times that by h_i */
    double above;   /* cvar: mean of [l_ij > s_i] / phi */
} partial_row;

/* The pairs of this block: returns what they add to g; ds <- y times the slopes by the scores of
 * its rows. */
static double partial_block(const partial_state *s, const lf_walk *walk, partial_row *of,
                            double *ds) {
    const double y = of->y, weight = of->weight;
    double h[LF_BLOCK], e[LF_BLOCK];
    lf_sigmoid_all(walk->n, walk->score, h);
    for (size_t j = 0; j < walk->n; j++) {
        const double short_of = fmax(s->margin - (of->h - h[j]), 0);
        if (s->cvar) {
            const double over = short_of * short_of - of->s, q = over > 0 ? 1 / s->phi : 0;
            e[j] = q * over;
            ds[j] = y * weight * q * 2 * short_of;
            of->above += weight * q;
        } else {
            e[j] = lf_exp(short_of * short_of / s->lam);
            ds[j] = y * weight * e[j] * 2 * short_of / s->lam;
        }
    }
    of->slope_h -= lf_block_sum(walk->n, ds);
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
    double ds[LF_BLOCK];
    lf_walk own, walk;
    lf_walk_begin(&own, &s->own, &one, w);
    LF_TRY(lf_walk_next(&own));
    partial_row of = {.h = lf_sigmoid(own.score[0]),
                      .s = s->cvar ? w[s->d + i] : 0,
                      .weight = 1 / (double)samples->n,
                      .y = back ? *y : 0};
    double value = of.s; /* + E [l_ij - s_i]_+ / phi, or E exp(l_ij / lam) */
    lf_walk_begin(&walk, &s->negative, samples, w);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        value += partial_block(s, &walk, &of, ds);
        if (back) LF_TRY(lf_walk_backward(&walk, ds, grad));
    }
    of.slope_h *= of.h * (1 - of.h);
    if (back) LF_TRY(lf_walk_backward(&own, &of.slope_h, grad));
    if (back && s->cvar) grad[s->d + i] += *y * (1 - of.above);
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
    LF_CHOICE_LATER(
        partial_params, form, 0, "kl|cvar",
        "negative rows weigh by exp(l / lam), or the worst share max_fpr of them alone"),
    {0},
};

LF_PROBLEM(
    partial_auc, partial,
    .doc = "one-way partial AUC, against negative rows that score high, a component a positive row",
    .source = "Zhu, Li, Wang, Wu & Yang 2022, ICML, arXiv:2203.00176",
    .views = 1u << LF_VIEW_COMPOSITION, .metrics = lf_auc_metrics, .evaluate = partial_evaluate);
