/**
 * @file archive_certify.h
 * @brief Certificates of an archive: what the optima of its problems are at least, and how far
 * above that its runs ended.
 */
#pragma once

#include <jansson.h>

#include "base/text.h"
#include "harness/archive/bundle.h"
#include "harness/run/record.h"
#include "oracle/problem.h"

/** The most certificates of one problem. */
enum { LF_CERTIFIED = 4 };

/** Of one problem. Zero: of none. */
typedef struct {
    size_t n;
    lf_certificate of[LF_CERTIFIED];
    json_t *line[LF_CERTIFIED]; /**< what will be said */
} lf_certified;

/** Make the problem's certificates. What rows they are over becomes members rows/SHA256.txt of the
 *  bundle, a number a line: the bytes that data.jsonl has the hash of. */
lf_status lf_certified_begin(const lf_problem *problem, const char *spec, lf_bundle *bundle,
                             lf_certified *certified);
/** Add how far above them a run of this problem ended. */
void lf_certified_add(const lf_problem *problem, const lf_record *record, lf_certified *certified);
/** text += a canonical JSON line for each that has a run; *certified is zero afterwards. */
void lf_certified_end(lf_certified *certified, lf_text *text);

/** Row numbers as text, one a line, malloc'ed, and their hash. */
lf_status lf_rows_text(const lf_part *part, char **text, char hex[LF_SHA256_TEXT]);
