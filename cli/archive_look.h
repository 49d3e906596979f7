/**
 * @file archive_look.h
 * @brief The problems of an archive's runs, built once each: what their data is, and whether the
 * runs' last metrics are those of their final iterates.
 */
#pragma once

#include <jansson.h>

#include "base/text.h"
#include "harness/archive/bundle.h"
#include "harness/run/record.h"
#include "harness/store/store.h"
#include "oracle/problem.h"

typedef struct {
    lf_text data;        /**< a JSON line for each problem: data, its hash, its split's hashes */
    lf_text certified;   /**< a JSON line for each certificate */
    size_t runs;         /**< with a final iterate */
    size_t lost;         /**< that ended without a result, as far as they say */
    size_t diverged;     /**< that did, as far as they say */
    size_t foreign;      /**< made by another version, whose descriptions may be other ones */
    size_t same, beyond; /**< metrics that are the same; that hang on more than the iterate */
    size_t other;        /**< that are not the same */
    char first[256]; /**< the first of those: "run 0a1b...: FV is 0.25, and 0.5 at its iterate" */
} lf_look;

/** Look at all runs of a store; the rows that certificates are over go into the bundle. Also LF_OK
 *  where metrics differ. Both texts are the caller's. */
lf_status lf_look_at(lf_store *store, lf_bundle *bundle, lf_look *look);

/** The most certificates of one problem. */
enum { LF_CERTIFIED = 4 };
/** The most numbers in points of one problem's lower levels, 25 MB of text; runs are looked at in
 * order of their keys, and those beyond have no certificate. */
enum { LF_CERTIFIED_POINTS = 1 << 20 };

/** Of one problem. Zero: of none. */
typedef struct {
    size_t n;
    lf_certificate of[LF_CERTIFIED];
    json_t *line[LF_CERTIFIED]; /**< what will be said */
    json_t *below;              /**< of lower levels; NULL: of none yet */
    size_t points;              /**< numbers in points of those */
} lf_certified;

/** Make the problem's certificates. What rows they are over becomes members rows/SHA256.txt of the
 *  bundle, a number a line: the bytes that data.jsonl has the hash of. */
lf_status lf_certified_begin(const lf_problem *problem, const char *spec, lf_bundle *bundle,
                             lf_certified *certified);
/** Add how far above them a run of this problem ended, and what its lower levels come to; rows as
 *  above. */
lf_status lf_certified_add(const lf_problem *problem, const char *spec, const lf_record *record,
                           lf_bundle *bundle, lf_certified *certified);
/** text += a canonical JSON line for each that has a run; *certified is zero afterwards. */
void lf_certified_end(lf_certified *certified, lf_text *text);

/** Row numbers as text, one a line, malloc'ed, and their hash. */
lf_status lf_rows_text(const lf_part *part, char **text, char hex[LF_SHA256_TEXT]);
