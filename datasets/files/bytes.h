/**
 * @file bytes.h
 * @brief The content of a file as a stream of bytes, hashed as it is read.
 *
 * The file is plain, gzip, or a member of a .tar.gz; a member's path goes through its archive:
 * "FOLDER/cifar-100-binary.tar.gz/cifar-100-binary/train.bin". A compressed file that is cut short
 * or damaged is a failure when the reading gets there, never a shorter file.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

#include "base/sha256.h"

typedef struct lf_bytes lf_bytes;

/** Open a file. One whose name ends in .gz has to be compressed; any other may be. */
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

/** hex <- SHA-256 of the content of a file. */
lf_status lf_bytes_hash(const char *path, char hex[LF_SHA256_TEXT]);
