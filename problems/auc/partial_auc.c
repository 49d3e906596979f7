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
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/auc/parts/auc_pairs.h"

typedef struct {
    lf_auc_params base;
    double lam;
    int form; /* 0: kl, 1: cvar */
} partial_params;

typedef struct {
    lf_auc_pairs pairs; /* must be first */
    lf_scored negative; /* negative rows */
    double lam, phi;
    bool cvar;
    size_t d;      /* coordinates of the model */
    double *start; /* cvar: d + n+; NULL: the origin */
} partial_state;

/* A positive row and what a question gathers for it. */
typedef struct {
    double h, s;    /* h_i, s_i */
    double weight;  /* of a pair in the mean */
    double y;       /* slope of g_i that is asked for; 0: values alone */
    double slope_h; /* y times that by h_i */
    double above;   /* cvar: mean of [l_ij > s_i] / phi */
} partial_row;

/* How far h_i is short of being m above each of n negative rows. */
static void partial_short(const partial_state *s, size_t n, const double *h, double h_i,
                          double *by) {
    for (size_t j = 0; j < n; j++) {
        const double below = s->pairs.margin - (h_i - h[j]);
        by[j] = below > 0 ? below : 0;
    }
}

/* Pairs with n negative rows: e <- exp(l / lam), dh <- y times the slopes by the rows' h. */
static void partial_soft(const partial_state *s, size_t n, const partial_row *of, const double *by,
                         double *e, double *dh) {
    for (size_t j = 0; j < n; j++)
        dh[j] = by[j] * by[j] / s->lam;
    lf_exp_all(n, dh, e);
    for (size_t j = 0; j < n && of->y != 0; j++)
        dh[j] = of->y * of->weight * e[j] * 2 * by[j] / s->lam;
}

/* The same of e <- [l - s_i]_+ / phi. */
static void partial_tail(const partial_state *s, size_t n, partial_row *of, const double *by,
                         double *e, double *dh) {
    for (size_t j = 0; j < n; j++) {
        const double over = by[j] * by[j] - of->s, q = over > 0 ? 1 / s->phi : 0;
        e[j] = q * over;
        dh[j] = of->y * of->weight * q * 2 * by[j];
        of->above += of->weight * q;
    }
}

/* What these pairs add to g; dh is of use if a slope is asked for. */
static double partial_block(const partial_state *s, size_t n, const double *h, partial_row *of,
                            double *dh) {
    double by[LF_BLOCK], e[LF_BLOCK];
    partial_short(s, n, h, of->h, by);
    if (s->cvar)
        partial_tail(s, n, of, by, e, dh);
    else
        partial_soft(s, n, of, by, e, dh);
    if (of->y != 0) of->slope_h -= lf_block_sum(n, dh);
    return of->weight * lf_block_sum(n, e);
}

static void partial_values(const lf_auc_pairs *pairs, const double *w, size_t i, const double *h,
                           double *g) {
    const partial_state *s = (const partial_state *)pairs;
    const size_t n = pairs->auc.objective.stratum[0];
    partial_row of = {.h = h[n + i], .s = s->cvar ? w[s->d + i] : 0, .weight = 1 / (double)n};
    double dh[LF_BLOCK];
    *g = of.s;
    for (size_t j = 0; j < n; j += LF_BLOCK)
        *g += partial_block(s, n - j < LF_BLOCK ? n - j : LF_BLOCK, h + j, &of, dh);
}

/* Largest exponent of exp, with room for sums. */
static const double partial_most = 600;

/* cvar: s comes after the model, and starts at 0. */
static lf_status partial_thresholds(partial_state *s, size_t n, lf_problem_info *info) {
    info->dim = s->d + n;
    info->domain.n = info->dim;
    info->auxiliary = n;
    if (!info->x0) return LF_OK;
    s->start = calloc(info->dim, sizeof *s->start);
    if (!s->start) return lf_fail(LF_NO_MEMORY, "no memory for a start of %zu numbers", info->dim);
    lf_vec_copy(s->d, info->x0, s->start);
    info->x0 = s->start;
    return LF_OK;
}

static lf_status partial_init(void *state, const void *params, lf_problem_info *info) {
    const partial_params *p = params;
    partial_state *s = state;
    const double reach = (p->base.margin + 1) * (p->base.margin + 1);
    if (p->form == 0 && reach > partial_most * p->lam)
        return lf_fail(LF_BAD_ARGUMENT,
                       "partial_auc: exp(l / lam) is too large for a double at lam = %g; take at "
                       "least %.3g",
                       p->lam, reach / partial_most);
    s->lam = p->lam;
    s->phi = p->base.max_fpr;
    s->cvar = p->form;
    s->pairs.outer = (lf_outer){
        .kind = s->cvar ? LF_OUTER_SUM : LF_OUTER_LOG, .p = 1, .scale = s->cvar ? 1 : s->lam};
    s->pairs.values = partial_values;
    LF_TRY(lf_auc_pairs_describe(&s->pairs, &p->base, info));
    const size_t *n = s->pairs.auc.objective.stratum;
    const lf_component like = lf_component_mean(1, n[0], NULL);
    LF_TRY(lf_scored_init(&s->negative, &s->pairs.auc.classes.task.model, s->pairs.auc.row, n[0]));
    s->d = info->dim;
    if (s->cvar) LF_TRY(partial_thresholds(s, n[1], info));
    return lf_auc_pairs_components(&s->pairs, &like, info);
}

static void partial_release(void *state) {
    partial_state *s = state;
    free(s->start);
    lf_scored_release(&s->negative);
    lf_auc_pairs_release(&s->pairs);
}

static lf_status partial_evaluate(void *state, const lf_samples *samples, const double *w,
                                  const double *y, double *g, double *grad) {
    partial_state *s = state;
    const bool back = y && grad && *y != 0;
    const size_t i = samples->component;
    double h[LF_BLOCK], ds[LF_BLOCK];
    lf_auc_pair_row own;
    lf_walk walk;
    LF_TRY(lf_auc_pair_row_begin(&s->pairs, i, w, &own));
    partial_row of = {.h = own.h,
                      .s = s->cvar ? w[s->d + i] : 0,
                      .weight = 1 / (double)samples->n,
                      .y = back ? *y : 0};
    double value = of.s; /* + E [l_ij - s_i]_+ / phi, or E exp(l_ij / lam) */
    lf_walk_begin(&walk, &s->negative, samples, w);
    for (;;) {
        LF_TRY(lf_walk_next(&walk));
        if (walk.n == 0) break;
        lf_sigmoid_all(walk.n, walk.score, h);
        value += partial_block(s, walk.n, h, &of, ds);
        for (size_t j = 0; j < walk.n && back; j++)
            ds[j] *= h[j] * (1 - h[j]);
        if (back) LF_TRY(lf_walk_backward(&walk, ds, grad));
    }
    of.slope_h *= of.h * (1 - of.h);
    if (back) LF_TRY(lf_walk_backward(&own.walk, &of.slope_h, grad));
    if (back && s->cvar) grad[s->d + i] += *y * (1 - of.above);
    if (g) *g = value;
    return LF_OK;
}

static void partial_support(const void *state, const lf_samples *samples, lf_support *support) {
    const partial_state *s = state;
    lf_auc_pairs_support(&s->pairs, &s->negative, samples, support);
    if (s->cvar) lf_support_add(support, s->d + samples->component); /* s_i */
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
    .views = 1u << LF_VIEW_COMPOSITION, .metrics = lf_auc_metrics_of_pairs,
    .evaluate = partial_evaluate, .support = partial_support);
