/**
 * @file survey.h
 * @brief What a set without published checksums holds: found by its survey, which reads everything,
 * or remembered while nothing has changed.
 *
 * Each run is a process that opens its data, and thousands of photographs take longer to read than
 * a short run takes. So what a survey found is noted in the cache, under a stamp of the file, or of
 * all that the folder has (stamp.h).
 */
#pragma once

#include "base/sha256.h"
#include "datasets/table/dataset.h"

/** found->rows, found->train_rows and identity <- those of the entry's one file or folder at
 *  paths[0]. Forwards what the survey says. */
lf_status lf_survey(const lf_dataset *entry, const char *const *paths, lf_dataset *found,
                    char identity[LF_SHA256_TEXT]);
