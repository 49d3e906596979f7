/**
 * @file multitask_auc.c
 * @brief One scoring model for many tasks: structured min-max as bilevel, a saddle of AUC a task.
 *
 *     min_x (1/m) sum_i max_alpha F_i(w, a_i, b_i, alpha),   x = (w, a_1, b_1, ..., a_m, b_m)
 *     f_i = F_i,   g_i = -F_i,   y_i = alpha_i
 *
 * F_i is the square surrogate of AUC over the rows of group i (square_auc.h). Of -F_i in alpha
 * everything is known: y_i* is the mean score of negative rows less that of positive ones, and Hyy
 * = 2 p_i (1 - p_i). Where y_i = y_i*, df_i/dy = 0, and the hypergradient is df_i/dx alone.
 *
 * p_i is the share of positive rows among all training rows of the group, and known to every
 * sample: with an estimate, Hyy would be one too.
 *
 * Source:    Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, section 1, for the special case; Ying,
 *            Wen & Lyu, NIPS 2016, for F.
 * Deviation: tasks are groups of one table with labels of their own; classes against the rest would
 *            ask one score to rank every class first.
 */
#include <math.h>
#include <stdlib.h>

#include <levelfield/vector.h>

#include "problems/bilevel/parts/known_hessian.h"
#include "problems/bilevel/parts/task_auc.h"
#include "problems/common/group_table.h"
#include "problems/common/part_list.h"
#include "problems/common/square_auc.h"

typedef struct {
    lf_group_params groups;
    int score; /* 0: sigmoid, 1: raw */
} multitask_params;

typedef struct {
    lf_known_hessian known; /* must be first */
    lf_task_auc judge;      /* must be second */
    lf_group_table table;
    size_t m;
    lf_scored *scored;    /* m */
    lf_square_auc *level; /* m: F_i */
    double *curvature;    /* m: 2 p_i (1 - p_i) */
    double *memory;       /* of labels seen: nothing depends on it, as p_i is known */
    double *start;        /* d */
    lf_component *each;   /* the m upper ones, then the m lower ones */
    lf_part_list parts;
} multitask_state;

static lf_square_auc *multitask_level(const void *state, size_t i) {
    return &((const multitask_state *)state)->level[i];
}

static lf_status multitask_upper(void *state, const lf_samples *samples, const double *x,
                                 const double *y, double *gx, double *gy) {
    return lf_square_auc_gradient(multitask_level(state, samples->component), samples, x, y, gx,
                                  gy);
}

static lf_status multitask_lower(void *state, const lf_samples *samples, const double *x,
                                 const double *y, double *gy) {
    double up = 0;
    LF_TRY(lf_square_auc_gradient(multitask_level(state, samples->component), samples, x, y, NULL,
                                  &up));
    *gy -= up;
    return LF_OK;
}

static lf_status multitask_jvp(void *state, const lf_samples *samples, const double *x,
                               const double *y, const double *q, double *out) {
    (void)y;
    return lf_square_auc_mixed(multitask_level(state, samples->component), samples, x, -*q, out);
}

/* g_i = -F_i: what is there is turned round for the sum, and back. */
static lf_status multitask_lower_x(void *state, const lf_samples *samples, const double *x,
                                   const double *y, double *gx) {
    const size_t d = ((const multitask_state *)state)->known.d;
    lf_vec_scale(d, -1, gx);
    LF_TRY(multitask_upper(state, samples, x, y, gx, NULL));
    lf_vec_scale(d, -1, gx);
    return LF_OK;
}

static lf_status multitask_form_add(void *state, const lf_samples *samples, const double *x,
                                    const double *y, double a, double *E) {
    return multitask_jvp(state, samples, x, y, &a, E);
}

/* All rows of task i. */
static lf_samples multitask_all(const multitask_state *s, size_t i) {
    const lf_component *c = &s->each[i];
    return (lf_samples){
        .component = i, .n = c->samples, .per_stratum = c->stratum, .draw = LF_DRAW_FULL};
}

