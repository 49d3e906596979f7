/**
 * @file settle.h
 * @brief What stands beside the features of a user's data set, and what all of it means.
 */
#pragma once

#include "datasets/readers/parts/user_table.h"

/** After the survey: read columns that are files of their own, sort all, and decide what labels and
 *  split mean. */
lf_status lf_user_settle(lf_user_table *table);

/** Append a file with a value a line, or a .npy of one, to an empty column. */
lf_status lf_user_side_read(const char *path, lf_user_column *column);
