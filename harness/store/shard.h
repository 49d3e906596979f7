/**
 * @file shard.h
 * @brief Results on their way: files of the store's schema that another process will merge.
 *
 * A shard is made in memory and put into its folder in one step, so there are no half ones, and no
 * locks on a network's file system. Its name is KEY-HASH.sqlite, with the run's key and the SHA-256
 * of its bytes: a changed bit anywhere is noticed, and two results of one run stand side by side
 * until somebody compares them.
 */
#pragma once

#include "harness/store/store.h"

/** Write the record as a shard into the folder, which is made if it is missing. */
lf_status lf_shard_write(const char *folder, const lf_record *record);

/** What is done with shards that are there. */
typedef struct {
    void *context;
    /** Is this run asked for? Others stay where they are. NULL: all are. */
    bool (*wanted)(void *context, const char *key);
    /** A record that is whole; the shard is removed after LF_OK. *contradicts <- another result of
     *  this run is known: then the shard is set aside. */
    lf_status (*take)(void *context, const lf_record *record, bool *contradicts);
    /** A shard was set aside, as PATH.damaged or PATH.conflict; `why` is half a sentence. */
    void (*aside)(void *context, const char *path, bool conflict, const char *why);
} lf_shard_reader;

/** Take every shard of the folder, in the order of their names; no folder is no shards. Ends at the
 *  first failure of `take`, which leaves that shard where it is. */
lf_status lf_shards_take(const char *folder, const lf_shard_reader *reader);

/** Number of shards in the folder. */
size_t lf_shards_count(const char *folder);

/** What came of merging. */
typedef struct {
    void *context;
    void (*said)(void *context, const char *text); /**< one line about a shard that was set aside */
    size_t merged;                                 /**< records that were not there before */
    size_t known;                                  /**< that were there, and are the same */
    size_t conflicts, damaged;                     /**< shards that were set aside */
} lf_collection;

/** Merge DIR/shards into DIR/results.sqlite, which this process has claimed. A finished run is
 *  never replaced. Doing it again changes nothing. */
lf_status lf_store_collect(const char *dir, lf_collection *collection);
