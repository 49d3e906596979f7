/**
 * @file mlp.c
 * @brief The multilayer perceptron: forward, back, and forward in a direction, a block at a time.
 *
 * Every layer of a block is a matrix product and one loop for biases and activation; the first goes
 * through the entries alone where these are few (mlp_sparse.h). The way back
 * needs the activations of the way forth. Those of the last two blocks are kept with their rows and
 * their points, compared before they are used again: a caller need not promise anything. Two,
 * because methods ask about one batch at w_t, at w_{t-1}, and at w_t again for the slope.
 */
#include "problems/models/mlp/mlp.h"

#include <stdlib.h>
#include <string.h>

#include "problems/models/linear/linear_rows.h"
#include "problems/models/mlp/mlp_layer.h"
#include "problems/models/mlp/mlp_product.h"
#include "problems/models/mlp/mlp_work.h"

/* For less rows, comparing and copying the point takes longer than going forward again; and a
 * method that has not come back to a block in so many never will, or pays for one more way forward.
 */
enum { MLP_WORTH = 16, MLP_PATIENCE = 16 };

/* ---- the rows of a block ---- */

static bool mlp_has_rows(const lf_mlp_held *h, const lf_rows *rows, size_t first, size_t n) {
    if (h->n != n) return false;
    for (size_t i = 0; i < n; i++)
        if (h->row[i] != lf_linear_row(rows, first + i)) return false;
    return true;
}

/* h->x <- rows first .. first + n - 1 of the list: neighbours where they lie, others copied. */
static void mlp_take_rows(const lf_model *model, const lf_rows *rows, size_t first, size_t n,
                          lf_mlp_held *h) {
    const lf_data *data = model->data;
    const lf_mlp_work *m = model->state;
    h->known = false;
    if (mlp_has_rows(h, rows, first, n)) return;
    h->n = n;
    for (size_t i = 0; i < n; i++)
        h->row[i] = (uint32_t)lf_linear_row(rows, first + i);
    h->x = NULL;
    if (m->sparse.rows.base) return;
    if (data->dense && lf_linear_stretch(rows, first) >= n)
        h->x = lf_real_at(data->dense + lf_linear_row(rows, first) * data->features);
    if (h->x) return;
    lf_linear_copy(data, rows, first, n, h->copied);
    h->x = h->copied;
}

/* true if a block that is held is these rows at w; it becomes the one at hand. */
static bool mlp_find(const lf_model *model, const lf_rows *rows, size_t first, size_t n,
                     const lf_real *w) {
    lf_mlp_work *m = model->state;
    if (rows->fresh && mlp_has_rows(&m->held[m->now], rows, first, n)) return true;
    for (size_t k = 0; k < LF_MLP_HELD; k++) {
        const lf_mlp_held *h = &m->held[k];
        if (!mlp_has_rows(h, rows, first, n)) continue;
        m->unasked = 0;
        if (!h->known || memcmp(h->w, w, model->dim * sizeof *w) != 0) continue;
        m->now = k;
        return true;
    }
    return false;
}

/* ---- a block ---- */

static const lf_real *mlp_weights(const lf_mlp_work *m, size_t l, const lf_real *w) {
    return w + m->shape.start[l];
}

static const lf_real *mlp_biases(const lf_mlp_work *m, size_t l, const lf_real *w) {
    return w + m->shape.start[l] + m->shape.width[l] * m->shape.width[l - 1];
}

/* a_{l-1} of the block at hand */
static const lf_real *mlp_below(const lf_mlp_work *m, size_t l) {
    const lf_mlp_held *h = &m->held[m->now];
    return l == 1 ? h->x : h->a[l - 1];
}

/* Z (n x width_l) <- a_{l-1} W' of the block at hand, W (width_l x width_{l-1}) */
static void mlp_product(const lf_mlp_work *m, size_t l, const lf_real *W, lf_real *Z) {
    const lf_mlp_held *h = &m->held[m->now];
    const size_t in = m->shape.width[l - 1], out = m->shape.width[l];
    if (l == 1 && !h->x)
        lf_mlp_sparse_product(&m->sparse, h->n, h->row, W, Z);
    else
        lf_mlp_product(h->n, in, out, mlp_below(m, l), W, 0, Z, m->room);
}

/* The block at hand <- these rows and their activations at w, unless one is that already. */
static void mlp_forward(const lf_model *model, const lf_rows *rows, size_t first, size_t n,
                        const lf_real *w) {
    lf_mlp_work *m = model->state;
    const size_t *width = m->shape.width;
    if (mlp_find(model, rows, first, n, w)) return;
    m->now = (m->now + 1) % LF_MLP_HELD;
    lf_mlp_held *h = &m->held[m->now];
    mlp_take_rows(model, rows, first, n, h);
    for (size_t l = 1; l < m->shape.layers; l++) {
        mlp_product(m, l, mlp_weights(m, l, w), h->a[l]);
        lf_mlp_activate(m->activation, n, width[l], mlp_biases(m, l, w), h->a[l]);
    }
    h->known = n >= MLP_WORTH && m->shape.layers > 1 && m->unasked < MLP_PATIENCE;
    if (!h->known) return;
    memcpy(h->w, w, model->dim * sizeof *w);
    m->unasked++;
}

/* s (n x outputs) <- W_{L+1} a_L + b_{L+1} of the block at hand */
static void mlp_last(const lf_model *model, const lf_real *w, lf_real *s) {
    const lf_mlp_work *m = model->state;
    const size_t l = m->shape.layers;
    mlp_product(m, l, mlp_weights(m, l, w), s);
    lf_mlp_add_bias(m->held[m->now].n, model->outputs, mlp_biases(m, l, w), s);
}

