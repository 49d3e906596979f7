/**
 * @file download.h
 * @brief One file over TLS or plain HTTP, with libcurl; what came of it is checked elsewhere.
 */
#pragma once

#include "base/file.h"
#include "datasets/obtain/fetch.h"

/**
 * Add the file's bytes from number `have_bytes` on to `to`. LF_IO or LF_INTERRUPTED: what came is
 * the beginning of what the server has; LF_BAD_INPUT: it is of no use, being too long, or the
 * server cannot go on from there.
 */
lf_status lf_download(const lf_dataset_file *file, lf_draft *to, uint64_t have_bytes,
                      uint64_t limit_bytes, const lf_fetch_options *options);
