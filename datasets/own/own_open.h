/**
 * @file own_open.h
 * @brief Opening a data set of one's own.
 */
#pragma once

#include "datasets/own/description.h"

/** *data <- the table that a description names: from the cache if no file has changed, else read
 *  and cached. Rows that train come first. */
lf_status lf_own_open(const char *path, lf_data **data);
