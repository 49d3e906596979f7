/**
 * @file image_net.h
 * @brief ResNet-20 as a model of a data set of 3 x 32 x 32 images, with one score.
 *
 * Images are standardised one by one. Rows on their own, as of metrics, are scored with the running
 * statistics of the batch norms; a draw to train on with its own, and with its images moved about
 * if so asked. What is random there follows from the draw's key and the image's place in the draw,
 * so that a second question about it sees the same images; and only the first one about a draw
 * moves the running statistics. Draws are asked about in the order in which they were drawn; one
 * older than the last one does not move them.
 *
 * A gradient is of a draw of `batch` samples, and of no other: primitives are made when the network
 * is.
 */
#pragma once

#include "problems/common/scored.h"
#include "problems/models/model.h"
#include "problems/models/resnet/resnet20.h"

/** The choices of the parameter `augment`: nothing, or a border of 4 zeros, cut back at random, and
 *  every second image mirrored. */
typedef enum { LF_AUGMENT_NONE, LF_AUGMENT_CROP_FLIP } lf_augment;

/** The parameters; a problem's struct holds one, its table LF_IMAGE_NET_TABLE and what
 *  lf_resnet20_params says of its own. */
typedef struct {
    lf_resnet20_params net;
    size_t batch; /**< at most LF_BLOCK: a draw is one block of a walk */
    int augment;  /**< an lf_augment */
} lf_image_net_params;

/** Rows of a parameter table for the member `at` of `type`. */
#define LF_IMAGE_NET_TABLE(type, at)                                                               \
    LF_RESNET20_TABLE(type, at.net),                                                               \
        LF_COUNT(type, at.batch, 128, 1, LF_BLOCK,                                                 \
                 "resnet20: batch size of the method, B [samples]"),                               \
        LF_CHOICE(                                                                                 \
            type, at.augment, 0, "none|crop_flip",                                                 \
            "resnet20: training images as they are, or cut out of a border of 4 and mirrored")

/** What is remembered: the running statistics, then the number of the first draw that has not been
 *  trained on. */
enum { LF_IMAGE_NET_NEXT = LF_RESNET20_RUNNING, LF_IMAGE_NET_MEMORY };

/** running (LF_RESNET20_RUNNING) <- the statistics of the batch norms at w, as training has them:
 *  means over batches of `batch` of these n rows, those left over not among them, with their images
 *  as they are. What is remembered stays. n is at least one batch, and bn_decay below 1. */
lf_status lf_image_net_recalibrate(const lf_model *model, size_t n, const uint32_t *row,
                                   const double *w, double *running);

/** `memory`: LF_IMAGE_NET_MEMORY numbers, the caller's, set here as before any question.
 * LF_BAD_INPUT unless the data are 3 x 32 x 32 images. After a failure, release is fine. */
lf_status lf_image_net_create(const lf_data *data, const lf_image_net_params *params,
                              double *memory, lf_model *model);
