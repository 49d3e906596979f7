/**
 * @file two_towers.h
 * @brief A tower of images beside one of captions: w holds the parameters of both, images first.
 *
 * The captions are few, so all of them are embedded at once, and again only where w has moved.
 * Images go through in blocks. Slopes on embeddings are gathered in d_image and d_text.
 */
#pragma once

#include "problems/continual/parts/pairs.h"
#include "problems/continual/parts/tower.h"

/** Images embedded at once. */
enum { LF_TOWERS_BLOCK = 256 };

/** Zero until created; `data` and `caption` outlive it. */
typedef struct {
    const lf_data *data;
    const double *caption; /**< texts x q */
    size_t texts, k, dim;  /**< k: numbers of an embedding */
    double temp;
    lf_tower image, text;
    lf_tower_pass image_pass, text_pass;
    double *x;             /**< block x features: images side by side */
    double *d_image;       /**< block x k */
    double *d_text;        /**< texts x k */
    double *d_spent;       /**< texts x k: a copy of d_text, for the way back */
    double *w_text;        /**< text.dim: where the captions were embedded last */
    bool known;            /**< have they been? */
    double *score;         /**< block x classes, or texts */
    double *value, *label; /**< block each */
    double *anchor;        /**< k */
    double *count;         /**< texts */
} lf_two_towers;

/** Towers for these pairs, k numbers an embedding, tanh layers of this width (0: none). After a
 *  failure, free is fine. */
lf_status lf_two_towers_create(lf_two_towers *t, const lf_pairs *pairs, size_t k, size_t width,
                               double temp);
void lf_two_towers_free(lf_two_towers *t);

/** The embedded captions at w (texts x k). */
const double *lf_two_towers_texts(lf_two_towers *t, const double *w);
/** The embeddings (n x k) of n <= LF_TOWERS_BLOCK rows; overwritten by the next. */
const double *lf_two_towers_images(lf_two_towers *t, size_t n, const uint32_t *row,
                                   const double *w);
/** grad (dim) += what d_image says of the n images embedded last, at the same w; d_image is spent.
 */
void lf_two_towers_back_images(lf_two_towers *t, size_t n, const double *w, double *grad);
/** grad (dim) += what d_text says of the captions. */
void lf_two_towers_back_texts(lf_two_towers *t, const double *w, double *grad);