/* grad += (dW_l, db_l) from D (n x width_l), the slopes on z_l */
static void mlp_add_gradient(const lf_mlp_work *m, size_t l, const lf_real *D, lf_real *grad) {
    const lf_mlp_held *h = &m->held[m->now];
    const size_t in = m->shape.width[l - 1], out = m->shape.width[l];
    lf_real *W = grad + m->shape.start[l], *b = W + out * in;
    if (l == 1 && !h->x) {
        lf_mlp_sparse_slopes(&m->sparse, h->n, h->row, D, W, b);
        return;
    }
    lf_mlp_product_weights(h->n, in, out, mlp_below(m, l), D, W);
    lf_mlp_add_slopes(h->n, out, D, b);
}

/* grad += J' ds of the block at hand */
static void mlp_back(const lf_mlp_work *m, const lf_real *w, const lf_real *ds, lf_real *grad) {
    const lf_mlp_held *h = &m->held[m->now];
    const lf_real *D = ds;
    for (size_t l = m->shape.layers; l > 0; l--) {
        const size_t in = m->shape.width[l - 1];
        mlp_add_gradient(m, l, D, grad);
        if (l == 1) return;
        lf_real *below = m->change[l % 2];
        lf_mlp_product_back(h->n, in, m->shape.width[l], D, mlp_weights(m, l, w), below);
        lf_mlp_slope(m->activation, h->n * in, h->a[l - 1], below);
        D = below;
    }
}

/* js (n x outputs) <- J v of the block at hand: the tangents t_l of a_l, t_0 = 0,
 *     t_l = act'(z_l) (V_l a_{l-1} + c_l + W_l t_{l-1}),  (V_l, c_l) = v */
static void mlp_tangents(const lf_mlp_work *m, const lf_real *w, const lf_real *v, lf_real *js) {
    const lf_mlp_held *h = &m->held[m->now];
    const lf_real *below = NULL;
    for (size_t l = 1; l <= m->shape.layers; l++) {
        const size_t in = m->shape.width[l - 1], out = m->shape.width[l];
        lf_real *t = l == m->shape.layers ? js : m->change[l % 2];
        mlp_product(m, l, mlp_weights(m, l, v), t);
        if (below) lf_mlp_product(h->n, in, out, below, mlp_weights(m, l, w), 1, t, m->room);
        lf_mlp_add_bias(h->n, out, mlp_biases(m, l, v), t);
        if (l < m->shape.layers) lf_mlp_slope(m->activation, h->n * out, h->a[l], t);
        below = t;
    }
}

/* ---- the class ---- */

static size_t mlp_block(const lf_rows *rows, size_t first) {
    return rows->n - first < LF_MLP_BLOCK ? rows->n - first : LF_MLP_BLOCK;
}

static lf_status mlp_scores(const lf_model *model, const lf_rows *rows, const double *w,
                            double *s) {
    const lf_mlp_work *m = model->state;
    const lf_real *at = lf_real_from(model->dim, w, m->point);
    for (size_t i = 0, n; i < rows->n; i += n, s += n * model->outputs) {
        n = mlp_block(rows, i);
        lf_real *z = lf_real_begin(n * model->outputs, s, m->scores);
        mlp_forward(model, rows, i, n, at);
        mlp_last(model, at, z);
        lf_real_set(n * model->outputs, z, s);
    }
    return LF_OK;
}

/* Blocks are added up in doubles, so that their number costs no digits. */
static lf_status mlp_backward(const lf_model *model, const lf_rows *rows, const double *w,
                              const double *ds, double *grad) {
    const lf_mlp_work *m = model->state;
    const lf_real *at = lf_real_from(model->dim, w, m->point);
    for (size_t i = 0, n; i < rows->n; i += n, ds += n * model->outputs) {
        n = mlp_block(rows, i);
        const lf_real *D = lf_real_from(n * model->outputs, ds, m->scores);
        lf_real *sum = lf_real_begin(model->dim, grad, m->slopes);
        mlp_forward(model, rows, i, n, at);
        mlp_back(m, at, D, sum);
        lf_real_add(model->dim, sum, grad);
    }
    return LF_OK;
}

static lf_status mlp_jvp(const lf_model *model, const lf_rows *rows, const double *w,
                         const double *v, double *js) {
    const lf_mlp_work *m = model->state;
    const lf_real *at = lf_real_from(model->dim, w, m->point);
    const lf_real *along = lf_real_from(model->dim, v, m->slopes);
    for (size_t i = 0, n; i < rows->n; i += n, js += n * model->outputs) {
        n = mlp_block(rows, i);
        lf_real *t = lf_real_begin(n * model->outputs, js, m->scores);
        mlp_forward(model, rows, i, n, at);
        mlp_tangents(m, at, along, t);
        lf_real_set(n * model->outputs, t, js);
    }
    return LF_OK;
}

static void mlp_release(lf_model *model) {
    lf_mlp_work *m = model->state;
    if (m) lf_mlp_sparse_release(&m->sparse);
    free(m);
}

static const lf_model_class mlp_class = {
    .name = "mlp",
    .scores = mlp_scores,
    .backward = mlp_backward,
    .jvp = mlp_jvp,
    .release = mlp_release,
    .holds = true,
};

lf_status lf_mlp_open(const lf_data *data, const lf_mlp_shape *shape, lf_mlp_activation activation,
                      lf_model *model) {
    lf_mlp_work *m = lf_mlp_work_create(shape, activation);
    if (!m) return lf_fail(LF_NO_MEMORY, "no memory for an mlp of %zu parameters", shape->dim);
    *model = (lf_model){.is = &mlp_class,
                        .data = data,
                        .dim = shape->dim,
                        .outputs = shape->width[shape->layers],
                        .state = m};
    return lf_mlp_sparse_create(data, shape->width[1], &m->sparse);
}
