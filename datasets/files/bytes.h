/**
 * @file bytes.h
 * @brief The content of a file as a stream of bytes, hashed as it is read.
 *
 * The file is plain, gzip, Zstandard (.zst), or a member of a .tar.gz; a member's path goes through
 * its archive: "FOLDER/cifar-100-binary.tar.gz/cifar-100-binary/train.bin". A compressed file that
 * is cut short or damaged is a failure when the reading gets there, never a shorter file. A file of
 * a megabyte or more is read and unpacked by a thread of its own, a few blocks ahead.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

#include "base/sha256.h"

typedef struct lf_bytes lf_bytes;

/** Open a file. One whose name ends in .gz or .zst has to be compressed; any other may be gzip. */
lf_status lf_bytes_open(const char *path, lf_bytes **bytes);
/** Close; NULL is fine. */
void lf_bytes_close(lf_bytes *bytes);

/** to (size) <- the next bytes; *got <- how many, which is below `size` only at the end. */
lf_status lf_bytes_read(lf_bytes *bytes, void *to, size_t size, size_t *got);

/** hex <- SHA-256 of the whole content; what is left unread is read for it. Once. */
lf_status lf_bytes_digest(lf_bytes *bytes, char hex[LF_SHA256_TEXT]);

/** How many bytes were given out; the path as opened. */
uint64_t lf_bytes_offset(const lf_bytes *bytes);
const char *lf_bytes_path(const lf_bytes *bytes);

/** LF_BAD_INPUT with "PATH:OFFSET: " before the text; offsets count the content's bytes from 0. */
lf_status lf_bytes_fail(const lf_bytes *bytes, uint64_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** Told of a file while it is read: bytes done and in all, as it lies on the disk; 0 and 0 when it
 * is closed. */
typedef void (*lf_bytes_watch)(const char *path, uint64_t done_bytes, uint64_t total_bytes);
/** Have one told from now on; NULL: nobody. For a program's beginning, before any file is open. */
void lf_bytes_watch_by(lf_bytes_watch watch);

/** hex <- SHA-256 of the content of a file. */
lf_status lf_bytes_hash(const char *path, char hex[LF_SHA256_TEXT]);
