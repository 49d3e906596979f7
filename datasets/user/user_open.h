/**
 * @file user_open.h
 * @brief Opening a user's data set.
 */
#pragma once

#include "datasets/user/description.h"

/** *data <- the table that a description names: from the cache if no file has changed, else read
 *  and cached. Rows that train come first. With `again` every file is read, whatever was noted. */
lf_status lf_user_open(const char *path, bool again, lf_data **data);

/** identity <- that of the files as they are now, by their stamp if they have one. */
lf_status lf_user_identity(const char *path, char identity[LF_SHA256_TEXT]);

/** *data <- the table, read in one pass into a part of the cache (cache.h); identity <- of what was
 *  read. What it was before, and the note of the stamp that the files had then, are told if they
 *  are known, else empty: a file that changes meanwhile is LF_BAD_INPUT, and nothing is kept. */
lf_status lf_user_make(const lf_user_description *description, lf_draft *part, const char *note,
                       char identity[LF_SHA256_TEXT], lf_data **data);
