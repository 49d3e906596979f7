/**
 * @file file.h
 * @brief Files that are written whole or not at all.
 *
 * A draft is a file in the making: its bytes go to a file without a name, or a hidden one, in the
 * target's folder, and only a commit gives it the target's name, in one step, after the bytes are
 * on the disk. So a reader sees the old content or the new one, and a full disk or a crash leaves
 * the old one. A link keeps its name, and the file behind it gets the content.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

#include "base/path.h"

/** *fd <- a new file without a name in a folder, to be read and written; it goes with the process.
 */
lf_status lf_file_unnamed(const char *folder, int *fd);
/** Write bytes at an offset of an open file. `path` stands in the message. */
lf_status lf_file_put(int fd, const char *path, size_t offset, const void *bytes,
                      size_t size_bytes);
/** Let the file have this size, its blocks on the disk, so that a full disk is a failure now and no
 *  signal when the mapped bytes are written. `path` stands in the message. */
lf_status lf_file_room(int fd, const char *path, size_t size_bytes);

/** Is there a regular file that can be read? */
bool lf_file_readable(const char *path);
/** Are both there, and one file, perhaps under two names? */
bool lf_file_same(const char *a, const char *b);

/**
 * Read a whole file: *bytes <- its content, allocated for the caller to free, with a NUL after it;
 * *size_bytes <- its size without that NUL. LF_NOT_FOUND if there is none; LF_BAD_INPUT if it is
 * larger than `limit_bytes`. A pipe is read to its end, and is empty if nobody writes to it.
 */
lf_status lf_file_read(const char *path, size_t limit_bytes, char **bytes, size_t *size_bytes);

/** Write a whole file in one step, as a draft does. The folder must be there. */
lf_status lf_file_write(const char *path, const void *bytes, size_t size_bytes);

/** The same, if no link has that name: see lf_path_own(). */
lf_status lf_file_write_own(const char *path, const void *bytes, size_t size_bytes);

/** A file in the making. */
typedef struct {
    int fd;
    char path[LF_PATH_BYTES];      /**< the name it will have */
    char temporary[LF_PATH_BYTES]; /**< the name it has now, in the same folder; "": none */
} lf_draft;

/** Begin a file that will be called `path`. LF_IO if what has that name is no file, or a store of
 *  results. After a failure there is nothing to discard. */
lf_status lf_draft_open(lf_draft *draft, const char *path);
/** Add bytes. After a failure the draft is still to be discarded. */
lf_status lf_draft_append(lf_draft *draft, const void *bytes, size_t size_bytes);
/** Bring the bytes to the disk and give the file its name. Ends the draft either way. */
lf_status lf_draft_commit(lf_draft *draft);
/** Remove the draft; fine after a commit. */
void lf_draft_discard(lf_draft *draft);

/** Can a file of this name be written? To be asked before an hour of runs. */
lf_status lf_file_writable(const char *path);
