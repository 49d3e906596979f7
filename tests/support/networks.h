/**
 * @file networks.h
 * @brief Perceptrons of all kinds on small random tables, and their scores from the definition.
 */
#pragma once

#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "problems/models/mlp/mlp.h"

#include "near.h"
#include "random_table.h"

enum { NETWORK_ROWS = 600, NETWORK_FEATURES = 7, NETWORK_WIDEST = 9, NETWORK_MOST = 4 };

/** What those that are opened compute with. */
static lf_mlp_precision network_precision;

typedef struct {
    lf_data *data;
    lf_mlp_params params;
    lf_model model;
} network;

/** Depths 0 to 3. */
static const char *const network_hidden[NETWORK_MOST] = {"none", "5", "9+4", "3+8+5"};

static inline network network_open(table_form form, const char *hidden,
                                   lf_mlp_activation activation, size_t outputs) {
    network net = {.data = table_create(form, NETWORK_ROWS, NETWORK_FEATURES, 21),
                   .params = {.hidden = hidden, .activation = (int)activation}};
    if (strcmp(hidden, "none") != 0 || outputs > 1) net.params.precision = (int)network_precision;
    assert_ok(lf_mlp_create(net.data, &net.params, outputs, &net.model));
    return net;
}

/* A table of which a perceptron makes sparse rows: of every six entries one stays; in a sparse
 * table the others are gone, in a dense one they are what their column mostly is. */
static inline void network_thin(lf_data *data) {
    double *x = (double *)(uintptr_t)data->dense, *value = (double *)(uintptr_t)data->value;
    uint64_t *start = (uint64_t *)(uintptr_t)data->row_start;
    uint32_t *column = (uint32_t *)(uintptr_t)data->column;
    const size_t p = data->features;
    size_t used = 0, k = 0;
    for (size_t i = 0; x && i < data->rows * p; i++)
        if ((i / p + i % p) % 6) x[i] = 0.3 * (double)(i % p % 7) - 0.9;
    for (size_t i = 0; start && i < data->rows; i++) {
        const size_t end = start[i + 1];
        for (start[i] = used; k < end; k++) {
            if ((i + column[k]) % 6) continue;
            column[used] = column[k];
            if (value) value[used] = value[k];
            used++;
        }
    }
    if (start) start[data->rows] = used;
}

static inline network network_open_thin(table_form form, const char *hidden,
                                        lf_mlp_activation activation, size_t outputs) {
    network net = network_open(form, hidden, activation, outputs);
    lf_model_release(&net.model);
    network_thin(net.data);
    assert_ok(lf_mlp_create(net.data, &net.params, outputs, &net.model));
    return net;
}

static inline void network_close(network *net) {
    lf_model_release(&net->model);
    table_free(net->data);
}

typedef void (*network_check)(network *net);

/** What is within so much of each other in doubles, in the digits that this network's numbers have.
 */
static inline double network_near(const network *net, double bound) {
    return net->params.precision == LF_MLP_FLOAT32 ? 0x1p29 * bound : bound;
}

/** Depths 0 to 3, relu and tanh, one output and three, dense and sparse, with many entries and
 *  with few. */
static inline void network_each(network_check check) {
    for (size_t k = 0; k < NETWORK_MOST; k++)
        for (lf_mlp_activation act = LF_MLP_RELU; act <= LF_MLP_TANH; act++)
            for (size_t outputs = 1; outputs <= 3; outputs += 2)
                for (size_t form = 0; form < 2 * TABLE_FORMS; form++) {
                    network net =
                        form < TABLE_FORMS
                            ? network_open((table_form)form, network_hidden[k], act, outputs)
                            : network_open_thin((table_form)(form - TABLE_FORMS), network_hidden[k],
                                                act, outputs);
                    check(&net);
                    network_close(&net);
                }
}

/** One layer of the definition: z (out) <- W a + b, W at w; returns where its parameters end. */
static inline const double *network_layer(const double *w, size_t in, size_t out, const double *a,
                                          double *z) {
    for (size_t j = 0; j < out; j++) {
        z[j] = w[out * in + j];
        for (size_t i = 0; i < in; i++)
            z[j] += w[j * in + i] * a[i];
    }
    return w + out * (in + 1);
}

/** s (outputs) <- the scores of one row, number by number. */
static inline void network_scores(const network *net, size_t row, const double *w, double *s) {
    double a[NETWORK_WIDEST], z[NETWORK_WIDEST];
    size_t in = NETWORK_FEATURES;
    const char *at = net->params.hidden;
    for (size_t j = 0; j < in; j++)
        a[j] = table_entry(net->data, row, j);
    for (; *at >= '0' && *at <= '9'; at += at[1] ? 2 : 1) { /* widths of one digit */
        const size_t out = (size_t)(*at - '0');
        w = network_layer(w, in, out, a, z);
        in = out;
        for (size_t j = 0; j < in; j++)
            a[j] = net->params.activation == LF_MLP_TANH ? tanh(z[j]) : fmax(z[j], 0);
    }
    network_layer(w, in, net->model.outputs, a, s);
}
