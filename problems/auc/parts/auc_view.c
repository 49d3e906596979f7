/**
 * @file auc_view.c
 * @brief Model, starting point and description; questions go to the pieces.
 */
#include "problems/auc/parts/auc_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/made/draws.h"
#include "problems/auc/parts/auc_params.h"

static lf_status auc_check(const lf_auc_params *params) {
    const int activation = params->mlp.activation;
    if (params->score && params->model != LF_AUC_LINEAR)
        return lf_fail(LF_BAD_ARGUMENT, "auc: score=raw is of linear models; set model=linear");
    if (params->model != LF_AUC_MLP) LF_TRY(lf_mlp_absent(&params->mlp));
    if (params->model == LF_AUC_MLP && activation == LF_AUC_ELU)
        return lf_fail(LF_BAD_ARGUMENT, "auc: activation=elu is of resnet20; set relu or tanh");
    if (params->model == LF_AUC_RESNET20 && activation == LF_AUC_TANH)
        return lf_fail(LF_BAD_ARGUMENT, "auc: activation=tanh is of mlp; set relu or elu");
    if (params->metrics && params->classes.validation == 0)
        return lf_fail(LF_BAD_ARGUMENT, "auc: metrics=all judges held-out rows, too, and there are "
                                        "none; set validation=0.1, or metrics=auc");
    return LF_OK;
}

/* The network's own parameters, with those that it shares with the other one. */
static lf_image_net_params auc_deep(const lf_auc_params *params) {
    lf_image_net_params deep = params->deep;
    const bool elu = params->mlp.activation == LF_AUC_ELU;
    deep.net.activation = elu ? LF_RESNET20_ELU : LF_RESNET20_RELU;
    deep.net.init_seed = params->mlp.init_seed;
    return deep;
}

static lf_status auc_create(lf_auc *auc, const lf_auc_params *params) {
    static const lf_mlp_params intercept = {.hidden = "none"};
    const lf_data *table = auc->classes.table;
    lf_model *model = &auc->classes.task.model;
    const lf_image_net_params deep = auc_deep(params);
    if (params->model == LF_AUC_RESNET20)
        return lf_image_net_create(table, &deep, auc->memory + LF_AUC_MEMORY, model);
    if (params->score) return lf_linear_create(table, model);
    return lf_mlp_create(table, params->model == LF_AUC_MLP ? &params->mlp : &intercept, 1, model);
}

/* The model, and where v starts: a linear one at the origin, a = b = 0. */
static lf_status auc_model(lf_auc *auc, const lf_auc_params *params) {
    const lf_model *model = &auc->classes.task.model;
    LF_TRY(auc_create(auc, params));
    auc->start = calloc(model->dim + 2, sizeof *auc->start);
    if (!auc->start) return lf_fail(LF_NO_MEMORY, "no memory for %zu weights", model->dim);
    if (params->model == LF_AUC_MLP) return lf_auc_mlp_start(model, &params->mlp, auc->start);
    const lf_image_net_params deep = auc_deep(params);
    if (params->model == LF_AUC_RESNET20) lf_resnet20_start(&deep.net, 1, auc->start);
    return LF_OK;
}

/* What is remembered between questions. */
static lf_status auc_remember(lf_auc *auc, const lf_auc_params *params) {
    const bool deep = params->model == LF_AUC_RESNET20;
    auc->memory_count = LF_AUC_MEMORY + (deep ? LF_IMAGE_NET_MEMORY : 0);
    auc->memory = calloc(auc->memory_count, sizeof *auc->memory);
    return auc->memory ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for what is remembered");
}

/* The stream of a permutation; those before are of rows dropped, held out and judged. */
enum { AUC_RECAL_STREAM = 32 };

/* Training rows for statistics: bn_recal of them at random, or all if there are no more. */
static lf_status auc_recal(const lf_auc *auc, const lf_auc_params *params, lf_auc_judge *judge) {
    const size_t n = auc->classes.n[LF_PART_TRAIN], asked = params->bn_recal;
    const size_t rows = asked < n ? asked : n;
    if (params->model != LF_AUC_RESNET20 || asked == 0) return LF_OK;
    if (rows < params->deep.batch)
        return lf_fail(LF_BAD_ARGUMENT,
                       "auc: bn_recal has to be at least a batch, but %zu rows are less than %zu; "
                       "set bn_recal=%zu or more, or 0",
                       rows, params->deep.batch, params->deep.batch);
    if (params->deep.net.bn_decay >= 1)
        return lf_fail(
            LF_BAD_ARGUMENT,
            "auc: bn_recal finds statistics by moving the running ones, which bn_decay=1 "
            "never moves; set bn_decay=0.9, or bn_recal=0");
    judge->recal_row = malloc(n * sizeof *judge->recal_row);
    if (!judge->recal_row) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", n);
    memcpy(judge->recal_row, auc->classes.row[LF_PART_TRAIN], n * sizeof *judge->recal_row);
    lf_shuffle(params->classes.thin_seed, AUC_RECAL_STREAM, n, rows, judge->recal_row);
    judge->recal = rows;
    return LF_OK;
}

/* Scores of one point change with what the model remembers. */
static lf_status auc_judge(lf_auc *auc, const lf_auc_params *params) {
    lf_auc_judge *judge = &auc->judge;
    const bool deep = params->model == LF_AUC_RESNET20;
    const size_t few = deep ? params->judge : 0, test = deep ? params->judge_test : 0;
    const size_t most[LF_CLASS_PARTS] = {
        [LF_PART_TRAIN] = few, [LF_PART_VALIDATION] = few, [LF_PART_TEST] = test};
    judge->classes = &auc->classes;
    judge->raw = params->score;
    judge->surrogate = auc->form.surrogate;
    judge->max_fpr = params->max_fpr;
    judge->all = params->metrics;
    judge->memory = auc->memory + LF_AUC_MEMORY;
    judge->memory_count = auc->memory_count - LF_AUC_MEMORY;
    LF_TRY(auc_recal(auc, params, judge));
    LF_TRY(lf_judged_rows_pick(&auc->classes, most, params->classes.thin_seed, &judge->rows));
    return lf_auc_judge_create(judge);
}

