/**
 * @file group_table.h
 * @brief What problems on groups have in common: data, split, groups, model, and the groups' risks
 * on training and on test rows.
 */
#pragma once

#include "base/sha256.h"
#include "problems/common/group_risk.h"
#include "problems/common/partition.h"
#include "problems/common/task.h"
#include "problems/models/mlp/mlp.h"

typedef enum { LF_GROUP_AUTO, LF_GROUP_LINEAR, LF_GROUP_SOFTMAX, LF_GROUP_MLP } lf_group_model;

/** The parameters; a problem's struct holds one, its table LF_GROUP_TABLE. */
typedef struct {
    lf_task_params task;
    const char *groups;
    int model; /**< an lf_group_model */
    lf_mlp_params mlp;
    size_t m, n_i, pool;
} lf_group_params;

/** Rows of a parameter table for the member `at` of `type`; `standard` is the data set. */
#define LF_GROUP_TABLE(type, at, standard)                                                         \
    LF_TASK_TABLE_OF(type, at.task, standard),                                                     \
        LF_TEXT(type, at.groups, "auto",                                                           \
                "attributes whose combinations are the groups, as in race*sex"),                   \
        LF_CHOICE(                                                                                 \
            type, at.model, 0, "auto|linear|softmax|mlp",                                          \
            "logistic loss on labels -1, +1, or softmax loss on classes; auto: as labelled; "      \
            "mlp: as labelled, on the scores of a network"),                                       \
        LF_MLP_TABLE(type, at.mlp),                                                                \
        LF_COUNT(type, at.m, 0, 0, 1e6, "how many groups, the first ones; 0: all"),                \
        LF_COUNT(type, at.n_i, 0, 0, 1e9,                                                          \
                 "training samples of each group, the first ones; 0: all [samples]"),              \
        LF_COUNT(type, at.pool, 2, 1, 1024,                                                        \
                 "images: side of the squares that are averaged [pixels]")

/** Zero until lf_group_table_open. */
typedef struct {
    lf_task task;             /**< data, split, model */
    lf_partition train, test; /**< rows of the data set, group after group; no test rows: 0 */
    lf_data features;         /**< of images: the table that the model works on, training rows
                                   before test rows, each part group after group, then test
                                   rows of no group */
    double *feature, *label;  /**< its content */
    uint32_t *row;            /**< its rows */
    lf_group_risk risk, risk_test;
    lf_group_risk risk_rest; /**< every test row, of no group too, as a single group */
    size_t rest_start[2];    /**< its m = 1 */
    double *start;           /**< dim + 1: where an mlp starts, then a 0; NULL: at the origin */
    char identity[LF_SHA256_TEXT]; /**< of data, groups and model; "": the data's is unknown,
                                      or nothing about the model can be certified */
} lf_group_table;

/** Open, divide, form groups, make a model. LF_BAD_INPUT if there are fewer than two groups, or
 *  labels and model do not go together. After a failure, close is fine. */
lf_status lf_group_table_open(lf_group_table *table, const lf_group_params *params);
void lf_group_table_close(lf_group_table *table);

/** *G, *L <- constants of one sample's loss, from the longest training row |x|: logistic |x| and
 *  |x|^2 / 4, softmax sqrt 2 |x| and |x|^2 / 2; 0, unknown, with an mlp. */
void lf_group_table_constants(const lf_group_table *table, double *G, double *L);
