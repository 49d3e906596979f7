/**
 * @file mlp_shape.c
 * @brief Reads widths such as 64+64, lays the layers one after the other, draws the weights.
 */
#include "problems/models/mlp/mlp_shape.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "datasets/made/draws.h"

/* 2^20: a mistyped width is refused before memory is. */
enum { SHAPE_WIDEST = 1 << 20 };

/* Products know lengths of 31 bits. */
#define SHAPE_MOST ((size_t)INT32_MAX)

/* Layers of the streams of weights: "mlp", a number that no generated data set has for a part. */
#define SHAPE_STREAM ((uint64_t)0x6d6c70 << 32)

static lf_status shape_malformed(const char *hidden) {
    return lf_fail(
        LF_BAD_ARGUMENT,
        "hidden=%s: expected up to %d widths from 1 to %d, as in 64+64, or auto, or none", hidden,
        LF_MLP_LAYERS - 1, SHAPE_WIDEST);
}

/* shape->width[1 .. layers - 1] <- the widths that the text names */
static lf_status shape_widths(const char *hidden, lf_mlp_shape *shape) {
    const char *at = hidden;
    for (shape->layers = 1; shape->layers < LF_MLP_LAYERS; at++) {
        char *end;
        if (!isdigit((unsigned char)*at)) return shape_malformed(hidden);
        const unsigned long width = strtoul(at, &end, 10); /* ULONG_MAX if it is larger */
        if (width < 1 || width > SHAPE_WIDEST) return shape_malformed(hidden);
        shape->width[shape->layers++] = width;
        at = end;
        if (*at == '\0') return LF_OK;
        if (*at != '+') return shape_malformed(hidden);
    }
    return shape_malformed(hidden);
}

static lf_status shape_layout(const char *hidden, lf_mlp_shape *shape) {
    for (size_t l = 1; l <= shape->layers; l++) {
        const size_t width = shape->width[l];
        shape->start[l] = shape->dim;
        shape->dim += width * (shape->width[l - 1] + 1);
        if (width > shape->widest) shape->widest = width;
        if (shape->dim > SHAPE_MOST)
            return lf_fail(LF_BAD_ARGUMENT,
                           "hidden=%s: more than %zu parameters with %zu features; choose narrower "
                           "layers",
                           hidden, SHAPE_MOST, shape->width[0]);
    }
    return LF_OK;
}

lf_status lf_mlp_shape_read(const char *hidden, size_t features, size_t outputs,
                            lf_mlp_shape *shape) {
    *shape = (lf_mlp_shape){.layers = 1, .width = {features}};
    if (strcmp(hidden, "auto") == 0) {
        shape->layers = 3;
        shape->width[1] = shape->width[2] = features;
    } else if (strcmp(hidden, "none") != 0) {
        LF_TRY(shape_widths(hidden, shape));
    }
    shape->width[shape->layers] = outputs;
    return shape_layout(hidden, shape);
}

void lf_mlp_shape_start(const lf_mlp_shape *shape, double gain, size_t seed, double *w) {
    lf_vec_zero(shape->dim, w);
    for (size_t l = 1; l <= shape->layers; l++) {
        const size_t fan_in = shape->width[l - 1], n = shape->width[l] * fan_in;
        double *W = w + shape->start[l];
        lf_normal_fill(seed, SHAPE_STREAM | l, 0, n, W);
        lf_vec_scale(n, sqrt(gain / (double)fan_in), W);
    }
}
