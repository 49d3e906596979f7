/**
 * @file contrastive.c
 * @brief The two-way global contrastive loss of images and captions, each pair against all others.
 *
 *     min F(w) = (1/n) sum_i temp (log(eps + u_i^I) + log(eps + u_i^T))
 *
 * Two towers embed the n training images and their captions (pairs.h) as unit vectors; u_i
 * (contrast.h) are the means over all pairs j, its own among them, of exp of how much better j's
 * caption fits image i than its own does, and j's image caption i. Inner component i is pair i, of
 * two outputs, whose samples are all pairs: component i is also the i-th sample, so that a batch
 * drawn once serves all pairs in it. `soap` on it is SogCLR; `sox` draws for each pair apart.
 * log has no proximal map: SONEX takes lam = 0.
 *
 * Source:    Yuan, Wu, Qiu, Du, Zhang, Zhou & Yang 2022, ICML, arXiv:2202.12387 (from memory), in
 *            the two-way form of Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504.
 * Deviation: a pair is compared with itself too, a term 1/n that no w changes. Towers stand on
 *            fixed embeddings; captions are made numbers, and few, so that others of a class may
 *            have a pair's own.
 * Counts:    a value or a gradient is one pair (i, j), both ways.
 */
#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/part_list.h"
#include "problems/continual/parts/contrast.h"
#include "problems/continual/parts/prompts.h"

typedef struct {
    lf_pairs_params pairs; /* no target */
    int towers;            /* 1: tanh */
    size_t k, width, init_seed;
    double temp, eps;
} contrastive_params;

typedef struct {
    lf_pairs pairs;
    lf_two_towers towers;
    lf_component *component; /* n */
    lf_outer contrast[2];    /* temp log(eps + u), both directions */
    double *x0;
    lf_part_list parts;
} contrastive_state;

static const lf_measure contrastive_measures[] = {
    {"draw", "samples.inner", "pairs drawn [samples]"},
    {"val", "value.inner", "values of pairs of pairs [pairs]"},
    {"grad", "gradient.inner + jvp.inner", "gradients of pairs of pairs [pairs]"},
    {"cost", "val + grad", "values and gradients of pairs of pairs [pairs]"},
    {0},
};

static lf_status contrastive_components(contrastive_state *s, const contrastive_params *p) {
    const size_t n = s->pairs.n_target;
    for (size_t j = 0; j < 2; j++)
        s->contrast[j] =
            (lf_outer){.kind = LF_OUTER_LOG, .p = 1, .scale = p->temp, .level = p->eps};
    s->component = malloc(n * sizeof *s->component);
    s->x0 = malloc(s->towers.dim * sizeof *s->x0);
    if (!s->component || !s->x0) return lf_fail(LF_NO_MEMORY, "no memory for %zu components", n);
    for (size_t i = 0; i < n; i++) {
        s->component[i] = lf_component_mean(2, n, s->contrast);
        s->component[i].outers = 2;
    }
    return LF_OK;
}

static lf_status contrastive_init(void *state, const void *params, lf_problem_info *info) {
    const contrastive_params *p = params;
    contrastive_state *s = state;
    LF_TRY(lf_pairs_open(&s->pairs, &p->pairs));
    LF_TRY(lf_two_towers_create(&s->towers, &s->pairs, p->k, p->towers ? p->width : 0, p->temp));
    LF_TRY(contrastive_components(s, p));
    lf_tower_start(&s->towers.image, p->init_seed, 0, s->x0);
    lf_tower_start(&s->towers.text, p->init_seed, 1, s->x0 + s->towers.image.dim);
    LF_TRY(lf_part_list_split(&s->parts, &s->pairs.task));
    lf_task_describe(&s->pairs.task, info);
    lf_part_list_describe(&s->parts, info);
    info->dim = s->towers.dim;
    info->domain = (lf_domain){.kind = LF_DOMAIN_SPACE, .n = info->dim};
    info->role[LF_ROLE_INNER] =
        (lf_components){.count = s->pairs.n_target, .component = s->component, .shared = true};
    info->rho_f = info->rho_g = NAN;
    info->x0 = s->x0;
    info->measures = contrastive_measures;
    return LF_OK;
}

