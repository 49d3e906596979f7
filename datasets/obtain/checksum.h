/**
 * @file checksum.h
 * @brief Is a file the published one? By the checksum that the catalogue states of it.
 */
#pragma once

#include "base/sha256.h"
#include "datasets/table/dataset.h"

/** What the catalogue states: hex digits of a SHA-256, else of an MD5; NULL: neither is known. */
const char *lf_checksum_stated(const lf_dataset_file *file);
/** "SHA-256", or "MD5" where only that is known. */
const char *lf_checksum_kind(const lf_dataset_file *file);

/** found <- the checksum of the stated kind of what is at `path`: of an archive as it is, of any
 *  other file its uncompressed content. SHA-256 where none is stated. */
lf_status lf_checksum_of(const lf_dataset_file *file, const char *path, char found[LF_SHA256_TEXT]);
