/**
 * @file libsvm_text.h
 * @brief A table written as LIBSVM text, the form that other programs read.
 */
#pragma once

#include "datasets/table/dataset.h"

/** Write "label index:value ..." lines, indices from 1, entries of 0 left out, to a file, which
 * gets its name when it is whole. LF_UNSUPPORTED for a table of pixels. */
lf_status lf_data_write_libsvm(const lf_data *data, const char *path);