static void contrastive_release(void *state) {
    contrastive_state *s = state;
    lf_two_towers_free(&s->towers);
    lf_pairs_close(&s->pairs);
    free(s->component);
    free(s->x0);
    lf_part_list_free(&s->parts);
}

static lf_status contrastive_evaluate(void *state, const lf_samples *samples, const double *w,
                                      const double *y, double *g, double *grad) {
    contrastive_state *s = state;
    lf_contrast_pair(&s->towers, &s->pairs, samples->component, samples->n, samples->id, NULL, w, y,
                     g, grad);
    return LF_OK;
}

/* *value <- F, and unless it is NULL grad (dim) <- grad F, from each image and caption once. */
static lf_status contrastive_full(contrastive_state *s, const double *w, double *value,
                                  double *grad) {
    const size_t n = s->pairs.n_target;
    double *u = malloc(4 * n * sizeof *u);
    if (!u) return lf_fail(LF_NO_MEMORY, "no memory for %zu inner values", 2 * n);
    double *y = u + 2 * n;
    lf_contrast_every(&s->towers, &s->pairs, n, NULL, w, u);
    *value = 0;
    for (size_t i = 0; i < 2 * n; i++) {
        *value += lf_outer_value(&s->contrast[i % 2], &u[i]) / (double)n;
        lf_outer_subgradient(&s->contrast[i % 2], &u[i], &y[i]);
        y[i] /= (double)n;
    }
    if (grad) {
        lf_vec_zero(s->towers.dim, grad);
        lf_contrast_every_back(&s->towers, &s->pairs, n, NULL, w, u, y, grad);
    }
    free(u);
    return LF_OK;
}

static lf_status contrastive_F(const lf_problem *problem, const lf_point *at, double *value) {
    return contrastive_full(problem->state, at->w, value, NULL);
}

static lf_status contrastive_gradient(const lf_problem *problem, const lf_point *at,
                                      double *value) {
    const size_t d = problem->info.dim;
    double *grad = malloc(d * sizeof *grad), F;
    if (!grad) return lf_fail(LF_NO_MEMORY, "no memory for a gradient of %zu numbers", d);
    const lf_status status = contrastive_full(problem->state, at->w, &F, grad);
    if (status == LF_OK) *value = lf_vec_norm(d, grad);
    free(grad);
    return status;
}

static lf_status contrastive_accuracy(const lf_problem *problem, const lf_point *at,
                                      double *value) {
    contrastive_state *s = problem->state;
    *value = lf_prompts_accuracy(&s->towers, &s->pairs, at->w);
    return LF_OK;
}

static const lf_metric contrastive_metrics[] = {
    LF_METRIC(contrastive, F, "contrastive loss: two-way, global, on the full data"),
    LF_METRIC(contrastive, gradient, "length of the gradient of F, on the full data",
              .expensive = true),
    LF_METRIC(contrastive, accuracy, "share of test images whose nearest prompt is their class's",
              .higher_is_better = true),
    {0},
};

static const lf_param contrastive_table[] = {
    LF_PAIRS_TABLE_OF_ALL(contrastive_params, pairs),
    LF_PAIRS_SEED(contrastive_params, pairs),
    LF_CHOICE(contrastive_params, towers, 0, "linear|tanh",
              "a linear map, or one tanh layer before it"),
    LF_COUNT(contrastive_params, width, 64, 1, 4096, "tanh: width of the layer"),
    LF_COUNT(contrastive_params, k, 32, 2, 4096, "numbers of an embedding"),
    LF_REAL(contrastive_params, temp, 0.05, 0.005, 1e3, "temperature [s]"),
    LF_REAL(contrastive_params, eps, 1e-14, 0, 1, "added to u in the logarithm [u]"),
    LF_COUNT(contrastive_params, init_seed, 0, 0, 4294967295.0, "seed of the weights at the start"),
    {0},
};

LF_PROBLEM(contrastive, contrastive,
           .doc = "two-way global contrastive loss of images and captions, a component a pair",
           .source = "Yuan, Wu, Qiu, Du, Zhang, Zhou & Yang 2022, ICML, arXiv:2202.12387",
           .views = 1u << LF_VIEW_COMPOSITION, .metrics = contrastive_metrics,
           .evaluate = contrastive_evaluate);
