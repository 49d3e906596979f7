/**
 * @file user_open.h
 * @brief Opening a user's data set.
 */
#pragma once

#include "datasets/user/description.h"

/** *data <- the table that a description names: from the cache if no file has changed, else read
 *  and cached. Rows that train come first. */
lf_status lf_user_open(const char *path, lf_data **data);
