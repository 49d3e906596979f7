/**
 * @file image_net.c
 * @brief Rows to images, images to scores, and the memory into and out of the network.
 */
#include "problems/auc/parts/image_net.h"

#include <stdlib.h>

#include <levelfield/vector.h>

#include "datasets/made/draws.h"
#include "problems/auc/parts/images.h"

enum { SIDE = 32, CHANNELS = 3, PAD = 4, IMAGE = LF_RESNET20_IMAGE };

typedef struct {
    lf_resnet20 *net;
    size_t batch;
    lf_augment augment;
    double kept; /* bn_decay: what a draw keeps of the running statistics */
    double *memory;
    float images[LF_BLOCK * IMAGE];
    float plain[IMAGE]; /* one, before it is moved about */
} image_net;

/* x (IMAGE) <- the i-th of these rows. */
static void net_image(image_net *m, const lf_model *model, const lf_rows *rows, size_t i,
                      float *x) {
    const size_t row = rows->row ? rows->row[i] : rows->first + i;
    const uint8_t *pixel = model->data->pixel + row * IMAGE;
    if (!rows->draw || m->augment == LF_AUGMENT_NONE) {
        lf_image_standardise(IMAGE, pixel, x);
        return;
    }
    double u[3];
    lf_uniform_fill(rows->draw->key, i, 0, 3, u);
    lf_image_standardise(IMAGE, pixel, m->plain);
    lf_image_augment(CHANNELS, SIDE, SIDE, PAD, u, m->plain, x);
}

/* Rows on their own, block by block; they change nothing. */
static lf_status net_evaluate(const lf_model *model, const lf_rows *rows, const double *w,
                              double *s) {
    image_net *m = model->state;
    lf_vec_copy(LF_RESNET20_RUNNING, m->memory, lf_resnet20_running(m->net));
    for (size_t from = 0; from < rows->n; from += LF_BLOCK) {
        const size_t n = rows->n - from < LF_BLOCK ? rows->n - from : LF_BLOCK;
        for (size_t i = 0; i < n; i++)
            net_image(m, model, rows, from + i, m->images + i * IMAGE);
        LF_TRY(lf_resnet20_forward(m->net, LF_RESNET20_EVALUATE, n, m->images, w, s + from));
    }
    return LF_OK;
}

static lf_status net_train(const lf_model *model, const lf_rows *rows, const double *w, double *s) {
    image_net *m = model->state;
    const lf_draw *draw = rows->draw;
    if (draw->n != m->batch)
        return lf_fail(LF_BAD_ARGUMENT,
                       "resnet20: a batch of %zu samples, but the problem was built for %zu; set "
                       "batch=%zu of the problem, or B=%zu of the method",
                       draw->n, m->batch, draw->n, m->batch);
    for (size_t i = 0; i < rows->n; i++)
        net_image(m, model, rows, i, m->images + i * IMAGE);
    const bool fresh = (double)draw->number >= m->memory[LF_IMAGE_NET_NEXT];
    double *running = lf_resnet20_running(m->net);
    lf_vec_copy(LF_RESNET20_RUNNING, m->memory, running);
    LF_TRY(lf_resnet20_forward(m->net, fresh ? LF_RESNET20_TRAIN : LF_RESNET20_REVISIT, rows->n,
                               m->images, w, s));
    if (!fresh) return LF_OK;
    lf_vec_copy(LF_RESNET20_RUNNING, running, m->memory);
    m->memory[LF_IMAGE_NET_NEXT] = (double)draw->number + 1;
    return LF_OK;
}

/* From statistics of 0, one batch leaves 1 - bn_decay times its own. */
lf_status lf_image_net_recalibrate(const lf_model *model, size_t n, const uint32_t *row,
                                   const double *w, double *running) {
    image_net *m = model->state;
    double scores[LF_BLOCK], *moved = lf_resnet20_running(m->net);
    const size_t batches = n / m->batch;
    lf_vec_zero(LF_RESNET20_RUNNING, running);
    for (size_t k = 0; k < batches; k++) {
        const lf_rows rows = {.n = m->batch, .row = row + k * m->batch};
        for (size_t i = 0; i < rows.n; i++)
            net_image(m, model, &rows, i, m->images + i * IMAGE);
        lf_vec_zero(LF_RESNET20_RUNNING, moved);
        LF_TRY(lf_resnet20_forward(m->net, LF_RESNET20_TRAIN, rows.n, m->images, w, scores));
        lf_vec_axpy(LF_RESNET20_RUNNING, 1 / ((1 - m->kept) * (double)batches), moved, running);
    }
    return LF_OK;
}

static lf_status net_scores(const lf_model *model, const lf_rows *rows, const double *w,
                            double *s) {
    return rows->draw ? net_train(model, rows, w, s) : net_evaluate(model, rows, w, s);
}

/* The network still has the activations of the draw. */
static lf_status net_backward(const lf_model *model, const lf_rows *rows, const double *w,
                              const double *ds, double *grad) {
    const image_net *m = model->state;
    (void)w;
    if (!rows->draw)
        return lf_fail(LF_UNSUPPORTED,
                       "resnet20: its gradient is of a batch that was drawn, not of all samples; "
                       "set B=%zu",
                       m->batch);
    return lf_resnet20_backward(m->net, ds, grad);
}

static void net_release(lf_model *model) {
    image_net *m = model->state;
    if (m) lf_resnet20_release(m->net);
    free(m);
}

static const lf_model_class net_class = {
    .name = "resnet20",
    .scores = net_scores,
    .backward = net_backward,
    .release = net_release,
    .draws = true,
};

lf_status lf_image_net_create(const lf_data *data, const lf_image_net_params *params,
                              double *memory, lf_model *model) {
    *model = (lf_model){0};
    if (!data->pixel || data->channels != CHANNELS || data->height != SIDE || data->width != SIDE)
        return lf_fail(LF_BAD_INPUT,
                       "data set %s holds no images of 3 x 32 x 32, which resnet20 needs; try "
                       "cifar10part, or model=mlp",
                       data->name);
    image_net *m = malloc(sizeof *m);
    if (!m) return lf_fail(LF_NO_MEMORY, "no memory for a block of images");
    *model = (lf_model){
        .is = &net_class, .data = data, .dim = lf_resnet20_dim(1), .outputs = 1, .state = m};
    m->net = NULL;
    m->batch = params->batch;
    m->augment = (lf_augment)params->augment;
    m->kept = params->net.bn_decay;
    m->memory = memory;
    LF_TRY(lf_resnet20_create(&params->net, 1, 1, &params->batch, &m->net));
    lf_vec_copy(LF_RESNET20_RUNNING, lf_resnet20_running(m->net), memory);
    memory[LF_IMAGE_NET_NEXT] = 0;
    return LF_OK;
}
