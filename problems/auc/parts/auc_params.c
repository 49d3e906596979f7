/**
 * @file auc_params.c
 * @brief The start of a network's last layer, and the measures.
 */
#include "problems/auc/parts/auc_params.h"

#include <math.h>

#include <levelfield/vector.h>

#include "problems/models/mlp/mlp_shape.h"

const lf_measure lf_auc_measures[] = {
    {"work", "gradient.objective + value.objective/3", "passes forward and back, in samples"},
    {0},
};

lf_status lf_auc_mlp_start(const lf_model *model, const lf_mlp_params *params, double *w) {
    lf_mlp_shape shape;
    LF_TRY(lf_mlp_start(model, params, w));
    if (params->activation != LF_MLP_RELU) return LF_OK;
    LF_TRY(lf_mlp_shape_read(params->hidden, model->data->features, model->outputs, &shape));
    const size_t n = shape.width[shape.layers - 1] * model->outputs;
    lf_vec_scale(n, sqrt(0.5), w + shape.start[shape.layers]);
    return LF_OK;
}
