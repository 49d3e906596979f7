#include "problems/models/mlp/mlp_work.h"

#include <stdlib.h>

#include "problems/models/mlp/mlp_product.h"

/* Rounded up, so that all parts lie alike in cache lines: the bits of a product may depend on where
 * its operands begin. */
static size_t work_line(size_t n) {
    return (n + LF_REAL_LINE - 1) / LF_REAL_LINE * LF_REAL_LINE;
}

/* Numbers of a held block. */
static size_t work_held(const lf_mlp_shape *shape) {
    size_t columns = shape->width[0];
    for (size_t l = 1; l < shape->layers; l++)
        columns += shape->width[l];
    return LF_MLP_BLOCK * columns + work_line(shape->dim);
}

/* Numbers for the products of all layers. */
static size_t work_room(const lf_mlp_shape *shape) {
    size_t most = 0;
    for (size_t l = 1; l <= shape->layers; l++) {
        const size_t room = lf_mlp_product_room(shape->width[l - 1], shape->width[l]);
        if (room > most) most = room;
    }
    return work_line(most);
}

/* A multiple of the alignment, as aligned_alloc wants it. */
static size_t work_bytes(const lf_mlp_shape *shape) {
    const size_t line = _Alignof(lf_mlp_work);
    const size_t n = LF_MLP_HELD * work_held(shape) + (size_t)2 * LF_MLP_BLOCK * shape->widest +
                     work_room(shape) +
                     lf_real_room(2 * work_line(shape->dim) + LF_MLP_BLOCK * shape->widest);
    return (sizeof(lf_mlp_work) + n * sizeof(lf_real) + line - 1) / line * line;
}

/* Share the memory out. */
static void work_lay_out(lf_mlp_work *m) {
    lf_real *at = m->memory;
    for (size_t k = 0; k < LF_MLP_HELD; k++) {
        lf_mlp_held *h = &m->held[k];
        h->copied = at;
        at += LF_MLP_BLOCK * m->shape.width[0];
        for (size_t l = 1; l < m->shape.layers; at += LF_MLP_BLOCK * m->shape.width[l++])
            h->a[l] = at;
        h->w = at;
        at += work_line(m->shape.dim);
    }
    for (size_t k = 0; k < 2; k++, at += LF_MLP_BLOCK * m->shape.widest)
        m->change[k] = at;
    m->room = at;
    m->point = at + work_room(&m->shape);
    m->slopes = m->point + work_line(m->shape.dim);
    m->scores = m->slopes + work_line(m->shape.dim);
}

lf_mlp_work *lf_mlp_work_create(const lf_mlp_shape *shape, lf_mlp_activation activation) {
    lf_mlp_work *m = aligned_alloc(_Alignof(lf_mlp_work), work_bytes(shape));
    if (!m) return NULL;
    *m = (lf_mlp_work){.shape = *shape, .activation = activation};
    work_lay_out(m);
    return m;
}
