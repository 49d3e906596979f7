/**
 * @file mlp.c
 * @brief The multilayer perceptron: forward, back, and forward in a direction, a block at a time.
 *
 * Every layer of a block is a matrix product and one loop for biases and activation. The way back
 * needs the activations of the way forth. Those of the last block are kept with its rows and its
 * point, both compared before they are used again: a caller need not promise anything.
 */
#include "problems/models/mlp.h"

#include <stdlib.h>
#include <string.h>

#include <cblas.h>
#include <levelfield/vector.h>

#include "problems/models/linear_rows.h"
#include "problems/models/mlp_layer.h"
#include "problems/models/mlp_shape.h"

/* Rows of a block, as callers hand them over. For less than MLP_WORTH rows, comparing and copying
 * the point takes longer than going forward again. */
enum { MLP_BLOCK = 256, MLP_WORTH = 16 };

/* The model's state. */
typedef struct {
    lf_mlp_shape shape;
    lf_mlp_activation activation;
    size_t n;                 /* rows of the block that is held; 0: none */
    bool known;               /* a[l] are their activations at w */
    const double *x;          /* n x width[0]: the rows, in the table or copied */
    double *copied;           /* MLP_BLOCK x width[0] */
    double *a[LF_MLP_LAYERS]; /* MLP_BLOCK x width[l], l = 1 .. layers - 1: a_l */
    double *change[2];        /* MLP_BLOCK x widest each: slopes or tangents of two layers */
    double *w;                /* dim */
    uint32_t row[MLP_BLOCK];
    double memory[];
} mlp_work;

/* ---- the rows of a block ---- */

static bool mlp_rows_held(const mlp_work *m, const lf_rows *rows, size_t first, size_t n) {
    if (m->n != n) return false;
    for (size_t i = 0; i < n; i++)
        if (m->row[i] != lf_linear_row(rows, first + i)) return false;
    return true;
}

/* m->x <- rows first .. first + n - 1 of the list: neighbours where they lie, others copied. */
static void mlp_hold_rows(const lf_model *model, const lf_rows *rows, size_t first, size_t n) {
    mlp_work *m = model->state;
    const lf_data *data = model->data;
    if (mlp_rows_held(m, rows, first, n)) return;
    m->n = n;
    m->known = false;
    for (size_t i = 0; i < n; i++)
        m->row[i] = (uint32_t)lf_linear_row(rows, first + i);
    m->x = m->copied;
    if (data->dense && lf_linear_stretch(rows, first) >= n)
        m->x = data->dense + lf_linear_row(rows, first) * data->features;
    else
        lf_linear_copy(data, rows, first, n, m->copied);
}

/* ---- a block ---- */

static const double *mlp_weights(const mlp_work *m, size_t l, const double *w) {
    return w + m->shape.start[l];
}

static const double *mlp_biases(const mlp_work *m, size_t l, const double *w) {
    return w + m->shape.start[l] + m->shape.width[l] * m->shape.width[l - 1];
}

/* a_{l-1} */
static const double *mlp_below(const mlp_work *m, size_t l) {
    return l == 1 ? m->x : m->a[l - 1];
}

/* m->x and m->a[l] <- these rows and their activations at w, unless they are there already. */
static void mlp_forward(const lf_model *model, const lf_rows *rows, size_t first, size_t n,
                        const double *w) {
    mlp_work *m = model->state;
    const size_t *width = m->shape.width;
    mlp_hold_rows(model, rows, first, n);
    if (m->shape.layers == 1) return;
    if (m->known && memcmp(m->w, w, model->dim * sizeof *w) == 0) return;
    for (size_t l = 1; l < m->shape.layers; l++) {
        lf_mlp_product(n, width[l - 1], width[l], mlp_below(m, l), mlp_weights(m, l, w), 0,
                       m->a[l]);
        lf_mlp_activate(m->activation, n, width[l], mlp_biases(m, l, w), m->a[l]);
    }
    m->known = n >= MLP_WORTH;
    if (m->known) lf_vec_copy(model->dim, w, m->w);
}

/* s (n x outputs) <- W_{L+1} a_L + b_{L+1} of the block that is held */
static void mlp_last(const lf_model *model, const double *w, double *s) {
    const mlp_work *m = model->state;
    const size_t l = m->shape.layers, in = m->shape.width[l - 1];
    lf_mlp_product(m->n, in, model->outputs, mlp_below(m, l), mlp_weights(m, l, w), 0, s);
    lf_mlp_add_bias(m->n, model->outputs, mlp_biases(m, l, w), s);
}

/* grad += (dW_l, db_l) from D (n x width_l), the slopes on z_l */
static void mlp_add_gradient(const mlp_work *m, size_t l, const double *D, double *grad) {
    const size_t in = m->shape.width[l - 1], out = m->shape.width[l];
    double *W = grad + m->shape.start[l];
    lf_mlp_product_weights(m->n, in, out, mlp_below(m, l), D, W);
    lf_mlp_add_slopes(m->n, out, D, W + out * in);
}

