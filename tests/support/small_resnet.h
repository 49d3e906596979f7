/**
 * @file small_resnet.h
 * @brief A ResNet-20 with few images, a point to ask at, and the naive one beside it.
 */
#pragma once

#include <stdlib.h>

#include "problems/models/resnet/resnet20.h"

#include "naive_resnet.h"
#include "near.h"
#include "random_table.h"

typedef struct {
    lf_resnet20_params params;
    size_t n, outputs, dim;
    lf_resnet20 *net;
    naive_net naive;
    float *images;
    double *w, *ds, *scores, *want; /* dim; n x outputs each */
} small_resnet;

static const lf_resnet20_params small_standard = {.bn_eps = 1e-5, .bn_decay = 0.9, .init_seed = 7};

/** Images uniform in [-2, 2), w the start with gamma, beta and b moved by up to a fifth, so that
 *  each of them matters. */
static inline void small_open(small_resnet *s, lf_resnet20_params params, size_t n,
                              size_t outputs) {
    *s = (small_resnet){
        .params = params, .n = n, .outputs = outputs, .dim = lf_resnet20_dim(outputs)};
    resnet_shape_fill(outputs, &s->naive.shape);
    s->naive.outputs = outputs;
    s->images = malloc(n * LF_RESNET20_IMAGE * sizeof *s->images);
    s->w = malloc(s->dim * sizeof *s->w);
    s->ds = malloc(n * outputs * sizeof *s->ds);
    s->scores = malloc(n * outputs * sizeof *s->scores);
    s->want = malloc(n * outputs * sizeof *s->want);
    for (size_t i = 0; i < n * LF_RESNET20_IMAGE; i++)
        s->images[i] = (float)table_random(1, i, -2, 2);
    table_point(2, n * outputs, 1, s->ds);
    lf_resnet20_start(&params, outputs, s->w);
    for (size_t i = s->naive.shape.layer[0].gamma; i < s->dim; i++)
        s->w[i] += table_random(3, i, -0.2, 0.2);
    assert_ok(lf_resnet20_create(&params, outputs, 1, &n, &s->net));
}

static inline void small_close(small_resnet *s) {
    lf_resnet20_release(s->net);
    free(s->images);
    free(s->w);
    free(s->ds);
    free(s->scores);
    free(s->want);
}

/** sum ds . scores of the naive network at w */
static inline double small_naive(small_resnet *s, const double *w) {
    double sum = 0;
    s->naive.params = &s->params;
    naive_scores(&s->naive, s->n, s->images, w, s->want);
    for (size_t i = 0; i < s->n * s->outputs; i++)
        sum += s->ds[i] * s->want[i];
    return sum;
}
