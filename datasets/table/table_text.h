/**
 * @file table_text.h
 * @brief A table written for other programs: as LIBSVM text, or as one NumPy array.
 */
#pragma once

#include "datasets/table/dataset.h"

/** Write "label index:value ..." lines, indices from 1, entries of 0 left out, to a file, which
 * gets its name when it is whole. LF_UNSUPPORTED for a table of pixels. */
lf_status lf_data_write_libsvm(const lf_data *data, const char *path);

/** Write rows x (1 + features) doubles as .npy, version 1.0, little-endian, the label in column 0,
 *  to a file, which gets its name when it is whole. LF_UNSUPPORTED for a table of pixels. */
lf_status lf_data_write_npy(const lf_data *data, const char *path);
