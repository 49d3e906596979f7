/**
 * @file resnet20.c
 * @brief The network as its users see it: doubles outside, floats inside, and the head.
 */
#include "problems/models/resnet/resnet20.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "problems/models/resnet/resnet_plan.h"

enum { FEATURES = LF_RESNET20_FEATURES, ALIGNMENT = 64 };

struct lf_resnet20 {
    lf_resnet20_params params;
    resnet_shape shape;
    size_t outputs;
    lf_dnnl dnnl;
    size_t sizes;
    resnet_training *training; /* sizes */
    resnet_evaluation evaluation;
    float *w, *grad;             /* shape.head each: of training */
    float *folded;               /* shape.head: of evaluating */
    void *trained;               /* the activations of training: all sizes use the same */
    void *evaluated;             /* of evaluating */
    double *head;                /* outputs x 64: W of the last forward pass to train */
    bool finite;                 /* so were the parameters of that pass */
    const resnet_training *last; /* which it was; NULL: there is no way back */
    double running[LF_RESNET20_RUNNING];
};

static lf_status resnet20_check(const lf_resnet20_params *params, size_t outputs, size_t sizes,
                                const size_t *size) {
    if (outputs < 1) return lf_fail(LF_BAD_ARGUMENT, "resnet20: it needs at least one output");
    if (params->activation != LF_RESNET20_RELU && params->activation != LF_RESNET20_ELU)
        return lf_fail(LF_BAD_ARGUMENT,
                       "resnet20: activation %d, but there are relu (0) and elu (1)",
                       params->activation);
    if (params->shortcut != LF_RESNET20_SUBSAMPLE && params->shortcut != LF_RESNET20_AVGPOOL)
        return lf_fail(LF_BAD_ARGUMENT,
                       "resnet20: shortcut %d, but there are subsample (0) and avgpool (1)",
                       params->shortcut);
    for (size_t i = 0; i < sizes; i++)
        if (size[i] < 1 || size[i] > INT32_MAX / LF_RESNET20_IMAGE)
            return lf_fail(LF_BAD_ARGUMENT, "resnet20: batches of %zu images; take 1 to %d",
                           size[i], INT32_MAX / LF_RESNET20_IMAGE);
    return LF_OK;
}

/* *at <- `bytes` bytes, aligned as vector units like it. */
static lf_status resnet20_memory(size_t bytes, void *at) {
    void *new = aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT);
    if (new == NULL) return lf_fail(LF_NO_MEMORY, "resnet20: no memory for %zu bytes", bytes);
    memcpy(at, &new, sizeof new);
    return LF_OK;
}

static lf_status resnet20_train(lf_resnet20 *net, size_t sizes, const size_t *size) {
    size_t most = 0;
    net->training = calloc(sizes ? sizes : 1, sizeof *net->training);
    if (net->training == NULL) return lf_fail(LF_NO_MEMORY, "resnet20: out of memory");
    for (; net->sizes < sizes; net->sizes++) {
        resnet_training *t = &net->training[net->sizes];
        const lf_status status = resnet_training_create(&net->dnnl, &net->shape, &net->params,
                                                        size[net->sizes], net->w, net->grad, t);
        if (status != LF_OK) resnet_training_release(t);
        LF_TRY(status);
        if (lf_space_bytes(&t->space) > most) most = lf_space_bytes(&t->space);
    }
    LF_TRY(resnet20_memory(most, &net->trained));
    for (size_t i = 0; i < sizes; i++)
        LF_TRY(lf_space_bind(&net->training[i].space, net->trained));
    return LF_OK;
}

static lf_status resnet20_build(lf_resnet20 *net, size_t sizes, const size_t *size) {
    const size_t bytes = net->shape.head * sizeof(float);
    LF_TRY(lf_dnnl_open(&net->dnnl));
    LF_TRY(resnet20_memory(bytes, &net->w));
    LF_TRY(resnet20_memory(bytes, &net->grad));
    LF_TRY(resnet20_memory(bytes, &net->folded));
    LF_TRY(resnet20_memory(net->outputs * FEATURES * sizeof *net->head, &net->head));
    LF_TRY(resnet20_train(net, sizes, size));
    resnet_evaluation *e = &net->evaluation;
    LF_TRY(resnet_evaluation_create(&net->dnnl, &net->shape, &net->params, net->folded,
                                    net->folded + net->shape.layer[0].gamma, e));
    LF_TRY(resnet20_memory(lf_space_bytes(&e->space), &net->evaluated));
    return lf_space_bind(&e->space, net->evaluated);
}

