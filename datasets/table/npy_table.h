/**
 * @file npy_table.h
 * @brief A table written as one NumPy array, for programs in Python.
 */
#pragma once

#include "datasets/table/dataset.h"

/** Write rows x (1 + features) doubles as .npy, version 1.0, little-endian, the label in column 0,
 *  to a file, which gets its name when it is whole. LF_UNSUPPORTED for a table of pixels. */
lf_status lf_data_write_npy(const lf_data *data, const char *path);
