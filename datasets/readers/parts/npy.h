/**
 * @file npy.h
 * @brief Reader of NPY, the format of numpy.save, in its versions 1 to 3.
 *
 * A file is the bytes 93 'NUMPY', two of a version, the length of a header in 2 bytes (version 1)
 * or 4, the header, then the numbers. The header is a Python dictionary of exactly 'descr',
 * 'fortran_order' and 'shape'. Accepted are one or two dimensions, whole numbers, float32, float64
 * and bool, all little-endian. Rows are read from where they lie, in the order of columns, too, and
 * so the file cannot be compressed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

#include "base/file.h"

/** A file being read. */
typedef struct {
    char path[LF_PATH_BYTES];
    int fd;
    unsigned char *bytes; /**< what was read last */
    size_t capacity;      /**< room for it */
    size_t size_bytes;    /**< of the file, when it was opened */
    size_t dimensions;    /**< 1 or 2 */
    size_t rows, columns; /**< columns = 1 with one dimension */
    size_t header, data;  /**< bytes at which the header's dictionary and the numbers begin */
    size_t item_bytes;
    char kind;    /**< 'f', 'i', 'u' or 'b', as in 'descr' */
    bool fortran; /**< column after column */
} lf_npy;

/** Open a file and read its header. LF_BAD_INPUT with "FILE:OFFSET: found ..., expected ..." for
 *  anything but such a file of exactly the size that its shape calls for. */
lf_status lf_npy_open(const char *path, lf_npy *npy);
void lf_npy_close(lf_npy *npy);
/** What the header says; for lf_npy_open. */
lf_status lf_npy_header_read(lf_npy *npy);

/** to (n x columns) <- rows from `first` on, as the nearest doubles; some may be NAN or infinite.
 *  LF_BAD_INPUT if the file has become shorter. */
lf_status lf_npy_rows(lf_npy *npy, size_t first, size_t n, double *to);
/** Which byte the number at (row, column) begins at. */
size_t lf_npy_offset(const lf_npy *npy, size_t row, size_t column);
/** LF_BAD_INPUT with "FILE:OFFSET: " before the text. */
lf_status lf_npy_fail(const lf_npy *npy, size_t offset, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
