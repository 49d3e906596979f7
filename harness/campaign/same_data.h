/**
 * @file same_data.h
 * @brief Were stored results made of the files that are there now?
 *
 * A specification names a user's data by its path, so a stored run says nothing of files that were
 * changed behind it.
 */
#pragma once

#include "base/file.h"
#include "base/sha256.h"
#include "harness/run/record.h"

/** The set that was looked at last, as most runs of a plan have the same. Begin with {0}. */
typedef struct {
    char data[LF_PATH_BYTES];
    char identity[LF_SHA256_TEXT];
} lf_same_data;

/** LF_BAD_INPUT if the record's problem takes a user's files and these have changed since;
 *  `out` is the folder of the message. */
lf_status lf_data_unchanged(lf_same_data *last, const char *out, const lf_record *record);
