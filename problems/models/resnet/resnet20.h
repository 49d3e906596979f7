/**
 * @file resnet20.h
 * @brief ResNet-20 for 3 x 32 x 32 images (He et al. 2016, section 4.2), on oneDNN, in float32.
 *
 *     stem: conv 3 -> 16, batch norm, act;  3 stages of 3 blocks with 16, 32, 64 channels;  head:
 *     mean over the 8 x 8 places, then s = W f + b.
 *     block: y = act(BN(conv(act(BN(conv(x))))) + shortcut(x))
 *
 * All convolutions are 3 x 3 with padding 1 and no bias; the first one of stages 2 and 3 has stride
 * 2, and there the shortcut halves the sides and adds zero channels behind the real ones. It has no
 * parameters.
 *
 * Parameters w (d) are plain doubles, rounded to float once a call: the 19 convolutions in order of
 * depth, each out x in x 3 x 3; then of each batch norm gamma and beta; then W (outputs x 64), b.
 *
 * A network makes its primitives and takes its memory when it is created. A call allocates nothing
 * but the argument lists that oneDNN makes for itself. It runs on one thread: creating one sets the
 * OpenMP threads of the calling thread to 1. The same calls give the same bits on one type of CPU.
 */
#pragma once

#include <stddef.h>

#include <levelfield/param.h>
#include <levelfield/status.h>

enum {
    LF_RESNET20_IMAGE = 3 * 32 * 32, /* floats an image: channel after channel, row by row */
    LF_RESNET20_FEATURES = 64,       /* of the head */
    LF_RESNET20_NORMED = 688,        /* channels of all batch norms */
    LF_RESNET20_RUNNING = 2 * LF_RESNET20_NORMED
};

/** The choices of the parameter `activation`, in this order. */
typedef enum { LF_RESNET20_RELU, LF_RESNET20_ELU } lf_resnet20_activation;

/** The choices of the parameter `shortcut`: every second pixel, or means of 2 x 2. */
typedef enum { LF_RESNET20_SUBSAMPLE, LF_RESNET20_AVGPOOL } lf_resnet20_shortcut;

/** The parameters; a problem's struct holds one, its table LF_RESNET20_TABLE and rows for
 *  `activation` and `init_seed`, which other models have too. */
typedef struct {
    int activation;   /**< an lf_resnet20_activation */
    int shortcut;     /**< an lf_resnet20_shortcut */
    double bn_eps;    /**< added to variances */
    double bn_decay;  /**< of the running statistics */
    size_t init_seed; /**< of the weights at the start */
} lf_resnet20_params;

/** Rows of a parameter table for the member `at` of `type`. */
#define LF_RESNET20_TABLE(type, at)                                                                \
    LF_CHOICE(type, at.shortcut, LF_RESNET20_SUBSAMPLE, "subsample|avgpool",                       \
              "resnet20: how a shortcut halves the sides of an image"),                            \
        LF_REAL(type, at.bn_eps, 1e-5, 1e-8, 1,                                                    \
                "resnet20: added to the variances of batch norms"),                                \
        LF_REAL(type, at.bn_decay, 0.9, 0, 1,                                                      \
                "resnet20: what a draw keeps of the running statistics")

/** Which statistics the batch norms use, and what becomes of the running ones. */
typedef enum {
    LF_RESNET20_TRAIN,   /**< the batch's; the running ones move:
                              running <- bn_decay running + (1 - bn_decay) batch */
    LF_RESNET20_REVISIT, /**< the batch's; the running ones stay: for a method that asks about the
                              same batch at a second point */
    LF_RESNET20_EVALUATE /**< the running ones, which stay */
} lf_resnet20_mode;

typedef struct lf_resnet20 lf_resnet20;

/** d: 269,072 + 65 outputs. */
size_t lf_resnet20_dim(size_t outputs);

/** Multiplications and additions of one image, forward, in pairs: 40,550,400 + 64 outputs. */
size_t lf_resnet20_macs(size_t outputs);

/** w (d) <- convolutions N(0, 2 / (9 in)), W N(0, 1/64), gamma 1, beta 0, b 0: a function of
 *  `outputs` and init_seed alone, and for all but W and b of init_seed alone. */
void lf_resnet20_start(const lf_resnet20_params *params, size_t outputs, double *w);

/**
 * *net <- a network that can train on batches of the `sizes` sizes in size[], and evaluate any
 * number of images. It takes about 2 MB for an image of the largest size. Released with
 * lf_resnet20_release(); NULL after a failure.
 * LF_BAD_ARGUMENT for no outputs, an empty batch or a choice that there is not; LF_NO_MEMORY;
 * LF_UNSUPPORTED if oneDNN cannot do it on this CPU.
 */
lf_status lf_resnet20_create(const lf_resnet20_params *params, size_t outputs, size_t sizes,
                             const size_t *size, lf_resnet20 **net);

/** NULL is fine. */
void lf_resnet20_release(lf_resnet20 *net);

/** The running statistics, LF_RESNET20_RUNNING numbers: of each batch norm the means, then the
 *  variances; at the start 0 and 1. They belong to the network and may be read and written. */
double *lf_resnet20_running(lf_resnet20 *net);

/**
 * scores (n x outputs) <- of n images (n x LF_RESNET20_IMAGE) at w (d). To train, n must be one of
 * the sizes that were declared: LF_BAD_ARGUMENT. When evaluating, n is any number, and an image's
 * scores depend on no other image.
 * Parameters or running statistics that no float can hold make all scores NAN, and the slopes too.
 */
lf_status lf_resnet20_forward(lf_resnet20 *net, lf_resnet20_mode mode, size_t n,
                              const float *images, const double *w, double *scores);

/**
 * grad (d) += Ds^T ds, ds (n x outputs), through the batch's statistics, for the last forward call
 * that was to train or to revisit, at the w of that call. Evaluating in between does no harm.
 * LF_BAD_ARGUMENT if there was none, or it failed.
 */
lf_status lf_resnet20_backward(lf_resnet20 *net, const double *ds, double *grad);
