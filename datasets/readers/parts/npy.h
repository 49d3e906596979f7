/**
 * @file npy.h
 * @brief Reader of NPY, the format of numpy.save, in its versions 1 to 3.
 *
 * A file is the bytes 93 'NUMPY', two of a version, the length of a header in 2 bytes (version 1)
 * or 4, the header, then the numbers. The header is a Python dictionary of exactly 'descr',
 * 'fortran_order' and 'shape'. Accepted are one or two dimensions, whole numbers, float32, float64
 * and bool, all little-endian. The file is mapped, not copied, and so cannot be compressed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

#include "base/file.h"

/** A file being read. Zero before and after. */
typedef struct {
    char path[LF_PATH_BYTES];
    const unsigned char *bytes; /**< the whole file */
    size_t size_bytes;
    size_t dimensions;    /**< 1 or 2 */
    size_t rows, columns; /**< columns = 1 with one dimension */
    size_t data;          /**< byte at which the numbers begin */
    size_t item_bytes;
    char kind;    /**< 'f', 'i', 'u' or 'b', as in 'descr' */
    bool fortran; /**< column after column */
} lf_npy;

/** Map a file and read its header. LF_BAD_INPUT with "FILE:OFFSET: found ..., expected ..." for
 *  anything but such a file of exactly the size that its shape calls for. */
lf_status lf_npy_open(const char *path, lf_npy *npy);
void lf_npy_close(lf_npy *npy);
/** Give the memory of what was read back; it is read again when it is asked for. */
void lf_npy_forget(const lf_npy *npy);

/** The number at (row, column), as the nearest double; it may be NAN or infinite. */
double lf_npy_at(const lf_npy *npy, size_t row, size_t column);
/** Which byte it begins at. */
size_t lf_npy_offset(const lf_npy *npy, size_t row, size_t column);
/** LF_BAD_INPUT with "FILE:OFFSET: " before the text. */
lf_status lf_npy_fail(const lf_npy *npy, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
