/**
 * @file task.h
 * @brief What problems on labelled tables have in common: data, split, linear model, description.
 */
#pragma once

#include "problems/common/scored.h"

/** The share of the rows that train where nothing is said. */
#define LF_TASK_TRAIN (2.0 / 3)

/** The parameters; a problem's struct holds one, its table LF_TASK_TABLE. */
typedef struct {
    const char *data;
    int split; /**< an lf_split_kind */
    size_t split_seed;
    double train;
} lf_task_params;

/** Rows of a parameter table for the member `at` of `type`; `standard` is the data set. */
#define LF_TASK_TABLE_OF(type, at, standard)                                                       \
    LF_TEXT(type, at.data, standard, "data set: a name, or the .yaml file of your own"),           \
        LF_CHOICE(type, at.split, 0, "default|official|file|random",                               \
                  "training rows: the publisher's, the first in file order, or drawn"),            \
        LF_COUNT(type, at.split_seed, 0, 0, 4294967295.0, "seed of split=random"),                 \
        LF_REAL(type, at.train, LF_TASK_TRAIN, 0.01, 0.99,                                         \
                "share of the rows that train, unless official; the others are test rows, or as "  \
                "the problem says")

/** The same with the set that most of the problems have. */
#define LF_TASK_TABLE(type, at) LF_TASK_TABLE_OF(type, at, "two_groups")

/** A table, divided; with labels -1 and +1 and a model after lf_task_open. Zero before. */
typedef struct {
    lf_data *data;
    lf_model model;
    size_t n_train, n_rest;
    uint32_t *train, *rest; /**< row numbers */
    bool outline;           /**< nothing will be asked: the number of rows matters, not which
                               (lf_problem_outline) */
} lf_task;

/** Open and divide only: any labels and any form of table, no model. After a failure, close is
 *  fine. */
lf_status lf_task_divide(lf_task *task, const lf_task_params *params);
/** Open, divide, make a linear model, check that the labels are -1 and +1. After a failure, close
 * is fine. */
lf_status lf_task_open(lf_task *task, const lf_task_params *params);
void lf_task_close(lf_task *task);

/** Dimension, sample count, features, identity; the whole space as domain, the origin as start. */
void lf_task_describe(const lf_task *task, lf_problem_info *info);

/** (1/n) sum_i |a_i|^2 over these rows. */
double lf_task_mean_square(const lf_data *data, size_t n, const uint32_t *row);
/** max_i |a_i|^2 over these rows. */
double lf_task_most_square(const lf_data *data, size_t n, const uint32_t *row);
