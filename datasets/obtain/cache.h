/**
 * @file cache.h
 * @brief Parsed tables kept between runs, as <cache>/parsed/<identity>.lfd.
 *
 * The cache is a convenience: a file that is damaged, of another version or not ours is passed by
 * and written anew, and a cache that cannot be written is done without.
 *
 * Opening a file computes its checksum, which reads all of it. For a large one (64 MB) the process
 * that made it, or found it right, leaves a note, <identity>.note, of the file's size, inode and
 * times of change (st_mtim and st_ctim, the second of which no program can set). While these stay,
 * the file is the one that was checked, and opening it reads no more than header and names.
 *
 * A table is made in a part of the cache that one process at a time holds, on a network's file
 * system too; those that want the same table wait, and then find it. A process that is killed
 * leaves nothing but that part, which the next one begins anew.
 */
#pragma once

#include "base/file.h"
#include "base/sha256.h"
#include "datasets/table/builder.h"

/** Tables of this size are worth a note. */
#define LF_CACHE_LARGE ((size_t)64 << 20)

/** hex <- the identity of an entry's table: over its name, the parser's version and the checksums
 *  of its files. */
lf_status lf_cache_identity(const lf_dataset *entry, char hex[LF_SHA256_TEXT]);

/** *data <- the table mapped from the cache; NULL if there is no sound one of that identity. */
void lf_cache_load(const char *identity, lf_data **data);

/** Forget that a table was found right, check all of it, and remove it if it is not sound. */
void lf_cache_verify(const char *identity);

/** part <- the place of a table in the making, under a key: its identity, or what stands for it.
 * May wait for another process. part->fd is below 0 where the cache cannot be written. */
void lf_cache_hold(const char *key, lf_draft *part);
/** *data <- the builder's table, put into the cache in one step and mapped from there, so that all
 *  runs on the machine share the memory. Without room for a small table, or without a part, it is
 * in memory alone. The part goes either way. */
lf_status lf_cache_keep(lf_draft *part, lf_builder *builder, const char *identity, lf_data **data);
/** Give a part back unused; fine after lf_cache_keep. */
void lf_cache_leave(lf_draft *part);
