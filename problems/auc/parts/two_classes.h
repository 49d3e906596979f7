/**
 * @file two_classes.h
 * @brief A table as a task with two classes: signs of its rows, classes out of balance, a held-out
 * part to tune on.
 *
 * Classes 0 .. c/2 - 1 are negative and the others positive, or half of them, drawn, are positive.
 * Negative training rows are dropped until the classes have the ratio asked for; test rows never.
 * The rows that are held out are a share of each class: of images before negatives are dropped, so
 * that they stay in balance, of other tables after. Of one seed, a set with fewer negatives is part
 * of one with more.
 *
 * Source: Liu, Yuan, Ying & Yang, ICLR 2020, Section 5.
 */
#pragma once

#include "problems/common/task.h"

/** The parameters; a problem's struct holds one, its table LF_TWO_CLASSES_TABLE. */
typedef struct {
    lf_task_params task;
    int positive; /**< 0: auto, 1: random */
    size_t partition_seed;
    int ratio; /**< an lf_class_ratio */
    double keep;
    size_t thin_seed;
    double validation;
    size_t pool;
    bool several; /**< no parameter: the problem is of several classes, and looks itself whether a
                       part lacks one */
} lf_two_classes_params;

/** How many negative training rows stay for each row of the smaller class: all there are, or 1,
 *  0.4, 0.2, 0.1, 0.05. Named after the percentage of positive rows among as many of each. */
typedef enum {
    LF_RATIO_NATURAL,
    LF_RATIO_50,
    LF_RATIO_71,
    LF_RATIO_83,
    LF_RATIO_91,
    LF_RATIO_95
} lf_class_ratio;

/** The rows of LF_TWO_CLASSES_TABLE for what is held out, and for images. */
#define LF_HELD_OUT_TABLE(type, at)                                                                \
    LF_COUNT(type, at.thin_seed, 0, 0, 4294967295.0,                                               \
             "seed of which rows are dropped and held out"),                                       \
        LF_REAL(type, at.validation, 0.1, 0, 0.9,                                                  \
                "share of the training rows held out for tuning; 0: none"),                        \
        LF_COUNT(type, at.pool, 2, 1, 1024,                                                        \
                 "images: side of the squares that are averaged [pixels]")

/** Rows of a parameter table for the member `at` of `type`. */
#define LF_TWO_CLASSES_TABLE(type, at)                                                             \
    LF_TASK_TABLE(type, at.task),                                                                  \
        LF_CHOICE(type, at.positive, 0, "auto|random",                                             \
                  "positive classes: the later half, or a random half"),                           \
        LF_COUNT(type, at.partition_seed, 0, 0, 4294967295.0, "seed of a random half"),            \
        LF_CHOICE(type, at.ratio, 0, "natural|50|71|83|91|95",                                     \
                  "percentage of positive training rows, by dropping negative ones: 1, 0.4, 0.2, " \
                  "0.1 or 0.05 stay for each row of the smaller class"),                           \
        LF_REAL(type, at.keep, 1, 1e-6, 1,                                                         \
                "share of the negative training rows that stay, with ratio=natural"),              \
        LF_HELD_OUT_TABLE(type, at)

/** A share of the data. */
typedef enum { LF_PART_TRAIN, LF_PART_VALIDATION, LF_PART_TEST, LF_CLASS_PARTS } lf_class_part;

/** What a model works on: the data, or features of images; the same with rows of length 1, as in
 *  linear models whose scores are to be bounded; or the data even if they are images. */
typedef enum { LF_ROWS_FEATURES, LF_ROWS_UNIT, LF_ROWS_PIXELS } lf_class_rows;

/** Zero until lf_two_classes_open. */
typedef struct {
    lf_task task; /**< data and split; its model is the problem's to make, and goes with it */
    const lf_data *table;     /**< what a model works on: the data, features of images, or the same
                                   with rows of length 1 */
    const double *sign;       /**< -1 or +1 for every row of `table` */
    size_t n[LF_CLASS_PARTS]; /**< rows of each part; validation may have none */
    const uint32_t *row[LF_CLASS_PARTS]; /**< rows of `table` */
    size_t positives;                    /**< among the training rows */
    lf_part part[LF_CLASS_PARTS];        /**< rows of the data set */
    lf_part listed[LF_CLASS_PARTS];      /**< those of them that have rows */
    lf_data own;                         /**< behind `table` unless it is the data */
    double *own_values, *own_scales, *own_signs;
    uint32_t *own_rows, *own_table_rows;
} lf_two_classes;

/** Open, divide, drop, hold out, and make the table. LF_BAD_INPUT if a part lacks a sign, or with
 *  `several` all rows. After a failure, close is fine. */
lf_status lf_two_classes_open(lf_two_classes *classes, const lf_two_classes_params *params,
                              lf_class_rows rows);
void lf_two_classes_close(lf_two_classes *classes);

/** What a user can do about rows that a part lacks. */
const char *lf_two_classes_mend(lf_class_part part);

/** info <- sample count, features, identity, parts that have rows. */
void lf_two_classes_describe(lf_two_classes *classes, lf_problem_info *info);
