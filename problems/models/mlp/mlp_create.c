/**
 * @file mlp_create.c
 * @brief From parameters to a network of doubles or of floats, or to a linear model; where it
 * starts.
 */
#include "problems/models/mlp/mlp.h"

#include "problems/models/mlp/mlp_shape.h"

lf_status lf_mlp_absent(const lf_mlp_params *params) {
    if (params->precision == LF_MLP_FLOAT64) return LF_OK;
    return lf_fail(LF_BAD_ARGUMENT,
                   "precision=float32 is of networks, and this model is another; set model=mlp "
                   "with a hidden layer, or precision=float64");
}

lf_status lf_mlp_create(const lf_data *data, const lf_mlp_params *params, size_t outputs,
                        lf_model *model) {
    lf_mlp_shape shape;
    *model = (lf_model){0};
    if (data->pixel)
        return lf_fail(LF_BAD_INPUT,
                       "data set %s holds images; an mlp needs a table of features, such as a9a",
                       data->name);
    LF_TRY(lf_mlp_shape_read(params->hidden, data->features, outputs, &shape));
    if (shape.layers == 1 && outputs == 1) {
        LF_TRY(lf_mlp_absent(params));
        return lf_affine_create(data, model);
    }
    return (params->precision == LF_MLP_FLOAT32 ? lf_mlp_open_single : lf_mlp_open)(
        data, &shape, (lf_mlp_activation)params->activation, model);
}

lf_status lf_mlp_start(const lf_model *model, const lf_mlp_params *params, double *w) {
    const double gain = params->activation == LF_MLP_RELU ? 2 : 1;
    lf_mlp_shape shape;
    LF_TRY(lf_mlp_shape_read(params->hidden, model->data->features, model->outputs, &shape));
    lf_mlp_shape_start(&shape, gain, params->init_seed, w);
    return LF_OK;
}
