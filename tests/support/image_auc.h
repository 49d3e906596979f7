/**
 * @file image_auc.h
 * @brief The problem `auc` on a few made images of 3 x 32 x 32, for tests without a data set.
 *
 * IMAGE_ROWS rows: the first ones train, then some are held out, the others test. Pixels are
 * random; images of the positive class are brighter to the left, so that there is something to
 * learn. Every fourth row is negative. Parameters are those of auc; what they say of data is not
 * read.
 */
#pragma once

#include "fixture_problem.h"
#include "problems/auc/parts/auc_view.h"

enum { IMAGE_TRAIN = 40, IMAGE_HELD = 8, IMAGE_TEST = 16 };
enum { IMAGE_ROWS = IMAGE_TRAIN + IMAGE_HELD + IMAGE_TEST };

extern const lf_problem_class lf_problem_auc;

typedef struct {
    lf_auc auc; /* must be first */
    uint8_t pixel[IMAGE_ROWS * LF_RESNET20_IMAGE];
    double sign[IMAGE_ROWS];
    uint32_t row[IMAGE_ROWS];
    lf_data data;
} image_auc_state;

static inline void image_auc_fill(image_auc_state *s) {
    for (size_t i = 0; i < IMAGE_ROWS; i++) {
        s->sign[i] = i % 4 == 0 ? -1 : 1;
        s->row[i] = (uint32_t)i;
        for (size_t k = 0; k < LF_RESNET20_IMAGE; k++) {
            const bool left = k % 32 < 16;
            const double light = left == (s->sign[i] > 0) ? 50 : 0;
            const double pixel = table_random(11, i * LF_RESNET20_IMAGE + k, 0, 200) + light;
            s->pixel[i * LF_RESNET20_IMAGE + k] = (uint8_t)pixel;
        }
    }
    s->data = (lf_data){.name = "made_images",
                        .sha256 = "",
                        .rows = IMAGE_ROWS,
                        .features = LF_RESNET20_IMAGE,
                        .pixel = s->pixel,
                        .channels = 3,
                        .height = 32,
                        .width = 32,
                        .label = s->sign};
}

static inline void image_auc_divide(image_auc_state *s) {
    static const size_t n[] = {IMAGE_TRAIN, IMAGE_HELD, IMAGE_TEST};
    static const char *const name[] = {"train", "validation", "test"};
    lf_two_classes *c = &s->auc.classes;
    const uint32_t *row = s->row;
    c->table = &s->data;
    c->sign = s->sign;
    for (size_t k = 0; k < LF_CLASS_PARTS; row += n[k++]) {
        c->n[k] = n[k];
        c->row[k] = row;
        c->part[k] = (lf_part){name[k], n[k], row};
    }
    for (size_t i = 0; i < IMAGE_TRAIN; i++)
        c->positives += s->sign[i] > 0;
}

static inline lf_status image_auc_init(void *state, const void *params, lf_problem_info *info) {
    image_auc_fill(state);
    image_auc_divide(state);
    return lf_auc_describe(state, params, info);
}

/** The class; its name is image_auc. */
static inline lf_problem_class image_auc_class(void) {
    lf_problem_class is = lf_problem_auc;
    is.name = "image_auc";
    is.init = image_auc_init;
    is.state_size = sizeof(image_auc_state);
    return is;
}

/** The running statistics in a problem's memory. */
static inline const double *image_auc_running(const lf_problem *problem) {
    return problem->info.memory + LF_AUC_MEMORY;
}
