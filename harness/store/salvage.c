/**
 * @file salvage.c
 * @brief What can still be read of a damaged store, and whether what was read is what was stored.
 */
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "harness/run/record.h"
#include "harness/store/store_parts.h"

/* The key of one row, by its number alone: no index is asked. NULL where it cannot be read. */
static char *salvage_key(lf_store *store, uint64_t id) {
    lf_statement s;
    bool row = false;
    char *key = NULL;
    if (lf_statement_open(store, "SELECT key FROM runs NOT INDEXED WHERE id = ?", &s) == LF_OK) {
        lf_statement_put_count(&s, id);
        if (lf_statement_next(&s, &row) == LF_OK && row) key = lf_statement_take_text(&s);
    }
    lf_statement_close(&s);
    return key;
}

lf_status lf_store_salvage_keys(lf_store *store, char ***keys, size_t *n) {
    long long last;
    *keys = NULL;
    *n = 0;
    LF_TRY(lf_store_number(store, "SELECT max(id) FROM runs NOT INDEXED", &last));
    for (long long id = 1; id <= last; id++) {
        char *key = salvage_key(store, (uint64_t)id);
        if (key && lf_grow(keys, *n, sizeof **keys, "keys") == LF_OK)
            (*keys)[(*n)++] = key;
        else
            free(key);
    }
    return LF_OK;
}

/* Its seal is recomputed in a copy that shares the trace. */
lf_status lf_store_check(const lf_record *record) {
    char key[65];
    lf_record copy = *record;
    LF_TRY(lf_run_spec_key(&record->spec, key, NULL));
    if (strcmp(key, record->key) != 0)
        return lf_fail(LF_BAD_INPUT, "its configuration is not the one of its key");
    LF_TRY(lf_trace_seal(&copy));
    if (strcmp(copy.trace_sha256, record->trace_sha256) != 0)
        return lf_fail(LF_BAD_INPUT, "its trace is not the one of its hash");
    return lf_trace_possible(record);
}

lf_status lf_store_get_whole(lf_store *store, const char *key, lf_record *record) {
    LF_TRY(lf_store_get(store, key, record));
    const lf_status status = lf_store_check(record);
    if (status == LF_OK) return LF_OK;
    lf_record_clear(record);
    return lf_fail_within(status,
                          "%s: run %.12s... is damaged in the store (--force repeats it, "
                          "`levelfield export` gives the others): ",
                          store->path, key);
}
