/* ResNet-20 learns 256 images of CIFAR-10 by heart: gradient descent with momentum on the cross
 * entropy, ten classes. Everything must work together for that: both passes, the statistics of
 * batches, and at the end the running ones. */
#include <stdlib.h>
#include <string.h>

#include <levelfield/vector.h>

#include "datasets/table/dataset.h"
#include "problems/auc/parts/images.h"
#include "problems/models/resnet/resnet20.h"

#include "near.h"
#include "random_table.h"

enum { IMAGES = 256, BATCH = 64, CLASSES = 10, EPOCHS = 60, SKIPPED = 77 };

static const double eta = 0.05, momentum = 0.9;

typedef struct {
    lf_resnet20 *net;
    size_t dim, label[IMAGES];
    float *images, *batch;
    double *w, *grad, *velocity, *scores, *ds;
} overfit;

static bool overfit_open(overfit *o) {
    const lf_resnet20_params params = {.bn_eps = 1e-5, .bn_decay = 0.9, .init_seed = 1};
    const size_t size = BATCH;
    lf_data *data;
    if (lf_data_open("cifar10jpeg", &data) != LF_OK) return false;
    o->dim = lf_resnet20_dim(CLASSES);
    o->images = malloc(IMAGES * LF_RESNET20_IMAGE * sizeof *o->images);
    o->batch = malloc(BATCH * LF_RESNET20_IMAGE * sizeof *o->batch);
    o->w = malloc(o->dim * sizeof *o->w);
    o->grad = malloc(o->dim * sizeof *o->grad);
    o->velocity = calloc(o->dim, sizeof *o->velocity);
    o->scores = malloc(IMAGES * CLASSES * sizeof *o->scores);
    o->ds = malloc(BATCH * CLASSES * sizeof *o->ds);
    for (size_t i = 0; i < IMAGES; i++) {
        o->label[i] = (size_t)data->label[i];
        lf_image_standardise(LF_RESNET20_IMAGE, data->pixel + i * LF_RESNET20_IMAGE,
                             o->images + i * LF_RESNET20_IMAGE);
    }
    lf_data_close(data);
    lf_resnet20_start(&params, CLASSES, o->w);
    assert_ok(lf_resnet20_create(&params, CLASSES, 1, &size, &o->net));
    return true;
}

static void overfit_close(overfit *o) {
    lf_resnet20_release(o->net);
    free(o->images);
    free(o->batch);
    free(o->w);
    free(o->grad);
    free(o->velocity);
    free(o->scores);
    free(o->ds);
}

/* ds <- softmax(s) - indicator of the label, over the batch's size. */
static void overfit_slopes(const double *s, size_t label, double *ds) {
    double most = s[0], sum = 0;
    for (size_t c = 1; c < CLASSES; c++)
        most = fmax(most, s[c]);
    for (size_t c = 0; c < CLASSES; c++)
        sum += ds[c] = exp(s[c] - most);
    for (size_t c = 0; c < CLASSES; c++)
        ds[c] = (ds[c] / sum - (c == label)) / BATCH;
}

static void overfit_step(overfit *o, const size_t *pick) {
    for (size_t i = 0; i < BATCH; i++)
        memcpy(o->batch + i * LF_RESNET20_IMAGE, o->images + pick[i] * LF_RESNET20_IMAGE,
               LF_RESNET20_IMAGE * sizeof *o->batch);
    assert_ok(lf_resnet20_forward(o->net, LF_RESNET20_TRAIN, BATCH, o->batch, o->w, o->scores));
    for (size_t i = 0; i < BATCH; i++)
        overfit_slopes(o->scores + i * CLASSES, o->label[pick[i]], o->ds + i * CLASSES);
    lf_vec_zero(o->dim, o->grad);
    assert_ok(lf_resnet20_backward(o->net, o->ds, o->grad));
    lf_vec_axpby(o->dim, 1, o->grad, momentum, o->velocity);
    lf_vec_axpy(o->dim, -eta, o->velocity, o->w);
}

/* Each image once, in a new order. */
static void overfit_epoch(overfit *o, uint64_t epoch) {
    size_t order[IMAGES];
    for (size_t i = 0; i < IMAGES; i++) {
        const size_t j = (size_t)table_random(epoch, i, 0, (double)(i + 1));
        order[i] = order[j];
        order[j] = i;
    }
    for (size_t i = 0; i < IMAGES; i += BATCH)
        overfit_step(o, order + i);
}

/* How many images are told right, by the running statistics. */
static size_t overfit_right(overfit *o) {
    size_t right = 0;
    assert_ok(
        lf_resnet20_forward(o->net, LF_RESNET20_EVALUATE, IMAGES, o->images, o->w, o->scores));
    for (size_t i = 0; i < IMAGES; i++) {
        const double *s = o->scores + i * CLASSES;
        size_t best = 0;
        for (size_t c = 1; c < CLASSES; c++)
            if (s[c] > s[best]) best = c;
        right += best == o->label[i];
    }
    return right;
}

/* How many epochs it takes is a matter of rounding, and so of the CPU's kernels: 25 are enough on
 * one type, and leave one image wrong on another. */
static void test_by_heart(void **state) {
    overfit *o = *state;
    assert_in_range(overfit_right(o), 0, IMAGES / 2); /* it does not know them yet */
    for (uint64_t epoch = 0; epoch < EPOCHS && overfit_right(o) < IMAGES; epoch++)
        overfit_epoch(o, epoch);
    assert_int_equal(overfit_right(o), IMAGES);
}

int main(void) {
    overfit o = {0};
    void *state = &o;
    if (!overfit_open(&o)) {
        print_message(
            "skipped: %s%s\n",
            getenv("LEVELFIELD_DATA") ? "" : "LEVELFIELD_DATA is not set: ", lf_message());
        return SKIPPED;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_by_heart, state)};
    const int failed = cmocka_run_group_tests_name("resnet20_overfit", tests, NULL, NULL);
    overfit_close(&o);
    return failed;
}
