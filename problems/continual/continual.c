/**
 * @file continual.c
 * @brief Continual learning with two towers: learn a class from pairs, forget no protected one.
 *
 *     min F(w) = (1/n_t) sum_i temp (log(eps + u_i^I) + log(eps + u_i^T)) + (1/m) sum_k P(h_k(w))
 *     h_k(w) = L_k(w) - L_k(w_old),  k = 1..m
 *
 * The objective is the two-way global contrastive loss over the n_t pairs of the target class; u_i
 * (contrast.h) are means over all pairs (`negatives=all`, as printed, its own among them) or over
 * those of the other classes (`others`, as in the released code). L_k is the mean cross-entropy of
 * training images of protected class k over the prompts (prompts.h). w_old, also the start, comes
 * from training with hardly any image of the target class (pretrain.h).
 *
 * All n = n_t + m terms are inner components: first the pairs, of two outputs, then the L_k, which
 * belong to every draw. As a method takes the mean over n, outer functions have the factors n/n_t
 * and n/m; lambda counts in units of h_k. log has no proximal map: SONEX takes lam = 0 and
 * penalty=smoothed. Both kinds of component share B2.
 *
 * Each pair of a step draws pairs of its own to be compared with, B2 of them, and is charged B2
 * samples; a batch that all its pairs share, as in the paper, makes more comparisons of as many
 * samples. There is no constrained view: the objective itself is a composition.
 *
 * Source:    Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, continual learning.
 * Deviation: towers on fixed embeddings in place of CLIP; the indices of the second sum, which are
 *            swapped in print (contrast.h).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/common/derived.h"
#include "problems/common/penalty.h"
#include "problems/continual/parts/continual_metrics.h"
#include "problems/continual/parts/pretrain.h"

enum { CONTINUAL_LINEAR, CONTINUAL_TANH };
enum { CONTINUAL_ALL, CONTINUAL_OTHERS };
enum { CONTINUAL_TEXT = 1024 };

typedef struct {
    lf_pairs_params pairs;
    int towers, negatives, penalty;
    size_t k, width, init_seed;
    double temp, eps, target_share, rho, lambda;
} continual_params;

/* All that decides w_old; false if it does not fit, or nothing is known of the data. */
static bool continual_text(const lf_continual *s, const continual_params *p,
                           char text[CONTINUAL_TEXT]) {
    const lf_data *data = s->pairs.task.data;
    const lf_task_params *task = &p->pairs.task;
    const int size =
        snprintf(text, CONTINUAL_TEXT,
                 "two towers\n%s\nsplit %d %zu %.17g\nclasses %s target %s protected %s\n"
                 "captions %zu towers %zu %zu %.17g start %zu share %.17g\n",
                 data->sha256, task->split, task->split_seed, task->train, p->pairs.classes,
                 p->pairs.target, p->pairs.protected, p->pairs.prompt_seed, s->towers.k,
                 s->towers.image.width, p->temp, p->init_seed, p->target_share);
    return data->sha256[0] && size > 0 && size < CONTINUAL_TEXT;
}

static lf_status continual_start(lf_continual *s, const continual_params *p) {
    const lf_pretrain_params train = {p->init_seed, p->target_share};
    const lf_task *task = &s->pairs.task;
    const size_t d = s->towers.dim;
    char text[CONTINUAL_TEXT];
    size_t all[LF_PAIRS_CLASSES];
    const bool cached = continual_text(s, p, text);
    s->w_old = malloc(d * sizeof *s->w_old);
    if (!s->w_old) return lf_fail(LF_NO_MEMORY, "no memory for w_old, of %zu numbers", d);
    if (!cached || !lf_derived_read(text, d, s->w_old)) {
        LF_TRY(lf_pretrain(&s->towers, &s->pairs, &train, s->w_old));
        if (cached) lf_derived_write(text, d, s->w_old);
    }
    lf_prompts_count(&s->towers, &s->pairs, task->n_rest, task->rest, s->w_old, s->right_old, all);
    return LF_OK;
}

/* n/m P(z - L_k(w_old)): a smoothed hinge is multiplied by dividing lambda too. */
static void continual_outers(lf_continual *s, const continual_params *p) {
    const double m = (double)s->pairs.m, n_t = (double)s->pairs.n_target, n = n_t + m;
    for (size_t j = 0; j < 2; j++)
        s->contrast[j] =
            (lf_outer){.kind = LF_OUTER_LOG, .p = 1, .scale = p->temp * n / n_t, .level = p->eps};
    for (size_t k = 0; k < s->pairs.m; k++) {
        s->penalty[k] = lf_outer_identity;
        s->penalty[k].shift = lf_continual_constraint(s, k, s->w_old);
        s->penalty[k].penalty = (lf_penalty)(p->penalty + LF_PENALTY_HINGE);
        s->penalty[k].rho = n / m * p->rho;
        s->penalty[k].lambda = m / n * p->lambda;
    }
}

static lf_status continual_components(lf_continual *s, const continual_params *p) {
    const size_t n = s->pairs.n_target;
    const bool others = p->negatives == CONTINUAL_OTHERS;
    s->negatives = others ? s->pairs.other_at : NULL;
    s->n_negatives = others ? s->pairs.n_other : s->pairs.task.n_train;
    s->component = malloc((n + s->pairs.m) * sizeof *s->component);
    if (!s->component) return lf_fail(LF_NO_MEMORY, "no memory for %zu components", n);
    for (size_t i = 0; i < n; i++) {
        s->component[i] = lf_component_mean(2, s->n_negatives, s->contrast);
        s->component[i].outers = 2;
    }
    for (size_t k = 0; k < s->pairs.m; k++)
        s->component[n + k] = lf_component_mean(1, s->pairs.n_kept[k], &s->penalty[k]);
    return LF_OK;
}

