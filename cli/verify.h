/**
 * @file verify.h
 * @brief Inside `levelfield verify`: its options, stored runs made again, and an archive's levels.
 */
#pragma once

#include <jansson.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/carry_out.h"
#include "harness/archive/bundle.h"
#include "harness/replay/replay.h"

typedef struct {
    const char *head;  /**< a link's hash, or its beginning; NULL: none was noted */
    size_t replay;     /**< runs to be made again; 0: none */
    size_t seed;       /**< of their choice; 0: any */
    const char *level; /**< of an archive: how far it is checked, "0" to "3"; NULL: not said */
    size_t runs;       /**< of an archive: runs made again at level 2; 0: not said */
    const char *nonce, *root; /**< of an archive: the choice's, and what its root should be; NULL */
    bool json;
    lf_texts plugins;
    lf_session session; /**< jobs, limits and blas_core alone */
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

/** An archive under test. */
typedef struct {
    const lf_verify_values *is;
    const char *path;
    lf_bundle bundle;
    lf_bundle_roots roots;
    char dir[LF_PATH_BYTES]; /**< its results, unpacked; "": not yet */
    lf_text text;            /**< what is said, a line each */
    json_t *faults, *again;  /**< lines; runs made again */
    size_t level;            /**< asked for */
    size_t runs, reached;    /**< runs in it; levels that hold: 0 is none, 1 is level 0 */
} lf_archive_test;

/** text += a printf-style line. */
void lf_archive_say(lf_archive_test *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/** The same, of something that is wrong. */
void lf_archive_fault(lf_archive_test *t, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** Level 1: what follows from the results is made again, and the plans, and compared. A failure is
 *  one to do so: no data, no plugin. The bundle is spent. */
lf_status lf_archive_decide(lf_archive_test *t);
/** The plans of all experiments from what they ask for and what their trials came to. */
lf_status lf_archive_plan(lf_archive_test *t);
/** Say which experiments are of tuning alone, without a run. */
lf_status lf_archive_tell_tuning(lf_archive_test *t);
/** path <- where two JSON values part, reals apart by more than 1e-12 of their size; false:
 * nowhere. Environments are not looked at. */
bool lf_archive_json_differs(const json_t *a, const json_t *b, char *path, size_t size);

/** Test an archive from its level 0 to the one that is asked for; a failure is one to do so. For
 *  lf_archive_clear() in any case. */
lf_status lf_archive_try(const lf_verify_values *values, const char *path, lf_archive_test *t);
void lf_archive_clear(lf_archive_test *t);
/** The same, and what came of it on standard output. */
lf_exit lf_verify_archive(const lf_verify_values *values, const char *path);
