/**
 * @file user_files.h
 * @brief Where the files are that a description names.
 */
#pragma once

#include "datasets/user/description.h"

/** path <- the file in a folder (`size` bytes of it, 0: the current one), else below one of
 *  $LEVELFIELD_DATA; false: there is none. */
bool lf_user_find(const char *folder, size_t size, const char *file, char path[LF_PATH_BYTES]);

/** description->file <- the features, those of rows that train first, and what is not a column
 *  among them. LF_NOT_FOUND, or LF_BAD_INPUT where a key and the files do not go together. */
lf_status lf_user_locate(lf_user_description *description);
