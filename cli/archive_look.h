/**
 * @file archive_look.h
 * @brief The problems of an archive's runs, built once each: what their data is, and whether the
 * runs' last metrics are those of their final iterates.
 */
#pragma once

#include "base/text.h"
#include "harness/archive/bundle.h"
#include "harness/store/store.h"

typedef struct {
    lf_text data;        /**< a JSON line for each problem: data, its hash, its split's hashes */
    lf_text certified;   /**< a JSON line for each certificate (archive_certify.h) */
    size_t runs;         /**< with a final iterate */
    size_t same, beyond; /**< metrics that are the same; that hang on more than the iterate */
    size_t other;        /**< that are not the same */
    char first[256]; /**< the first of those: "run 0a1b...: FV is 0.25, and 0.5 at its iterate" */
} lf_look;

/** Look at all runs of a store; the rows that certificates are over go into the bundle. Also LF_OK
 *  where metrics differ. Both texts are the caller's. */
lf_status lf_look_at(lf_store *store, lf_bundle *bundle, lf_look *look);
