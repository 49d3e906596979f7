/**
 * @file cache.h
 * @brief Parsed tables kept between runs, as <cache>/parsed/<identity>.lfd.
 *
 * The cache is a convenience: a file that is damaged, of another version or not ours is passed by
 * and written anew, and a cache that cannot be written is done without.
 *
 * Opening a file computes its checksum, which reads all of it. For a large one (64 MB) the process
 * that found it right leaves a note, <identity>.note, of the file's size, inode and times of change
 * (st_mtim and st_ctim, the second of which no program can set). While these stay, the file is the
 * one that was checked, and opening it reads no more than header, attributes and names.
 */
#pragma once

#include "base/sha256.h"
#include "datasets/table/dataset.h"

/** Tables of this size are worth a note, and are mapped by all that use them. */
#define LF_CACHE_LARGE ((size_t)64 << 20)

/** hex <- the identity of an entry's table: over its name, the parser's version and the checksums
 *  of its files. */
lf_status lf_cache_identity(const lf_dataset *entry, char hex[LF_SHA256_TEXT]);

/** *data <- the table mapped from the cache; NULL if there is no sound one of that identity. */
void lf_cache_load(const char *identity, lf_data **data);

/** Put a table into the cache, in one step. A failure changes nothing. */
lf_status lf_cache_store(const lf_data *data);

/** Put a new table into the cache; without it the next open parses. A large one is then used from
 *  there, so that all runs on the machine share the memory, and what was written has been read. */
void lf_cache_keep(const char *identity, lf_data **data);
