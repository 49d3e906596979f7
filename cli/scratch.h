/**
 * @file scratch.h
 * @brief Folders that a command needs for a while.
 */
#pragma once

#include "core/file.h"

/** path <- a new, empty folder of that name and six letters, in $TMPDIR or /tmp. */
lf_status lf_scratch_make(const char *name, char path[LF_PATH_BYTES]);
/** Remove it with all that is in it, as far as that can be. */
void lf_scratch_remove(const char *path);
