/**
 * @file fetch.h
 * @brief Downloads the files of a data set, and checks those that are there.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/file.h"
#include "datasets/table/dataset.h"

/** No file of the catalogue is larger; a server that sends more is cut off. */
#define LF_FETCH_BYTES ((uint64_t)3 << 30)
/** A download that stays below so many bytes a second for so many seconds is given up. */
enum { LF_FETCH_SLOWEST = 100, LF_FETCH_STALL = 60 };
/** Redirects followed, none of them from https to http. */
enum { LF_FETCH_REDIRECTS = 5 };

/** Told now and then how far a download is; `total_bytes` is 0 while unknown. Returns false to stop
 *  it. */
typedef bool (*lf_fetch_progress)(void *context, const lf_dataset_file *file, uint64_t done_bytes,
                                  uint64_t total_bytes);

/** How to download; NULL in its place, or all zeros, will do. */
typedef struct {
    bool offline;           /**< refuse instead; so does LEVELFIELD_OFFLINE, set to anything but
                                 nothing or 0 */
    unsigned stall_seconds; /**< 0: LF_FETCH_STALL */
    lf_fetch_progress progress;
    void *context; /**< of progress */
} lf_fetch_options;

/** Get every file of a set that is not there yet into the cache, each checked before it gets its
 *  name. LF_INTERRUPTED if the callback stopped it. */
lf_status lf_data_fetch(const char *name, const lf_fetch_options *options);

/** Get one file from its url to `path`: over TLS or plain HTTP, at most `limit_bytes` long. What an
 *  earlier attempt has left is gone on with; a result with another checksum is thrown away. */
lf_status lf_fetch_file(const lf_dataset *entry, const lf_dataset_file *file, const char *path,
                        uint64_t limit_bytes, const lf_fetch_options *options);

/** Told of each file: LF_OK, or LF_BAD_INPUT or LF_NOT_FOUND with lf_message() saying more; `path`
 *  is where it is, "" if nowhere. */
typedef void (*lf_verify_report)(void *context, const lf_dataset_file *file, const char *path,
                                 lf_status status);

/** Check the checksum of every file of a set. The first failure is returned, after all files were
 *  reported; the callback may be NULL. Of a generated set there are no files. A table in the cache
 * is checked too, whatever was noted of it, and removed if it is not sound. */
lf_status lf_data_verify(const char *name, lf_verify_report report, void *context);
