/**
 * @file pairs.h
 * @brief Images with captions: all of them to learn, or a target class, and protected classes not
 *        to forget.
 *
 * Class c has a unit vector e_c in R^32 and V = 8 captions, e_c plus normal noise of size 0.1, the
 * first of which is its prompt. The training images of a class take its captions in turn. Captions
 * are made numbers here, from a seed; embeddings of real texts would come in their place.
 */
#pragma once

#include "problems/common/task.h"

enum {
    LF_PAIRS_TEXT = 32,     /**< q, numbers of a caption */
    LF_PAIRS_VARIANTS = 8,  /**< V, captions of a class */
    LF_PAIRS_PROTECTED = 9, /**< most protected classes */
    LF_PAIRS_CLASSES = 256  /**< most classes */
};

/** The parameters; a problem's struct holds one, its table LF_PAIRS_TABLE. */
typedef struct {
    lf_task_params task;
    const char *classes, *target, *protected; /**< target NULL: all classes, none protected */
    size_t per_class, prompt_seed;
} lf_pairs_params;

/** Rows of a parameter table for the member `at` of `type`: those of all pairs come before those of
 *  a target, and the seed last. */
#define LF_PAIRS_TABLE_OF_ALL(type, at)                                                            \
    LF_TASK_TABLE_OF(type, at.task, "mnist50"),                                                    \
        LF_TEXT(type, at.classes, "auto",                                                          \
                "attribute that says the class; auto: class, or else the first there is")
#define LF_PAIRS_SEED(type, at)                                                                    \
    LF_COUNT(type, at.prompt_seed, 0, 0, 4294967295.0, "seed of the captions")
#define LF_PAIRS_TABLE(type, at)                                                                   \
    LF_PAIRS_TABLE_OF_ALL(type, at), LF_TEXT(type, at.target, "8", "class to learn"),              \
        LF_TEXT(type, at.protected, "0+2+3+5+9",                                                   \
                "classes not to forget, joined by +; at most nine"),                               \
        LF_COUNT(type, at.per_class, 1000, 1, 1e9,                                                 \
                 "training images of each protected class behind its constraint"),                 \
        LF_PAIRS_SEED(type, at)

/** Zero until opened. Positions count the training rows from 0. */
typedef struct {
    lf_task task;              /**< no model */
    const lf_attribute *class; /**< of the rows */
    size_t classes;
    double *caption;        /**< classes x V x q: those of a class together */
    uint32_t *text;         /**< n_train: number of the caption that a position has */
    size_t target, targets; /**< code of the target class, and 1; or 0, and all classes */
    size_t n_target;        /**< positions of these */
    uint32_t *target_at;    /**< n_target */
    size_t n_other;         /**< positions of all other classes */
    uint32_t *other_at;     /**< n_other */
    size_t m;               /**< protected classes, in the order given */
    size_t kept[LF_PAIRS_PROTECTED], n_kept[LF_PAIRS_PROTECTED];
    uint32_t *kept_row[LF_PAIRS_PROTECTED]; /**< n_kept rows of each: its first ones */
} lf_pairs;

/** LF_NOT_FOUND for an unknown class, LF_BAD_INPUT if the table is not dense, has too many classes,
 *  a class has no training row, one is protected twice or is the target too. After a failure, close
 *  is fine. */
lf_status lf_pairs_open(lf_pairs *pairs, const lf_pairs_params *params);
void lf_pairs_close(lf_pairs *pairs);
