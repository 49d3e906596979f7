/**
 * @file model.c
 * @brief What all models share; each one has a file of its own.
 */
#include "problems/models/model.h"

/* Rows of which the support is asked for at a time. */
enum { MODEL_ROWS = 256 };

void lf_model_release(lf_model *model) {
    if (model->is && model->is->release) model->is->release(model);
    *model = (lf_model){0};
}

bool lf_model_linear(const lf_model *model) {
    return model->is->linear;
}

bool lf_model_scores_zero(const lf_model *model, const double *w) {
    size_t i = 0;
    while (model->is->through_origin && i < model->dim && w[i] == 0)
        i++;
    return model->is->through_origin && i == model->dim;
}

bool lf_model_sparse(const lf_model *model) {
    return model->is->support && !model->data->dense;
}

void lf_model_support(const lf_model *model, const uint32_t *row, size_t n, const uint32_t *id,
                      lf_support *support) {
    uint32_t list[MODEL_ROWS];
    for (size_t i = 0; i < n; i += MODEL_ROWS) {
        const lf_rows rows = {.n = n - i < MODEL_ROWS ? n - i : MODEL_ROWS, .row = list};
        for (size_t k = 0; k < rows.n; k++)
            list[k] = row[id[i + k]];
        model->is->support(model, &rows, support);
    }
}

lf_status lf_model_jvp(const lf_model *model, const lf_rows *rows, const double *w, const double *v,
                       double *js) {
    if (model->is->jvp) return model->is->jvp(model, rows, w, v, js);
    if (model->is->linear) return model->is->scores(model, rows, v, js);
    return lf_fail(LF_UNSUPPORTED,
                   "model %s has no Jacobian-vector product (jvp); choose another model, or a "
                   "method that needs none",
                   model->is->name);
}
