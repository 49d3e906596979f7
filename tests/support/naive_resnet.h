/**
 * @file naive_resnet.h
 * @brief ResNet-20 in double precision by the definitions, one loop after the other: what the
 * tests hold against the fast one. Images are n x c x side x side, plainly.
 */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "problems/models/resnet/resnet_shape.h"

static inline double *naive_zeros(size_t n) {
    return calloc(n, sizeof(double));
}

/* Goes over all pairs of an input and an output that a weight connects. */
#define NAIVE_CONV_LOOP(n, c_in, c_out, side, stride, body)                                        \
    for (size_t i = 0; i < (n); i++)                                                               \
        for (size_t o = 0; o < (c_out); o++)                                                       \
            for (size_t v = 0; v < (side) / (stride); v++)                                         \
                for (size_t u = 0; u < (side) / (stride); u++)                                     \
                    for (size_t c = 0; c < (c_in); c++)                                            \
                        for (size_t p = 0; p < 3; p++)                                             \
                            for (size_t q = 0; q < 3; q++) {                                       \
                                const size_t y = (stride)*v + p - 1, x = (stride)*u + q - 1;       \
                                if (y >= (side) || x >= (side)) continue; /* wraps below 0 */      \
                                const size_t in = ((i * (c_in) + c) * (side) + y) * (side) + x;    \
                                const size_t out = ((i * (c_out) + o) * ((side) / (stride)) + v) * \
                                                       ((side) / (stride)) +                       \
                                                   u;                                              \
                                const size_t w = ((o * (c_in) + c) * 3 + p) * 3 + q;               \
                                body;                                                              \
                            }

/* dst = weights * src */
static inline void naive_conv(size_t n, const resnet_layer *l, const double *src,
                              const double *weights, double *dst) {
    NAIVE_CONV_LOOP(n, l->c_in, l->c_out, l->side, l->stride, dst[out] += weights[w] * src[in])
}

/* d_src, d_weights += from d_dst; d_src may be NULL */
static inline void naive_conv_back(size_t n, const resnet_layer *l, const double *src,
                                   const double *weights, const double *d_dst, double *d_src,
                                   double *d_weights) {
    NAIVE_CONV_LOOP(n, l->c_in, l->c_out, l->side, l->stride, {
        d_weights[w] += d_dst[out] * src[in];
        if (d_src) d_src[in] += d_dst[out] * weights[w];
    })
}

/* Mean and biased variance of a channel, or with d and dst = the normed, the sums of the way back.
 */
typedef struct {
    double mean, variance;
} naive_moments;

static inline naive_moments naive_batch(size_t n, size_t channels, size_t size, size_t c,
                                        const double *x) {
    naive_moments m = {0};
    const double count = (double)(n * size);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < size; k++)
            m.mean += x[(i * channels + c) * size + k] / count;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < size; k++)
            m.variance += pow(x[(i * channels + c) * size + k] - m.mean, 2) / count;
    return m;
}

/* y = gamma (x - mean) / sqrt(variance + eps) + beta; running NULL: the batch's moments, else the c
 * means and then the variances that it holds. */
static inline void naive_norm(size_t n, size_t channels, size_t size, double eps, const double *x,
                              const double *gamma, const double *beta, const double *running,
                              double *y) {
    for (size_t c = 0; c < channels; c++) {
        naive_moments m = naive_batch(n, channels, size, c, x);
        if (running) m = (naive_moments){running[c], running[channels + c]};
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < size; k++) {
                const size_t at = (i * channels + c) * size + k;
                y[at] = gamma[c] * (x[at] - m.mean) / sqrt(m.variance + eps) + beta[c];
            }
    }
}

/* With z the normed x: dx = gamma / s (dy - mean(dy) - z mean(dy z)). */
static inline void naive_norm_back(size_t n, size_t channels, size_t size, double eps,
                                   const double *x, const double *gamma, const double *dy,
                                   double *dx, double *d_gamma, double *d_beta) {
    for (size_t c = 0; c < channels; c++) {
        const naive_moments m = naive_batch(n, channels, size, c, x);
        const double s = sqrt(m.variance + eps), count = (double)(n * size);
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < size; k++) {
                const size_t at = (i * channels + c) * size + k;
                d_beta[c] += dy[at];
                d_gamma[c] += dy[at] * (x[at] - m.mean) / s;
            }
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < size; k++) {
                const size_t at = (i * channels + c) * size + k;
                const double z = (x[at] - m.mean) / s;
                dx[at] = gamma[c] / s * (dy[at] - d_beta[c] / count - z * d_gamma[c] / count);
            }
    }
}

