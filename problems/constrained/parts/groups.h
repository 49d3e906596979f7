/**
 * @file groups.h
 * @brief The protected and the unprotected group of a fairness problem, from an attribute.
 */
#pragma once

#include "datasets/table/dataset.h"

/**
 * Divide n rows: divided (n) <- those of D_p, then those of D_u, each in the order given;
 * *n_protected <- how many are in D_p. `group` is "ATTRIBUTE/CATEGORY" (D_p has that category, D_u
 * any other), "ATTRIBUTE" (the rarest category of the whole table is protected), or "auto":
 * race/Caucasian for the catalogue's COMPAS sets, else sex, else group, else the first attribute
 * there is.
 * LF_NOT_FOUND for an unknown name, LF_BAD_INPUT if a group has no row.
 */
lf_status lf_groups_divide(const lf_data *data, const char *group, size_t n, const uint32_t *row,
                           uint32_t *divided, size_t *n_protected);
