/**
 * @file scored.h
 * @brief The samples of one component with a score each, walked through block by block.
 *
 * Blocks have a fixed size and do not cross strata, so every sum over samples has one order. The
 * scores of the last two points are kept: a gradient asked for at the point of a value costs no
 * second forward pass, even if the value at another point was asked for in between. A walk over all
 * samples, or over no more than a block has room for, makes all scores with the first block and
 * goes back with the last, if the model is quicker so.
 *
 * Methods that reduce variance ask about each batch at two points, the second of which they were at
 * with the batch before. While they do, such a model scores a new batch at both at once.
 */
#pragma once

#include <levelfield/problem.h>

#include "problems/models/model.h"

/** Rows in a block. */
#define LF_BLOCK 256

/** Scores that are kept, and what they are scores of. */
typedef struct {
    double *score; /**< samples */
    double *w;     /**< dim: the point */
    uint32_t *id;  /**< samples: which ones, unless they are all */
    size_t n;      /**< how many are kept; 0: none */
    bool full;     /**< they are those of every sample */
} lf_kept;

/** Which rows of the data the samples of a component are. Zero until lf_scored_init. */
typedef struct {
    const lf_model *model; /**< with one output */
    size_t samples;
    const uint32_t *row; /**< samples: the data row of each sample id */
    lf_kept kept[2];
    size_t last;   /**< which of them the last call was about */
    size_t first;  /**< which of them the first call about the last batch was about */
    bool pair;     /**< the last batch was asked about at a point of the batch before, too */
    size_t paired; /**< so were so many before it, one after the other */
    double *slope; /**< samples, of the model's that `passes`: ds of the blocks so far */
} lf_scored;

/** Model and rows must outlive it. After a failure, release is fine. */
lf_status lf_scored_init(lf_scored *scored, const lf_model *model, const uint32_t *row,
                         size_t samples);
void lf_scored_release(lf_scored *scored);

/** Add the parameters that the scores of these samples depend on, of a model that is sparse. */
void lf_scored_support(const lf_scored *scored, const lf_samples *samples, lf_support *support);

/** A walk over the samples of one call. Read the first five fields; the others are its own. */
typedef struct {
    size_t n;            /**< rows in this block; 0: the walk is over */
    size_t stratum;      /**< they belong to */
    const uint32_t *row; /**< n data rows */
    const double *score; /**< n */
    const double *w;     /**< the point */
    lf_scored *of;
    lf_kept *kept;  /* what there is of this call, or will be */
    lf_kept *guess; /* what is made with it for the next one, or NULL */
    const lf_samples *samples;
    size_t position, left; /* samples before the next block; left in this stratum */
    bool known, keep;      /* the scores are there already; there is room to keep them */
    bool whole;            /* the model goes through all of these samples at once */
    bool trains;           /* they are scored as the draw that they are */
    lf_draw draw;
    uint32_t row_buffer[LF_BLOCK];
    double score_buffer[LF_BLOCK];
} lf_walk;

/** Begin; lf_walk_next gives the first block. */
void lf_walk_begin(lf_walk *walk, lf_scored *scored, const lf_samples *samples, const double *w);
/** Score the rows one by one, as metrics do, and not as a draw to train on: what a model remembers
 *  stays as it is. Right after lf_walk_begin. */
void lf_walk_judge(lf_walk *walk);
/** Go to the next block and score its rows. Forwards a failure of the model. */
lf_status lf_walk_next(lf_walk *walk);
/** grad (dim) += sum over this block of ds_i dh/dw, at the latest with the last block: for all
 * blocks of a walk or for none, with the same grad. */
lf_status lf_walk_backward(const lf_walk *walk, const double *ds, double *grad);
/** js (n) <- dh/dw v of each row of this block, v (dim). */
lf_status lf_walk_along(const lf_walk *walk, const double *v, double *js);
