/**
 * @file auc_multiclass.c
 * @brief AUC maximisation over all pairs of classes, in saddle form; or cross-entropy, beside it.
 *
 *     min_{w,a,b} max_alpha 1/(c (c-1)) sum_{i != j} E F_ij,  as in hand_till.h
 *
 * The shares p_i are those of the training rows. Labels -1 and +1 are two classes.
 *
 * Source:    Liu, Yuan, Ying & Yang, ICLR 2020, appendix on multi-class problems.
 * Deviation: networks start from random weights; v_0 = 0, as printed, is a stationary point.
 */
#include <math.h>
#include <stdlib.h>

#include "problems/auc/parts/auc_certify.h"
#include "problems/auc/parts/auc_params.h"
#include "problems/auc/parts/hand_till.h"
#include "problems/auc/parts/hand_till_metrics.h"

typedef struct {
    lf_two_classes_params rows; /* what is held out; no row is dropped */
    int model;                  /* 0: linear, 1: mlp */
    lf_mlp_params mlp;
} multi_params;

typedef struct {
    lf_till_judge judge; /* must be first */
    lf_two_classes rows;
    lf_hand_till form;
    double *label; /* of the table's rows */
    double *start; /* dim + 2 pairs */
    lf_component objective;
} multi_state;

/* s->label from the data's labels; *classes <- how many there are. */
static lf_status multi_label(multi_state *s, size_t *classes) {
    const lf_two_classes *rows = &s->rows;
    const lf_data *data = rows->task.data;
    s->label = calloc(rows->table->rows + 1, sizeof *s->label);
    if (!s->label) return lf_fail(LF_NO_MEMORY, "no memory for %zu labels", rows->table->rows);
    *classes = 2;
    for (size_t k = 0; k < LF_CLASS_PARTS; k++)
        for (size_t i = 0; i < rows->n[k]; i++) {
            const double label = fmax(data->label[rows->part[k].row[i]], 0);
            s->label[rows->row[k][i]] = label;
            if (label >= (double)*classes) *classes = (size_t)label + 1;
        }
    return LF_OK;
}

static lf_status multi_model(multi_state *s, const multi_params *p, size_t classes) {
    static const lf_mlp_params intercept = {.hidden = "none"};
    lf_model *model = &s->rows.task.model;
    if (!p->model) LF_TRY(lf_mlp_absent(&p->mlp));
    LF_TRY(lf_mlp_create(s->rows.table, p->model ? &p->mlp : &intercept, classes, model));
    s->start = calloc(model->dim + 2 * lf_hand_till_pairs(classes), sizeof *s->start);
    if (!s->start) return lf_fail(LF_NO_MEMORY, "no memory for %zu weights", model->dim);
    return p->model ? lf_auc_mlp_start(model, &p->mlp, s->start) : LF_OK;
}

static lf_status multi_build(multi_state *s, const multi_params *p) {
    lf_two_classes_params rows = p->rows;
    size_t classes = 0;
    rows.keep = 1;
    rows.several = true;
    LF_TRY(lf_two_classes_open(&s->rows, &rows, LF_ROWS_FEATURES));
    LF_TRY(multi_label(s, &classes));
    LF_TRY(multi_model(s, p, classes));
    s->form.model = &s->rows.task.model;
    s->form.label = s->label;
    s->form.samples = s->rows.n[LF_PART_TRAIN];
    s->form.row = s->rows.row[LF_PART_TRAIN];
    LF_TRY(lf_hand_till_create(&s->form));
    s->judge.rows = &s->rows;
    s->judge.label = s->label;
    return lf_till_judge_create(&s->judge);
}

static lf_status multi_init(void *state, const void *params, lf_problem_info *info) {
    multi_state *s = state;
    LF_TRY(multi_build(s, params));
    const size_t n = s->form.samples, pairs = lf_hand_till_pairs(s->form.model->outputs);
    const size_t d = s->form.model->dim + 2 * pairs;
    const bool held = s->rows.n[LF_PART_VALIDATION] > 0;
    s->objective = lf_component_mean(1, n, &lf_outer_identity);
    *info = (lf_problem_info){.dim = d,
                              .auxiliary = 2 * pairs,
                              .role[LF_ROLE_OBJECTIVE] = {1, &s->objective},
                              .domain = {.kind = LF_DOMAIN_SPACE, .n = d},
                              .domain_y = {.kind = LF_DOMAIN_SPACE, .n = pairs},
                              .x0 = s->start,
                              .rho_f = NAN,
                              .rho_g = NAN,
                              .measures = lf_auc_measures,
                              .metrics = held ? LF_TILL_METRICS : LF_TILL_METRICS - 1,
                              .memory = s->form.memory,
                              .memory_count = s->form.memory_count};
    lf_two_classes_describe(&s->rows, info);
    return LF_OK;
}

static void multi_release(void *state) {
    multi_state *s = state;
    lf_till_judge_free(&s->judge);
    lf_hand_till_free(&s->form);
    free(s->label);
    free(s->start);
    lf_two_classes_close(&s->rows);
}

static lf_status multi_evaluate(void *state, const lf_samples *samples, const double *w,
                                const double *y, double *g, double *grad) {
    return lf_hand_till_entropy(&((multi_state *)state)->form, samples, w, y, g, grad);
}

static lf_status multi_saddle(void *state, const lf_samples *samples, const double *v,
                              const double *alpha, double *grad_v, double *grad_alpha) {
    return lf_hand_till_gradient(&((multi_state *)state)->form, samples, v, alpha, grad_v,
                                 grad_alpha);
}

static lf_status multi_respond(void *state, const lf_samples *samples, const double *v,
                               double *alpha) {
    return lf_hand_till_respond(&((multi_state *)state)->form, samples, v, alpha);
}

/* Of the cross-entropy; the surrogate is not convex in w. */
static lf_status multi_certify(const lf_problem *problem, size_t k, lf_certificate *c) {
    const multi_state *s = problem->state;
    const lf_model *model = &s->rows.task.model;
    const bool linear = model->dim == model->outputs * (s->rows.table->features + 1);
    *c = (lf_certificate){.metric = "ce", .loss = "affine softmax", .parts = 1, .cap = 1};
    if (k > 0 || !linear)
        return lf_fail(LF_NOT_FOUND, "one certificate is all there is, and that of model=linear");
    return lf_entropy_certify(&s->rows, s->label, c);
}

static const lf_param multi_table[] = {
    LF_TASK_TABLE(multi_params, rows.task),
    LF_HELD_OUT_TABLE(multi_params, rows),
    LF_CHOICE(multi_params, model, 0, "linear|mlp", "scores W x + bias, or a network's"),
    LF_AUC_MLP_TABLE(multi_params, mlp, "relu|tanh", "mlp: what follows a hidden layer"),
    {0},
};

LF_PROBLEM(auc_multiclass, multi,
           .doc = "square surrogate of Hand and Till's AUC of several classes as a saddle problem",
           .source = "Liu, Yuan, Ying & Yang 2020, ICLR, appendix",
           .views = 1u << LF_VIEW_SADDLE | 1u << LF_VIEW_PLAIN, .metrics = lf_till_metrics,
           .evaluate = multi_evaluate, .saddle = multi_saddle, .respond = multi_respond,
           .certify = multi_certify);