lf_status lf_resnet20_create(const lf_resnet20_params *params, size_t outputs, size_t sizes,
                             const size_t *size, lf_resnet20 **created) {
    *created = NULL;
    LF_TRY(resnet20_check(params, outputs, sizes, size));
    lf_resnet20 *net = calloc(1, sizeof *net);
    if (net == NULL) return lf_fail(LF_NO_MEMORY, "resnet20: out of memory");
    net->params = *params;
    net->outputs = outputs;
    resnet_shape_fill(outputs, &net->shape);
    for (size_t k = 0; k < RESNET_CONVS; k++) {
        const resnet_layer *layer = &net->shape.layer[k];
        for (size_t c = 0; c < layer->c_out; c++)
            net->running[2 * layer->channel + layer->c_out + c] = 1;
    }
    const lf_status status = resnet20_build(net, sizes, size);
    if (status == LF_OK)
        *created = net;
    else
        lf_resnet20_release(net);
    return status;
}

void lf_resnet20_release(lf_resnet20 *net) {
    if (net == NULL) return;
    for (size_t i = 0; i < net->sizes; i++)
        resnet_training_release(&net->training[i]);
    resnet_evaluation_release(&net->evaluation);
    lf_dnnl_close(&net->dnnl);
    free(net->training);
    free(net->w);
    free(net->grad);
    free(net->folded);
    free(net->trained);
    free(net->evaluated);
    free(net->head);
    free(net);
}

double *lf_resnet20_running(lf_resnet20 *net) {
    return net->running;
}

/* scores (n x outputs) <- W f + b */
static void resnet20_head(const lf_resnet20 *net, size_t n, const float *features, const double *w,
                          double *scores) {
    const double *head = w + net->shape.head, *bias = w + net->shape.bias;
    for (size_t i = 0; i < n; i++)
        for (size_t o = 0; o < net->outputs; o++) {
            double sum = bias[o];
            for (size_t c = 0; c < FEATURES; c++)
                sum += head[o * FEATURES + c] * (double)features[i * FEATURES + c];
            scores[i * net->outputs + o] = sum;
        }
}

/* running <- decay running + (1 - decay) batch */
static void resnet20_move(lf_resnet20 *net, const resnet_training *t) {
    const double decay = net->params.bn_decay;
    for (size_t k = 0; k < RESNET_CONVS; k++) {
        const resnet_layer *layer = &net->shape.layer[k];
        const float *mean = lf_dnnl_floats(t->norm[k].mean);
        const float *variance = lf_dnnl_floats(t->norm[k].variance);
        double *running = net->running + 2 * layer->channel;
        for (size_t c = 0; c < layer->c_out; c++) {
            running[c] = decay * running[c] + (1 - decay) * (double)mean[c];
            double *v = &running[layer->c_out + c];
            *v = decay * *v + (1 - decay) * (double)variance[c];
        }
    }
}

/* The tapes for a batch of that size; NULL: there are none. */
static const resnet_training *resnet20_find(const lf_resnet20 *net, size_t n) {
    for (size_t i = 0; i < net->sizes; i++)
        if (net->training[i].n == n) return &net->training[i];
    return NULL;
}

static lf_status resnet20_evaluate(lf_resnet20 *net, size_t n, const float *images, const double *w,
                                   double *scores) {
    const resnet_evaluation *e = &net->evaluation;
    const size_t size = LF_RESNET20_IMAGE * sizeof(float);
    LF_TRY(resnet_evaluation_fold(e, w, net->running));
    for (size_t i = 0; i < n; i += RESNET_EVALUATED) {
        const size_t some = n - i < RESNET_EVALUATED ? n - i : RESNET_EVALUATED;
        float *pixels = lf_dnnl_floats(e->pixels);
        memcpy(pixels, images + i * LF_RESNET20_IMAGE, some * size);
        memset(pixels + some * LF_RESNET20_IMAGE, 0, (RESNET_EVALUATED - some) * size);
        LF_TRY(lf_tape_run(&e->forward, &net->dnnl));
        resnet20_head(net, some, lf_dnnl_floats(e->features), w, scores + i * net->outputs);
    }
    return LF_OK;
}