static inline double naive_act(bool elu, double z) {
    return z > 0 ? z : elu ? expm1(z) : 0;
}

static inline void naive_rectify(size_t n, bool elu, double *x) {
    for (size_t i = 0; i < n; i++)
        x[i] = naive_act(elu, x[i]);
}

/* y (n x 2 c x side/2 x side/2), its first c channels += the means of kernel x kernel squares of x
 * (n x c x side x side) that are 2 apart. */
static inline void naive_halve(size_t n, size_t channels, size_t side, size_t kernel,
                               const double *x, double *y) {
    const size_t half = side / 2;
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < channels; c++)
            for (size_t v = 0; v < half; v++)
                for (size_t u = 0; u < half; u++)
                    for (size_t p = 0; p < kernel * kernel; p++)
                        y[((i * 2 * channels + c) * half + v) * half + u] +=
                            x[((i * channels + c) * side + 2 * v + p / kernel) * side + 2 * u +
                              p % kernel] /
                            (double)(kernel * kernel);
}

typedef struct {
    const lf_resnet20_params *params;
    resnet_shape shape;
    size_t outputs;
    const double *running;             /* NULL: normed by the batch */
    double batch[LF_RESNET20_RUNNING]; /* its moments, in the order of the running ones */
} naive_net;

/* act(BN(conv(x)) + add): a new image; add may be NULL, and it is given back. */
static inline double *naive_layer(naive_net *net, size_t n, size_t k, const double *x,
                                  const double *w, double *add) {
    const resnet_layer *l = &net->shape.layer[k];
    const size_t side = l->side / l->stride, size = side * side, count = n * l->c_out * size;
    double *a = naive_zeros(count), *y = naive_zeros(count);
    naive_conv(n, l, x, w + l->weights, a);
    for (size_t c = 0; c < l->c_out; c++) {
        const naive_moments m = naive_batch(n, l->c_out, size, c, a);
        net->batch[2 * l->channel + c] = m.mean;
        net->batch[2 * l->channel + l->c_out + c] = m.variance;
    }
    naive_norm(n, l->c_out, size, net->params->bn_eps, a, w + l->gamma, w + l->beta,
               net->running ? net->running + 2 * l->channel : NULL, y);
    for (size_t i = 0; add && i < count; i++)
        y[i] += add[i];
    naive_rectify(count, net->params->activation == LF_RESNET20_ELU, y);
    free(a);
    free(add);
    return y;
}

/* scores (n x outputs) <- of the images at w */
static inline void naive_scores(naive_net *net, size_t n, const float *images, const double *w,
                                double *scores) {
    double *x = naive_zeros(n * LF_RESNET20_IMAGE);
    for (size_t i = 0; i < n * LF_RESNET20_IMAGE; i++)
        x[i] = (double)images[i];
    double *y = naive_layer(net, n, 0, x, w, NULL);
    for (size_t b = 0; b < RESNET_BLOCKS; b++) {
        const resnet_layer *l = &net->shape.layer[2 * b + 1];
        const size_t count = n * l->c_in * l->side * l->side;
        double *add = naive_zeros(count), *h = naive_layer(net, n, 2 * b + 1, y, w, NULL);
        if (l->stride == 1)
            memcpy(add, y, count * sizeof *add);
        else
            naive_halve(n, l->c_in, l->side, net->params->shortcut == LF_RESNET20_AVGPOOL ? 2 : 1,
                        y, add);
        free(y);
        y = naive_layer(net, n, 2 * b + 2, h, w, add);
        free(h);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t o = 0; o < net->outputs; o++) {
            double *s = &scores[i * net->outputs + o];
            *s = w[net->shape.bias + o];
            for (size_t c = 0; c < 64; c++)
                for (size_t k = 0; k < 64; k++)
                    *s += w[net->shape.head + o * 64 + c] * y[(i * 64 + c) * 64 + k] / 64;
        }
    free(x);
    free(y);
}