/* grad += J' ds of the block that is held */
static void mlp_back(const mlp_work *m, const double *w, const double *ds, double *grad) {
    const double *D = ds;
    for (size_t l = m->shape.layers; l > 0; l--) {
        const size_t in = m->shape.width[l - 1];
        mlp_add_gradient(m, l, D, grad);
        if (l == 1) return;
        double *below = m->change[l % 2];
        lf_mlp_product_back(m->n, in, m->shape.width[l], D, mlp_weights(m, l, w), below);
        lf_mlp_slope(m->activation, m->n * in, m->a[l - 1], below);
        D = below;
    }
}

/* js (n x outputs) <- J v of the block that is held: the tangents t_l of a_l, t_0 = 0,
 *     t_l = act'(z_l) (V_l a_{l-1} + c_l + W_l t_{l-1}),  (V_l, c_l) = v */
static void mlp_tangents(const mlp_work *m, const double *w, const double *v, double *js) {
    const double *below = NULL;
    for (size_t l = 1; l <= m->shape.layers; l++) {
        const size_t in = m->shape.width[l - 1], out = m->shape.width[l];
        double *t = l == m->shape.layers ? js : m->change[l % 2];
        lf_mlp_product(m->n, in, out, mlp_below(m, l), mlp_weights(m, l, v), 0, t);
        if (below) lf_mlp_product(m->n, in, out, below, mlp_weights(m, l, w), 1, t);
        lf_mlp_add_bias(m->n, out, mlp_biases(m, l, v), t);
        if (l < m->shape.layers) lf_mlp_slope(m->activation, m->n * out, m->a[l], t);
        below = t;
    }
}

/* ---- the class ---- */

static size_t mlp_block(const lf_rows *rows, size_t first) {
    return rows->n - first < MLP_BLOCK ? rows->n - first : MLP_BLOCK;
}

static lf_status mlp_scores(const lf_model *model, const lf_rows *rows, const double *w,
                            double *s) {
    for (size_t i = 0, n; i < rows->n; i += n, s += n * model->outputs) {
        n = mlp_block(rows, i);
        mlp_forward(model, rows, i, n, w);
        mlp_last(model, w, s);
    }
    return LF_OK;
}

static lf_status mlp_backward(const lf_model *model, const lf_rows *rows, const double *w,
                              const double *ds, double *grad) {
    for (size_t i = 0, n; i < rows->n; i += n, ds += n * model->outputs) {
        n = mlp_block(rows, i);
        mlp_forward(model, rows, i, n, w);
        mlp_back(model->state, w, ds, grad);
    }
    return LF_OK;
}

static lf_status mlp_jvp(const lf_model *model, const lf_rows *rows, const double *w,
                         const double *v, double *js) {
    for (size_t i = 0, n; i < rows->n; i += n, js += n * model->outputs) {
        n = mlp_block(rows, i);
        mlp_forward(model, rows, i, n, w);
        mlp_tangents(model->state, w, v, js);
    }
    return LF_OK;
}

static void mlp_release(lf_model *model) {
    free(model->state);
}

static const lf_model_class mlp_class = {
    .name = "mlp",
    .scores = mlp_scores,
    .backward = mlp_backward,
    .jvp = mlp_jvp,
    .release = mlp_release,
};

/* Doubles of all workspaces. */
static size_t mlp_doubles(const lf_mlp_shape *shape) {
    size_t columns = shape->width[0] + 2 * shape->widest;
    for (size_t l = 1; l < shape->layers; l++)
        columns += shape->width[l];
    return MLP_BLOCK * columns + shape->dim;
}

/* Share the memory out. */
static void mlp_lay_out(mlp_work *m) {
    double *at = m->memory;
    m->copied = at;
    at += MLP_BLOCK * m->shape.width[0];
    for (size_t l = 1; l < m->shape.layers; at += MLP_BLOCK * m->shape.width[l++])
        m->a[l] = at;
    for (size_t k = 0; k < 2; k++, at += MLP_BLOCK * m->shape.widest)
        m->change[k] = at;
    m->w = at;
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
    openblas_set_num_threads(1); /* as for linear models: the sums depend on it */
    mlp_work *m = malloc(sizeof *m + mlp_doubles(&shape) * sizeof *m->memory);
    if (!m) return lf_fail(LF_NO_MEMORY, "no memory for an mlp of %zu parameters", shape.dim);
    *m = (mlp_work){.shape = shape, .activation = (lf_mlp_activation)params->activation};
    mlp_lay_out(m);
    *model = (lf_model){
        .is = &mlp_class, .data = data, .dim = shape.dim, .outputs = outputs, .state = m};
    return LF_OK;
}

void lf_mlp_start(const lf_model *model, const lf_mlp_params *params, double *w) {
    const mlp_work *m = model->state;
    const double gain = m->activation == LF_MLP_RELU ? 2 : 1;
    lf_mlp_shape_start(&m->shape, gain, params->init_seed, w);
}