/* A float can hold all of x. */
static bool resnet20_fits(size_t n, const double *x) {
    bool fits = true;
    for (size_t i = 0; i < n; i++)
        fits &= fabs(x[i]) <= (double)FLT_MAX;
    return fits;
}

/* A rectifier may turn NaN into 0, so what is not finite would be hidden from the scores. */
static bool resnet20_spoilt(const lf_resnet20 *net, size_t n, double *scores, bool finite) {
    for (size_t i = 0; !finite && i < n * net->outputs; i++)
        scores[i] = (double)NAN;
    return !finite;
}

/* As far as the features, keeping what the way back needs. */
static lf_status resnet20_begin(lf_resnet20 *net, const resnet_training *t, const float *images,
                                const double *w) {
    for (size_t i = 0; i < net->shape.head; i++)
        net->w[i] = (float)w[i];
    lf_vec_copy(net->outputs * FEATURES, w + net->shape.head, net->head);
    memcpy(lf_dnnl_floats(t->pixels), images, t->n * LF_RESNET20_IMAGE * sizeof *images);
    return lf_tape_run(&t->forward, &net->dnnl);
}

lf_status lf_resnet20_forward(lf_resnet20 *net, lf_resnet20_mode mode, size_t n,
                              const float *images, const double *w, double *scores) {
    const bool finite = resnet20_fits(net->shape.head, w);
    if (mode == LF_RESNET20_EVALUATE) {
        const bool all = finite && resnet20_fits(LF_RESNET20_RUNNING, net->running);
        if (resnet20_spoilt(net, n, scores, all)) return LF_OK;
        return resnet20_evaluate(net, n, images, w, scores);
    }
    const resnet_training *t = resnet20_find(net, n);
    net->last = NULL;
    if (t == NULL)
        return lf_fail(LF_BAD_ARGUMENT,
                       "resnet20: a batch of %zu images, but it was created to train on others: "
                       "name this size too",
                       n);
    if (finite) LF_TRY(resnet20_begin(net, t, images, w));
    net->last = t;
    net->finite = finite;
    if (resnet20_spoilt(net, n, scores, finite)) return LF_OK;
    resnet20_head(net, n, lf_dnnl_floats(t->features), w, scores);
    if (mode == LF_RESNET20_TRAIN) resnet20_move(net, t);
    return LF_OK;
}

/* Slopes of W and b, and those of the features. */
static void resnet20_head_back(const lf_resnet20 *net, const double *ds, double *grad) {
    const resnet_training *t = net->last;
    const float *features = lf_dnnl_floats(t->features);
    float *d_features = lf_dnnl_floats(t->d_features);
    for (size_t i = 0; i < t->n; i++, ds += net->outputs) {
        double d[FEATURES] = {0};
        for (size_t o = 0; o < net->outputs; o++) {
            lf_vec_axpy(FEATURES, ds[o], net->head + o * FEATURES, d);
            for (size_t c = 0; c < FEATURES; c++)
                grad[net->shape.head + o * FEATURES + c] +=
                    ds[o] * (double)features[i * FEATURES + c];
            grad[net->shape.bias + o] += ds[o];
        }
        for (size_t c = 0; c < FEATURES; c++)
            d_features[i * FEATURES + c] = (float)d[c];
    }
}

lf_status lf_resnet20_backward(lf_resnet20 *net, const double *ds, double *grad) {
    const resnet_training *t = net->last;
    if (t == NULL)
        return lf_fail(LF_BAD_ARGUMENT, "resnet20: a way back without a forward call to train "
                                        "before it: make that call first");
    for (size_t i = 0; !net->finite && i < net->shape.bias + net->outputs; i++)
        grad[i] = (double)NAN;
    if (net->finite) {
        resnet20_head_back(net, ds, grad);
        LF_TRY(lf_tape_run(&t->backward, &net->dnnl));
        for (size_t i = 0; i < net->shape.head; i++)
            grad[i] += (double)net->grad[i];
    }
    return LF_OK;
}
