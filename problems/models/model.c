/**
 * @file model.c
 * @brief What all models share; each one has a file of its own.
 */
#include "problems/models/model.h"

void lf_model_release(lf_model *model) {
    if (model->is && model->is->release) model->is->release(model);
    *model = (lf_model){0};
}

bool lf_model_linear(const lf_model *model) {
    return model->is->linear;
}

bool lf_model_sparse(const lf_model *model) {
    return model->is->support && !model->data->dense;
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
