/**
 * @file layer_bench.h
 * @brief A layer of a network by itself: random numbers in, and what comes out, in plain layout.
 */
#pragma once

#include <float.h>
#include <stdlib.h>

#include "problems/models/resnet/dnnl_layers.h"

#include "naive_resnet.h"
#include "near.h"
#include "random_table.h"

/** Rounding in a sum of that many products of numbers in [-1, 1): partial sums grow as the root of
 *  their number, each addition loses half a unit of the last place of one, and the losses grow as
 *  the root again. A quarter of this is what that comes to, if no two agree. */
static inline double bench_rounding(size_t terms) {
    return (double)FLT_EPSILON * (double)terms;
}

enum { N = 3, MOST = 32 };

/* A layer by itself: what it works on, and a view of it in plain layout. */
typedef struct {
    lf_dnnl dnnl;
    lf_tape_room space;
    lf_tape tape;
    lf_site site;
    void *block;
    float *at[MOST]; /* of plain memory objects */
    size_t count[MOST], plain;
} bench;

static inline void bench_open(bench *b) {
    *b = (bench){0};
    assert_ok(lf_dnnl_open(&b->dnnl));
    b->space.dnnl = &b->dnnl;
    b->site = (lf_site){&b->space, &b->tape, "test"};
}

/* A plain memory object with random numbers. */
static inline dnnl_memory_t bench_plain(bench *b, const dnnl_memory_desc_t *desc) {
    dnnl_memory_t memory;
    const size_t count = dnnl_memory_desc_get_size(desc) / sizeof(float);
    float *at = malloc(count * sizeof *at);
    for (size_t i = 0; i < count; i++)
        at[i] = (float)table_random(b->plain + 1, i, -1, 1);
    b->at[b->plain] = at;
    b->count[b->plain++] = count;
    assert_ok(lf_space_view(&b->space, desc, at, &memory));
    return memory;
}

static inline dnnl_memory_t bench_image(bench *b, size_t c, size_t side) {
    dnnl_memory_desc_t desc;
    assert_ok(lf_image_plain(N, c, side, &desc));
    return bench_plain(b, &desc);
}

static inline dnnl_memory_t bench_vector(bench *b, size_t c) {
    dnnl_memory_desc_t desc;
    assert_ok(lf_vector_plain(c, &desc));
    return bench_plain(b, &desc);
}

/* The layout of a network's images. */
static inline dnnl_memory_t bench_blocked(bench *b, size_t c, size_t side) {
    const lf_conv inside = {.n = N, .c_in = c, .c_out = c, .side = side, .stride = 1};
    dnnl_memory_desc_t desc;
    dnnl_memory_t memory;
    assert_ok(lf_conv_layout(&b->dnnl, &inside, &desc));
    assert_ok(lf_space_new(&b->space, &desc, &memory));
    return memory;
}

/* A network's image that is brought from, or to, a plain one. */
static inline dnnl_memory_t bench_from(bench *b, dnnl_memory_t plain, size_t c, size_t side) {
    dnnl_memory_t memory = bench_blocked(b, c, side);
    assert_ok(lf_layer_reorder(&b->site, plain, memory));
    return memory;
}

static inline void bench_run(bench *b) {
    b->block = aligned_alloc(64, lf_space_bytes(&b->space) + 64);
    assert_ok(lf_space_bind(&b->space, b->block));
    assert_ok(lf_tape_run(&b->tape, &b->dnnl));
}

static inline void bench_close(bench *b) {
    for (size_t i = 0; i < b->plain; i++)
        free(b->at[i]);
    lf_tape_close(&b->tape);
    lf_space_close(&b->space);
    lf_dnnl_close(&b->dnnl);
    free(b->block);
}

/* The k-th plain memory object as doubles. */
static inline double *bench_doubles(const bench *b, size_t k) {
    double *x = naive_zeros(b->count[k]);
    for (size_t i = 0; i < b->count[k]; i++)
        x[i] = (double)b->at[k][i];
    return x;
}

/* The k-th plain memory object is `want`, which is given back, but for rounding. */
static inline void assert_plain(const bench *b, size_t k, double *want, size_t terms) {
    for (size_t i = 0; i < b->count[k]; i++)
        assert_near((double)b->at[k][i], want[i], bench_rounding(terms));
    free(want);
}
