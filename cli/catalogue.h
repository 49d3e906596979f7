/**
 * @file catalogue.h
 * @brief Where data sets are, in one word.
 */
#pragma once

#include "datasets/dataset.h"

/** "generated", "found" (every file is there), or "missing". */
const char *lf_catalogue_state(const lf_dataset *entry);
