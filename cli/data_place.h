/**
 * @file data_place.h
 * @brief Where data sets are, in one word, and that nothing is written over them.
 */
#pragma once

#include "datasets/table/dataset.h"

/** LF_BAD_ARGUMENT if `target` is one of the files that a data set, of the catalogue or the user's
 *  own, is read from, or its description: what is written there would replace it. */
lf_status lf_data_spare(const char *name, const char *target);

/** Print where the files of an entry are, one a line, an archive once. LF_NOT_FOUND at the first
 *  that is missing. */
lf_status lf_catalogue_print_paths(const lf_dataset *entry);

/** "generated", "found" (every file is there), or "missing". */
const char *lf_catalogue_state(const lf_dataset *entry);
