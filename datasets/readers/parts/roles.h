/**
 * @file roles.h
 * @brief What each named column of a user's file is for, as the description says.
 */
#pragma once

#include "datasets/readers/parts/user_table.h"

/** The columns of a file and how its reader finds one. */
typedef struct {
    const void *file;
    size_t columns;
    const char *(*name)(const void *file, size_t column);
    /** *column <- the first of that name, or LF_BAD_INPUT. */
    lf_status (*find)(const void *file, const char *name, size_t *column);
} lf_user_header;

/** Zero before. A column may be both label and group. */
typedef struct {
    bool *feature; /**< columns: those that the description does not name */
    size_t label, split, group[LF_USER_GROUPS];
} lf_user_roles;

/** LF_BAD_INPUT if a column that the description names is not there, or there twice: the second one
 *  would be taken for a feature, the label itself perhaps. */
lf_status lf_user_roles_assign(const lf_user_description *d, const lf_user_header *header,
                               lf_user_roles *roles);
void lf_user_roles_free(lf_user_roles *roles);
