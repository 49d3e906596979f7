/**
 * @file bench_resnet20.c
 * @brief ResNet-20 on one thread: images a second forward and back, in batches of 128, and when
 * evaluating. resnet20_against_pytorch.py puts the first of these beside PyTorch.
 */
#include <stdlib.h>

#include "benchmarks/shim.h"
#include "numeric/stream.h"
#include "problems/models/resnet/resnet20.h"

enum { RESNET20_BATCH = 128 };

typedef struct {
    lf_resnet20 *net;
    float *images;
    double *w, *grad;
    double scores[RESNET20_BATCH], ds[RESNET20_BATCH];
} resnet20_task;

static const lf_resnet20_params resnet20_relu = {.bn_eps = 1e-5, .bn_decay = 0.9};
static const lf_resnet20_params resnet20_elu = {
    .activation = LF_RESNET20_ELU, .bn_eps = 1e-5, .bn_decay = 0.9};

static lf_status resnet20_open(resnet20_task *t, const lf_resnet20_params *params) {
    const size_t batch = RESNET20_BATCH, d = lf_resnet20_dim(1);
    LF_TRY(lf_resnet20_create(params, 1, 1, &batch, &t->net));
    t->images = malloc(batch * LF_RESNET20_IMAGE * sizeof *t->images);
    t->w = malloc(d * sizeof *t->w);
    t->grad = calloc(d, sizeof *t->grad);
    if (!t->images || !t->w || !t->grad) return lf_fail(LF_NO_MEMORY, "out of memory");
    lf_resnet20_start(params, 1, t->w);
    for (size_t i = 0; i < batch * LF_RESNET20_IMAGE; i++) {
        uint64_t bits[4];
        lf_stream_block(1, LF_STREAM_TEST, 0, i, 0, bits);
        t->images[i] = (float)lf_stream_normal(bits[0], bits[1]);
    }
    for (size_t i = 0; i < batch; i++)
        t->ds[i] = i % 2 ? 0.01 : -0.01;
    return LF_OK;
}

static void resnet20_close(resnet20_task *t) {
    lf_resnet20_release(t->net);
    free(t->images);
    free(t->w);
    free(t->grad);
}

static lf_status resnet20_step(resnet20_task *t, lf_resnet20_mode mode) {
    LF_TRY(lf_resnet20_forward(t->net, mode, RESNET20_BATCH, t->images, t->w, t->scores));
    if (mode == LF_RESNET20_EVALUATE) return LF_OK;
    return lf_resnet20_backward(t->net, t->ds, t->grad);
}

static void resnet20_run(lf_bench *bench, const lf_resnet20_params *params, lf_resnet20_mode mode) {
    resnet20_task t = {0};
    lf_status status = resnet20_open(&t, params);
    if (status == LF_OK) status = resnet20_step(&t, LF_RESNET20_TRAIN); /* memory is touched */
    while (status == LF_OK && lf_bench_next(bench, 1))
        status = resnet20_step(&t, mode);
    /* back, each product is made twice: for the weights and for the images */
    const double products = mode == LF_RESNET20_EVALUATE ? 1 : 3;
    if (status == LF_OK)
        lf_bench_rates(bench, RESNET20_BATCH, RESNET20_BATCH * LF_RESNET20_IMAGE * sizeof *t.images,
                       2 * products * RESNET20_BATCH * (double)lf_resnet20_macs(1));
    else
        lf_bench_skip(bench, lf_message());
    resnet20_close(&t);
}

static void resnet20_train(lf_bench *bench, const void *params) {
    resnet20_run(bench, params, LF_RESNET20_TRAIN);
}

static void resnet20_evaluate(lf_bench *bench, const void *params) {
    resnet20_run(bench, params, LF_RESNET20_EVALUATE);
}

void lf_suite_bench_resnet20(void);
void lf_suite_bench_resnet20(void) {
    lf_bench_add("resnet20/train/relu", resnet20_train, &resnet20_relu);
    lf_bench_add("resnet20/train/elu", resnet20_train, &resnet20_elu);
    lf_bench_add("resnet20/evaluate/relu", resnet20_evaluate, &resnet20_relu);
}