/* auc->row <- the training rows, a stratum of each class. */
static lf_status auc_strata(lf_auc *auc) {
    const lf_two_classes *classes = &auc->classes;
    const size_t n = classes->n[LF_PART_TRAIN];
    size_t at = 0;
    auc->row = malloc(n * sizeof *auc->row);
    if (!auc->row) return lf_fail(LF_NO_MEMORY, "no memory for %zu rows", n);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < n; i++) {
            const uint32_t row = classes->row[LF_PART_TRAIN][i];
            if ((classes->sign[row] > 0) == side) auc->row[at++] = row;
        }
    return LF_OK;
}

/* What is drawn: rows as they come, or half of each class. */
static lf_status auc_draws(lf_auc *auc, bool balanced) {
    const lf_two_classes *classes = &auc->classes;
    const size_t n = classes->n[LF_PART_TRAIN];
    auc->objective = lf_component_mean(1, n, &lf_outer_identity);
    if (!balanced)
        return lf_scored_init(&auc->train, &classes->task.model, classes->row[LF_PART_TRAIN], n);
    auc->objective.strata = 2;
    auc->objective.stratum[0] = n - classes->positives;
    auc->objective.stratum[1] = classes->positives;
    auc->objective.share[0] = auc->objective.share[1] = 1;
    LF_TRY(auc_strata(auc));
    return lf_scored_init(&auc->train, &classes->task.model, auc->row, n);
}

/* Everything that answers questions. */
static lf_status auc_build(lf_auc *auc, const lf_auc_params *params) {
    const lf_two_classes *classes = &auc->classes;
    const double p = (double)classes->positives / (double)classes->n[LF_PART_TRAIN];
    const bool balanced = params->batches;
    LF_TRY(auc_check(params));
    LF_TRY(auc_remember(auc, params));
    LF_TRY(auc_model(auc, params));
    LF_TRY(auc_draws(auc, balanced));
    auc->loss = lf_class_loss_of(&params->loss, p, balanced);
    auc->form = (lf_square_auc){
        .scored = &auc->train,
        .sign = classes->sign,
        .raw = params->score,
        .balanced = balanced,
        .surrogate = {params->surrogate, params->margin},
        .share = {.mode = (lf_share_mode)params->p_mode, .known = balanced ? 0.5 : p},
        .memory = auc->memory};
    lf_square_auc_begin(&auc->form);
    return auc_judge(auc, params);
}

/* alpha of the margin loss is at least 0, and no more than the authors' code lets it be. */
static lf_domain auc_duals(const lf_auc *auc) {
    if (!auc->form.surrogate.has_margin) return (lf_domain){.kind = LF_DOMAIN_SPACE, .n = 1};
    return (lf_domain){.kind = LF_DOMAIN_BOX, .n = 1, .lower = 0, .upper = 999};
}

lf_status lf_auc_describe(lf_auc *auc, const lf_auc_params *params, lf_problem_info *info) {
    LF_TRY(auc_build(auc, params));
    const bool held = auc->classes.n[LF_PART_VALIDATION] > 0;
    const size_t d = auc->classes.task.model.dim + 2;
    *info = (lf_problem_info){
        .dim = d,
        .auxiliary = 2,
        .role[LF_ROLE_OBJECTIVE] = {1, &auc->objective},
        .domain = {.kind = LF_DOMAIN_SPACE, .n = d},
        .domain_y = auc_duals(auc),
        .x0 = auc->start,
        .rho_f = NAN,
        .rho_g = NAN,
        .measures = lf_auc_measures,
        .metrics = params->metrics ? LF_AUC_ALL_METRICS
                   : held          ? LF_AUC_METRICS
                                   : LF_AUC_METRICS - 1,
        .memory = auc->memory,
        .memory_count = auc->memory_count,
        .sparse = lf_model_sparse(&auc->classes.task.model),
    };
    lf_two_classes_describe(&auc->classes, info);
    return LF_OK;
}

void lf_auc_release(void *state) {
    lf_auc *auc = state;
    lf_auc_judge_free(&auc->judge);
    lf_scored_release(&auc->train);
    free(auc->row);
    free(auc->start);
    free(auc->memory);
    lf_two_classes_close(&auc->classes);
}

lf_status lf_auc_evaluate(void *state, const lf_samples *samples, const double *w, const double *y,
                          double *g, double *grad) {
    lf_auc *auc = state;
    return lf_class_loss_mean(&auc->train, &auc->loss, auc->classes.sign, samples, w, y, g, grad);
}

lf_status lf_auc_saddle(void *state, const lf_samples *samples, const double *v,
                        const double *alpha, double *grad_v, double *grad_alpha) {
    lf_auc *auc = state;
    return lf_square_auc_gradient(&auc->form, samples, v, alpha, grad_v, grad_alpha);
}

lf_status lf_auc_respond(void *state, const lf_samples *samples, const double *v, double *alpha) {
    lf_auc *auc = state;
    return lf_square_auc_respond(&auc->form, samples, v, alpha);
}

void lf_auc_support(const void *state, const lf_samples *samples, lf_support *support) {
    const lf_auc *auc = state;
    const size_t d = auc->classes.task.model.dim;
    lf_scored_support(&auc->train, samples, support);
    lf_support_add(support, d); /* a, b */
    lf_support_add(support, d + 1);
}
