/**
 * @file model.c
 * @brief What all models share; each one has a file of its own.
 */
#include "problems/models/model.h"

void lf_model_release(lf_model *model) {
    if (model->is && model->is->release) model->is->release(model);
    *model = (lf_model){0};
}