/* dF_i/dalpha = 2 p (1-p) (y* - alpha). */
static lf_status multitask_solve(const void *state, size_t i, const double *x, double *y) {
    const multitask_state *s = state;
    const lf_samples all = multitask_all(s, i);
    const double at = 0;
    double up = 0;
    LF_TRY(lf_square_auc_gradient(multitask_level(s, i), &all, x, &at, NULL, &up));
    *y = up / s->curvature[i];
    return LF_OK;
}

static double multitask_value(const void *state, size_t i, const double *x, const double *y) {
    const lf_samples all = multitask_all(state, i);
    double value = NAN;
    const lf_status status = lf_square_auc_value(multitask_level(state, i), &all, x, *y, &value);
    return status == LF_OK ? value : NAN;
}

/* df/dx - Jxy Hyy^-1 df/dy, whether or not y solves the lower level. */
static lf_status multitask_hypergradient(const void *state, size_t i, const double *x,
                                         const double *y, double a, double *grad) {
    const multitask_state *s = state;
    const lf_samples all = multitask_all(s, i);
    lf_square_auc *level = multitask_level(s, i);
    double gy = 0;
    double *gx = calloc(s->known.d, sizeof *gx);
    if (!gx) return lf_fail(LF_NO_MEMORY, "multitask_auc: no memory");
    lf_status status = lf_square_auc_gradient(level, &all, x, y, gx, &gy);
    if (status == LF_OK)
        status = lf_square_auc_mixed(level, &all, x, gy / s->curvature[i], gx); /* Jxy = -d2F */
    lf_vec_axpy(s->known.d, a, gx, grad);
    free(gx);
    return status;
}

static lf_status multitask_share(const multitask_state *s, size_t i, double *p) {
    const lf_group_risk *risk = &s->table.risk;
    const size_t n = risk->start[i + 1] - risk->start[i];
    size_t positives = 0;
    for (size_t k = risk->start[i]; k < risk->start[i + 1]; k++)
        positives += risk->label[risk->row[k]] > 0;
    *p = (double)positives / (double)n;
    if (positives > 0 && positives < n) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "multitask_auc: group %s has %zu positive training rows of %zu, both classes "
                   "are needed; take other groups, or more rows of each (n_i)",
                   s->table.train.name[i], positives, n);
}

static lf_status multitask_levels(multitask_state *s, bool raw) {
    const lf_group_risk *risk = &s->table.risk;
    for (size_t i = 0; i < s->m; i++) {
        const size_t n = risk->start[i + 1] - risk->start[i];
        double p;
        LF_TRY(multitask_share(s, i, &p));
        LF_TRY(lf_scored_init(&s->scored[i], risk->model, risk->row + risk->start[i], n));
        s->level[i] = (lf_square_auc){.scored = &s->scored[i],
                                      .sign = risk->label,
                                      .task = i,
                                      .raw = raw,
                                      .share = {.mode = LF_SHARE_KNOWN, .known = p},
                                      .memory = s->memory + i * LF_AUC_MEMORY};
        lf_square_auc_begin(&s->level[i]);
        s->curvature[i] = 2 * p * (1 - p);
        s->each[i] = lf_component_mean(1, n, &lf_outer_identity);
        s->each[s->m + i] = lf_component_mean(1, n, NULL);
    }
    return LF_OK;
}

static lf_status multitask_build(multitask_state *s, bool raw) {
    const size_t m = s->m = s->table.train.m, d = s->table.task.model.dim;
    s->scored = calloc(m, sizeof *s->scored);
    s->level = calloc(m, sizeof *s->level);
    s->curvature = calloc(m, sizeof *s->curvature);
    s->memory = calloc(m * LF_AUC_MEMORY, sizeof *s->memory);
    s->each = calloc(2 * m, sizeof *s->each);
    s->start = calloc(d + 2 * m, sizeof *s->start);
    if (!s->scored || !s->level || !s->curvature || !s->memory || !s->each || !s->start)
        return lf_fail(LF_NO_MEMORY, "multitask_auc: no memory for %zu tasks", m);
    if (s->table.start) lf_vec_copy(d, s->table.start, s->start);
    s->known.d = d + 2 * m;
    s->known.n = 1;
    s->known.curvature = s->curvature;
    LF_TRY(multitask_levels(s, raw));
    return lf_task_auc_create(&s->judge, &s->table);
}

