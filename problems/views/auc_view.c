/**
 * @file auc_view.c
 * @brief Model, starting point and description; questions go to the pieces.
 */
#include "problems/views/auc_view.h"

#include <math.h>
#include <stdlib.h>

#include "problems/pieces/mean_loss.h"
#include "problems/views/auc_params.h"

/* The model, and where v starts: a linear one at the origin, a = b = 0. */
static lf_status auc_model(lf_auc *auc, const lf_auc_params *params) {
    static const lf_mlp_params intercept = {.hidden = "none"};
    lf_model *model = &auc->classes.task.model;
    const bool mlp = params->model == LF_AUC_MLP;
    if (params->score && mlp)
        return lf_fail(LF_BAD_ARGUMENT, "auc: score=raw is of linear models; set model=linear");
    if (params->score)
        LF_TRY(lf_linear_create(auc->classes.table, model));
    else
        LF_TRY(lf_mlp_create(auc->classes.table, mlp ? &params->mlp : &intercept, 1, model));
    auc->start = calloc(model->dim + 2, sizeof *auc->start);
    if (!auc->start) return lf_fail(LF_NO_MEMORY, "no memory for %zu weights", model->dim);
    return mlp ? lf_auc_mlp_start(model, &params->mlp, auc->start) : LF_OK;
}

/* Everything that answers questions. */
static lf_status auc_build(lf_auc *auc, const lf_auc_params *params) {
    const lf_two_classes *classes = &auc->classes;
    const size_t n = classes->n[LF_PART_TRAIN];
    LF_TRY(auc_model(auc, params));
    LF_TRY(lf_scored_init(&auc->train, &classes->task.model, classes->row[LF_PART_TRAIN], n));
    auc->form = (lf_square_auc){.scored = &auc->train,
                                .sign = classes->sign,
                                .raw = params->score,
                                .share = {.mode = (lf_share_mode)params->p_mode,
                                          .known = (double)classes->positives / (double)n},
                                .memory = auc->memory};
    lf_square_auc_begin(&auc->form);
    auc->judge.classes = classes;
    auc->judge.raw = params->score;
    LF_TRY(lf_auc_judge_create(&auc->judge));
    auc->outer = (lf_outer){.kind = LF_OUTER_SUM, .p = 1, .scale = 1};
    auc->objective = (lf_component){
        .outputs = 1, .samples = n, .strata = 1, .stratum = {n}, .outers = 1, .outer = &auc->outer};
    return LF_OK;
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
        .domain_y = {.kind = LF_DOMAIN_SPACE, .n = 1},
        .x0 = auc->start,
        .rho_f = NAN,
        .rho_g = NAN,
        .measures = lf_auc_measures,
        .metrics = held ? LF_AUC_METRICS : LF_AUC_METRICS - 1,
        .memory = auc->memory,
        .memory_count = LF_AUC_MEMORY,
    };
    lf_two_classes_describe(&auc->classes, info);
    return LF_OK;
}

void lf_auc_release(void *state) {
    lf_auc *auc = state;
    lf_auc_judge_free(&auc->judge);
    lf_scored_release(&auc->train);
    free(auc->start);
    lf_two_classes_close(&auc->classes);
}

lf_status lf_auc_evaluate(void *state, const lf_samples *samples, const double *w, const double *y,
                          double *g, double *grad) {
    lf_auc *auc = state;
    return lf_mean_loss(&auc->train, LF_LOSS_LOGISTIC, auc->classes.sign, samples, w, y, g, grad);
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