static lf_status continual_parts(lf_continual *s, lf_problem_info *info) {
    const lf_pairs *p = &s->pairs;
    s->target_row = malloc(p->n_target * sizeof *s->target_row);
    if (!s->target_row) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", p->n_target);
    for (size_t i = 0; i < p->n_target; i++)
        s->target_row[i] = p->task.train[p->target_at[i]];
    LF_TRY(
        lf_part_list_group(&s->parts, p->class->category[p->target], p->n_target, s->target_row));
    for (size_t k = 0; k < p->m; k++)
        LF_TRY(lf_part_list_group(&s->parts, p->class->category[p->kept[k]], p->n_kept[k],
                                  p->kept_row[k]));
    LF_TRY(lf_part_list_split(&s->parts, &p->task));
    lf_part_list_describe(&s->parts, info);
    return LF_OK;
}

static lf_status continual_init(void *state, const void *params, lf_problem_info *info) {
    const continual_params *p = params;
    lf_continual *s = state;
    const size_t width = p->towers == CONTINUAL_TANH ? p->width : 0;
    LF_TRY(lf_pairs_open(&s->pairs, &p->pairs));
    LF_TRY(lf_two_towers_create(&s->towers, &s->pairs, p->k, width, p->temp));
    LF_TRY(continual_start(s, p));
    continual_outers(s, p);
    LF_TRY(continual_components(s, p));
    lf_task_describe(&s->pairs.task, info);
    LF_TRY(continual_parts(s, info));
    const size_t m = s->pairs.m;
    info->dim = s->towers.dim;
    info->domain = (lf_domain){.kind = LF_DOMAIN_SPACE, .n = info->dim};
    info->role[LF_ROLE_INNER] = (lf_components){s->pairs.n_target + m, s->component, m};
    info->rho_f = info->rho_g = NAN;
    info->x0 = s->w_old;
    info->measures = lf_penalty_measures;
    info->metrics = LF_CONTINUAL_METRICS + m;
    return LF_OK;
}

static void continual_release(void *state) {
    lf_continual *s = state;
    lf_two_towers_free(&s->towers);
    lf_pairs_close(&s->pairs);
    free(s->component);
    free(s->w_old);
    free(s->target_row);
    lf_part_list_free(&s->parts);
}

static lf_status continual_evaluate(void *state, const lf_samples *samples, const double *w,
                                    const double *y, double *g, double *grad) {
    lf_continual *s = state;
    const size_t n_t = s->pairs.n_target, i = samples->component;
    if (i < n_t) {
        lf_contrast_pair(&s->towers, &s->pairs, s->pairs.target_at[i], samples->n, samples->id,
                         s->negatives, w, y, g, grad);
        return LF_OK;
    }
    lf_prompts_loss(&s->towers, &s->pairs, samples->n, samples->id, s->pairs.kept_row[i - n_t], w,
                    y ? *y : 0, g, y ? grad : NULL);
    return LF_OK;
}

static const lf_param continual_table[] = {
    LF_PAIRS_TABLE(continual_params, pairs),
    LF_CHOICE(continual_params, towers, CONTINUAL_LINEAR, "linear|tanh",
              "a linear map, or one tanh layer before it"),
    LF_COUNT(continual_params, width, 64, 1, 4096, "tanh: width of the layer"),
    LF_COUNT(continual_params, k, 32, 2, 4096, "numbers of an embedding"),
    LF_REAL(continual_params, temp, 0.05, 0.005, 1e3, "temperature [s]"),
    LF_REAL(continual_params, eps, 1e-14, 0, 1, "added to u in the logarithm [u]"),
    LF_CHOICE(continual_params, negatives, CONTINUAL_ALL, "all|others",
              "a pair is compared with all pairs, its own too, or with those of other classes"),
    LF_REAL(continual_params, target_share, 0.01, 0, 1,
            "share of the target's images behind w_old"),
    LF_COUNT(continual_params, init_seed, 0, 0, 4294967295.0, "seed of the weights behind w_old"),
    LF_CHOICE(continual_params, penalty, 2, "hinge|squared|smoothed",
              "P: rho [h]_+, rho [h]_+^2 or a smoothed hinge"),
    LF_REAL(continual_params, rho, 10, 0, 1e12, "weight of the penalty [f/h; squared: f/h^2]"),
    LF_REAL(continual_params, lambda, 0.001, 1e-12, 1e12,
            "smoothing of the smoothed hinge, whose slope is rho from h = lambda rho on [h/rho]"),
    {0},
};

const lf_problem_class lf_problem_continual = {
    .abi = LF_ABI,
    .name = "continual",
    .doc = "learn a class by contrast of pairs, while protected classes lose nothing",
    .source = "Chen, Wang, Yang, Lin & Yang 2025, arXiv:2506.02504, continual learning",
    .views = 1u << LF_VIEW_COMPOSITION,
    .params = continual_table,
    .params_size = sizeof(continual_params),
    .state_size = sizeof(lf_continual),
    .metrics = lf_continual_metrics,
    .init = continual_init,
    .release = continual_release,
    .evaluate = continual_evaluate,
};
