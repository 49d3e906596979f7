/**
 * @file verify_archive.h
 * @brief Inside `levelfield verify`: an archive's levels, and what is said of them.
 */
#pragma once

#include <jansson.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/verify.h"
#include "harness/archive/bundle.h"

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
/** path <- where two JSON values part, reals apart by more than 1e-12 of their size; false:
 * nowhere. Environments are not looked at. */
bool lf_archive_json_differs(const json_t *a, const json_t *b, char *path, size_t size);

/** Test an archive from its level 0 to the one that is asked for; a failure is one to do so. For
 *  lf_archive_clear() in any case. */
lf_status lf_archive_try(const lf_verify_values *values, const char *path, lf_archive_test *t);
void lf_archive_clear(lf_archive_test *t);
/** The same, and what came of it on standard output. */
lf_exit lf_verify_archive(const lf_verify_values *values, const char *path);
