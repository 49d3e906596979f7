/**
 * @file verify.h
 * @brief Inside `levelfield verify`: its options, and the part that makes stored runs again.
 */
#pragma once

#include <jansson.h>

#include "cli/carry_out.h"
#include "harness/replay/replay.h"

typedef struct {
    const char *head;         /**< a link's hash, or its beginning; NULL: none was noted */
    size_t replay;            /**< runs to be made again; 0: none */
    size_t seed;              /**< of their choice; 0: any */
    const char *level;        /**< of an archive: how far it is checked, "0" to "3" */
    size_t runs;              /**< of an archive: runs made again at level 2 */
    const char *nonce, *root; /**< of an archive: the choice's, and what its root should be; NULL */
    bool json;
    lf_texts plugins;
    lf_session session; /**< jobs, timeout and blas_core alone */
} lf_verify_values;

/** Before anything else is done for a replay: kernels, plugins, a seed. */
lf_exit lf_verify_prepare(lf_verify_values *values);

/** Make runs of the folder again, and tell of each, on standard output and in *json (NULL after a
 *  failure). `whole`: its chain is, so that what comes of it is noted for the report. */
lf_exit lf_verify_replay(const lf_verify_values *values, const char *dir, lf_store *store,
                         bool whole, json_t **json);

/** What came of a run made again: a word, and an object. */
const char *lf_verify_run_word(const lf_replay *replay);
json_t *lf_verify_run_json(const lf_replay *replay);