static const lf_metric multitask_metrics[] = {LF_BILEVEL_METRICS, LF_TASK_AUC_METRICS, {0}};

static void multitask_describe(multitask_state *s, lf_problem_info *info) {
    lf_task_describe(&s->table.task, info);
    info->dim = info->domain.n = s->known.d;
    info->auxiliary = 2 * s->m;
    info->role[LF_ROLE_UPPER] = (lf_components){.count = s->m, .component = s->each};
    info->role[LF_ROLE_LOWER] = (lf_components){.count = s->m, .component = s->each + s->m};
    info->domain_y = (lf_domain){.kind = LF_DOMAIN_SPACE, .n = s->m};
    info->x0 = s->start;
    info->rho_f = info->rho_g = NAN;
    info->mu_y = info->L_y = s->curvature[0];
    for (size_t i = 1; i < s->m; i++) {
        info->mu_y = fmin(info->mu_y, s->curvature[i]);
        info->L_y = fmax(info->L_y, s->curvature[i]);
    }
    info->direct = true;
    info->n = s->table.train.start[s->m];
    lf_part_list_describe(&s->parts, info);
    if (!s->judge.tests) info->metrics = sizeof multitask_metrics / sizeof *multitask_metrics - 2;
    lf_bilevel_describe(info);
}

static lf_status multitask_init(void *state, const void *params, lf_problem_info *info) {
    static const lf_bilevel_levels levels = {multitask_solve, multitask_value,
                                             multitask_hypergradient};
    multitask_state *s = state;
    const multitask_params *p = params;
    s->known.common.is = &levels;
    LF_TRY(lf_group_table_open(&s->table, &p->groups));
    if (s->table.task.model.outputs != 1)
        return lf_fail(LF_BAD_INPUT,
                       "multitask_auc: %s has %zu classes, a task needs labels -1 and +1",
                       s->table.task.data->name, s->table.task.model.outputs);
    LF_TRY(multitask_build(s, p->score));
    LF_TRY(lf_part_list_groups(&s->parts, &s->table));
    multitask_describe(s, info);
    return LF_OK;
}

static void multitask_release(void *state) {
    multitask_state *s = state;
    for (size_t i = 0; s->scored && i < s->m; i++)
        lf_scored_release(&s->scored[i]);
    free(s->scored);
    free(s->level);
    free(s->curvature);
    free(s->memory);
    free(s->each);
    free(s->start);
    lf_part_list_free(&s->parts);
    lf_task_auc_free(&s->judge);
    lf_group_table_close(&s->table);
}

static const lf_param multitask_table[] = {
    LF_GROUP_TABLE(multitask_params, groups, "synthetic_small"),
    LF_CHOICE(multitask_params, score, 0, "sigmoid|raw",
              "h: sigmoid of the model's score, or the score itself"),
    {0},
};

static const lf_estimate_form multitask_form = {LF_KNOWN_HESSIAN_FORM, .add = multitask_form_add};

static const lf_bilevel multitask_answers = {
    .upper = multitask_upper,
    .lower = multitask_lower,
    .hvp = lf_known_hessian_hvp,
    .jvp = multitask_jvp,
    .lower_x = multitask_lower_x,
    .form = &multitask_form,
};

LF_PROBLEM(
    multitask_auc, multitask,
    .doc = "square surrogate of AUC on many groups with one scoring model, as bilevel problem",
    .source = "Guo, Hu, Zhang & Yang 2021, arXiv:2105.02266, section 1",
    .views = 1u << LF_VIEW_BILEVEL, .metrics = multitask_metrics, .bilevel = &multitask_answers);
