/**
 * @file partition.h
 * @brief Rows of a table divided into m groups by their attributes.
 */
#pragma once

#include "datasets/table/dataset.h"

/** Attributes that a product may have. */
enum { LF_PARTITION_FACTORS = 4 };

/** Groups, each a combination of categories that occurs. Zero until lf_partition_create. */
typedef struct {
    size_t m;
    size_t *start; /**< m + 1: group i is row[start[i]] .. row[start[i + 1] - 1] */
    uint32_t *row; /**< start[m] row numbers, within a group in the order given */
    char **name;   /**< m: "White, Female" */
    size_t factors;
    const lf_attribute *factor[LF_PARTITION_FACTORS]; /**< of the table, which outlives this */
    uint32_t *group; /**< group of each combination, the last factor fastest; UINT32_MAX: none */
    size_t combinations;
} lf_partition;

/**
 * Divide n rows. `groups` is "ATTRIBUTE", a product "A*B" (the last one varies fastest), or "auto":
 * group, class, slide*hospital, sex*white*married*income, race4*sex, race*sex, sex, else the first
 * attribute there is. Combinations without a row are no groups. `m` > 0 keeps the first m groups,
 * `n_i` > 0 the first n_i rows of each.
 * LF_NOT_FOUND for an unknown attribute, LF_BAD_INPUT if there are fewer than m groups, or fewer
 * than n_i rows in one. After a failure, free is fine.
 */
lf_status lf_partition_create(const lf_data *data, const char *groups, size_t n,
                              const uint32_t *row, size_t m, size_t n_i, lf_partition *partition);

/** Other rows divided into the same groups; a group may have none, and rows of no group are left
 *  out. */
lf_status lf_partition_apply(const lf_partition *model, size_t n, const uint32_t *row,
                             lf_partition *partition);

void lf_partition_free(lf_partition *partition);
