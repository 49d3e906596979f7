/**
 * @file unpack.h
 * @brief The content of a file: as it is, out of gzip or Zstandard, or a member of an archive.
 *
 * A compressed file that is cut short or damaged is a failure when the reading gets there, never a
 * shorter file. One thread may read, and another one ask how far it is.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

typedef struct lf_unpack lf_unpack;

/** Open a file. One whose name ends in .gz or .zst has to be compressed so; any other may be gzip.
 */
lf_status lf_unpack_open(const char *path, lf_unpack **unpack);
/** Close; NULL is fine. */
void lf_unpack_close(lf_unpack *unpack);

/** to (size) <- the next bytes; *got <- how many, which is below `size` only at the end. */
lf_status lf_unpack_read(lf_unpack *unpack, void *to, size_t size, size_t *got);

/** Is there enough to read that a thread is worth it? A megabyte or more. */
bool lf_unpack_long(const lf_unpack *unpack);
/** Does unpacking take longer than to make sense of the content? gzip by zlib does. */
bool lf_unpack_slow(const lf_unpack *unpack);
/** Bytes of the file as it lies on the disk; how many of them were read, as far as is known. */
uint64_t lf_unpack_total(const lf_unpack *unpack);
uint64_t lf_unpack_done(const lf_unpack *unpack);

/**
 * A small gzip file in one go, which takes a third of zlib's time: *content <- all that a sound
 * gzip file of one member holds, allocated for the caller to free; *size <- its bytes. NULL for
 * everything else: a large file, a damaged one, one that cannot be read. What is wrong with it then
 * is for zlib to find, which reads in pieces and knows the place.
 */
void lf_inflate(const char *path, char **content, size_t *size);
