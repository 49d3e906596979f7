/**
 * @file data_place.h
 * @brief Where data sets are, in one word.
 */
#pragma once

#include "datasets/table/dataset.h"

/** Print where the files of an entry are, one a line, an archive once. LF_NOT_FOUND at the first
 *  that is missing. */
lf_status lf_catalogue_print_paths(const lf_dataset *entry);

/** "generated", "found" (every file is there), or "missing". */
const char *lf_catalogue_state(const lf_dataset *entry);
