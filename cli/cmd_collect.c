/**
 * @file cmd_collect.c
 * @brief levelfield collect: results that tasks of a cluster have left, into the store.
 */
#include <stdio.h>

#include "base/file.h"
#include "cli/carry_out.h"

/* A folder that holds neither results nor shards is a slip of the pen. */
static lf_status collect_check(const char *dir) {
    char shards[LF_PATH_BYTES];
    lf_store *store = NULL;
    LF_TRY(lf_path_format(shards, "%s/shards", dir));
    if (lf_shards_count(shards) > 0) return LF_OK;
    LF_TRY(lf_store_open(dir, false, &store));
    lf_store_close(store);
    return LF_OK;
}

static lf_exit collect_run(const void *values, const lf_texts *operands) {
    (void)values;
    const char *dir = operands->text[0];
    lf_collection collection = {0};
    lf_status status = collect_check(dir);
    if (status == LF_OK) status = lf_store_claim(dir);
    if (status == LF_OK) status = lf_session_collect(dir, &collection);
    if (status != LF_OK) return lf_message_exit(status);
    printf("%zu merged, %zu known, %zu damaged, %zu in conflict\n", collection.merged,
           collection.known, collection.damaged, collection.conflicts);
    return collection.damaged || collection.conflicts ? LF_EXIT_CHECK : LF_EXIT_DONE;
}

LF_COMMAND_PLAIN(
    collect, collect, .name = "collect", .operands = "DIR",
    .doc = "take in the results that Slurm tasks have left",
    .about = "Merges the shards in DIR/shards into DIR/results.sqlite: each whole or not at all, a "
             "finished run is never replaced, and doing it twice changes nothing. A shard that is "
             "damaged, or that has another result of a run that is finished, is set aside and "
             "named; then the exit code is 1. `run`, `tune`, `reproduce` and `suite` collect by "
             "themselves.",
    .example = "levelfield collect levelfield-out/run", .least = 1, .most = 1);
