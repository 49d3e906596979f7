/**
 * @file part.h
 * @brief A download or a table under way: a draft that outlives its process, so that the next one
 * can go on.
 *
 * The part of FOLDER/x is FOLDER/.x.part. No reader ever takes it for x: it gets that name once its
 * checksum is right. One process at a time has it.
 */
#pragma once

#include <stdint.h>

#include "base/file.h"

/** Open the part of the file that will be called `path`; *have_bytes <- what an earlier process has
 *  left of it. LF_UNSUPPORTED if another process has it. */
lf_status lf_part_open(lf_draft *part, const char *path, uint64_t *have_bytes);
/** The same, and wait as long as another process has it; what was left is thrown away. Where the
 *  file system knows no locks it is a draft of this process alone. */
lf_status lf_part_await(lf_draft *part, const char *path);
/** Throw away what is there, and begin with nothing. */
lf_status lf_part_restart(lf_draft *part);
/** Give it the file's name, as lf_draft_commit does. Ends the part either way. */
lf_status lf_part_commit(lf_draft *part);
/** Close it and leave it for a later process; an empty one is removed. */
void lf_part_leave(lf_draft *part);
