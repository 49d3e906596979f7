/**
 * @file stamp.h
 * @brief Stamps of files, by which it is known without reading them that they have not changed.
 *
 * A stamp is a hash over names, sizes, inodes and times of change (st_mtim and st_ctim, the second
 * of which no program can set). What was found by reading files to their end is noted under it, as
 * <cache>/parsed/<stamp>.survey. Of something that changed within the last second nothing is noted:
 * a second change could leave the same times. The device is left out, as each machine numbers the
 * file systems that it shares with others in its own way.
 */
#pragma once

#include <stdbool.h>
#include <time.h>

#include "base/file.h"
#include "base/sha256.h"

/** A stamp in the making, and the last change of anything in it. */
typedef struct {
    lf_sha256 hash;
    struct timespec last;
    bool whole; /**< all files could be looked at */
} lf_stamp;

/** Begin; `head` says what is noted under it, in which version. */
void lf_stamp_start(lf_stamp *stamp, const char *head);
/** Add a file or folder, by the name that counts. */
void lf_stamp_add(lf_stamp *stamp, const char *path, const char *name);
/** note <- where the note belongs. False, and nothing may be noted, if a file cannot be looked at
 *  or may change without a trace, or there is no cache. */
bool lf_stamp_finish(lf_stamp *stamp, char note[LF_PATH_BYTES]);

/** What is noted there: identity (LF_SHA256_TEXT) and two counts; false if nothing is. */
bool lf_stamp_recall(const char *note, char *identity, size_t *rows, size_t *train_rows);
/** Note it; without the note the next open reads everything again. */
void lf_stamp_note(const char *note, const char *identity, size_t rows, size_t train_rows);
