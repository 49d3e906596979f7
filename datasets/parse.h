/**
 * @file parse.h
 * @brief A data set out of its files, whatever the cache has.
 */
#pragma once

#include "datasets/table/dataset.h"

/** *data <- the entry's table, read anew and not cached; errors as of lf_data_open. */
lf_status lf_dataset_parse(const lf_dataset *entry, lf_data **data);
