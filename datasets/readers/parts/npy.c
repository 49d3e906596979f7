/**
 * @file npy.c
 * @brief An NPY file: where its header lies, and the numbers behind it.
 */
#include "datasets/readers/parts/npy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define NPY_MAGIC "\x93NUMPY"
enum { NPY_MAGIC_BYTES = 6, NPY_VERSION_BYTES = 2 };
/* What numpy.save writes is far shorter. */
enum { NPY_HEADER_BYTES = 1 << 17 };

lf_status lf_npy_fail(const lf_npy *npy, size_t offset, const char *format, ...) {
    char what[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return lf_fail(LF_BAD_INPUT, "%s:%zu: %s", npy->path, offset, what);
}

/* npy->header, npy->data <- the place of the header: behind magic, version and length. */
static lf_status npy_find_header(lf_npy *npy) {
    const unsigned char *b = npy->bytes;
    const size_t prefix = NPY_MAGIC_BYTES + NPY_VERSION_BYTES;
    if (npy->size_bytes < prefix + 2 || memcmp(b, NPY_MAGIC, NPY_MAGIC_BYTES) != 0)
        return lf_npy_fail(npy, 0, "not an NPY file, expected what numpy.save writes, unpacked");
    const unsigned major = b[NPY_MAGIC_BYTES];
    if (major < 1 || major > 3 || b[NPY_MAGIC_BYTES + 1] != 0)
        return lf_npy_fail(npy, NPY_MAGIC_BYTES, "found version %u.%u, expected 1.0, 2.0 or 3.0",
                           major, b[NPY_MAGIC_BYTES + 1]);
    const size_t width = major == 1 ? 2 : 4;
    size_t length = 0;
    for (size_t k = 0; k < width && prefix + k < npy->size_bytes; k++)
        length |= (size_t)b[prefix + k] << 8 * k;
    if (npy->size_bytes < prefix + width || length > npy->size_bytes - prefix - width)
        return lf_npy_fail(npy, prefix, "a header of %zu bytes, but the file has %zu in all",
                           length, npy->size_bytes);
    if (prefix + width + length > NPY_HEADER_BYTES)
        return lf_npy_fail(npy, prefix, "a header of %zu bytes, expected fewer than %d", length,
                           NPY_HEADER_BYTES);
    npy->header = prefix + width;
    npy->data = npy->header + length;
    return LF_OK;
}

/* The file has exactly the bytes that the shape calls for. */
static lf_status npy_check_size(const lf_npy *npy) {
    size_t bytes;
    const size_t there = npy->size_bytes - npy->data;
    if (__builtin_mul_overflow(npy->rows, npy->columns, &bytes) ||
        __builtin_mul_overflow(bytes, npy->item_bytes, &bytes) || bytes > there)
        return lf_npy_fail(npy, npy->size_bytes,
                           "the file ends with %zu bytes of numbers, expected %zu x %zu of %zu "
                           "bytes each",
                           there, npy->rows, npy->columns, npy->item_bytes);
    if (bytes == there) return LF_OK;
    return lf_npy_fail(npy, npy->data + bytes, "%zu bytes are left over, expected the end",
                       there - bytes);
}

/* npy->bytes <- some of the file, from `offset` on. That another program cut it short meanwhile
 * is told here; in a mapped file it would be a signal. */
static lf_status npy_fetch(lf_npy *npy, size_t offset, size_t size_bytes) {
    if (size_bytes > npy->capacity) {
        unsigned char *grown = realloc(npy->bytes, size_bytes);
        if (!grown)
            return lf_fail(LF_NO_MEMORY, "%s: no memory for %zu bytes", npy->path, size_bytes);
        npy->bytes = grown;
        npy->capacity = size_bytes;
    }
    for (size_t done = 0; done < size_bytes;) {
        const ssize_t got =
            pread(npy->fd, npy->bytes + done, size_bytes - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return lf_fail(LF_IO, "%s: cannot read: %s", npy->path, strerror(errno));
        if (got == 0)
            return lf_npy_fail(npy, offset + done,
                               "the file ends here, and was longer when its reading began");
        done += (size_t)got;
    }
    return LF_OK;
}

static lf_status npy_begin(lf_npy *npy) {
    struct stat info;
    npy->fd = open(npy->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe is not waited for */
    if (npy->fd < 0) return lf_fail(LF_NOT_FOUND, "%s: cannot be opened", npy->path);
    if (fstat(npy->fd, &info) != 0 || !S_ISREG(info.st_mode))
        return lf_fail(LF_IO, "%s: is no file with an end", npy->path);
    if (info.st_size == 0)
        return lf_npy_fail(npy, 0, "the file is empty, expected what numpy.save writes");
    npy->size_bytes = (size_t)info.st_size;
    return npy_fetch(npy, 0,
                     npy->size_bytes < NPY_HEADER_BYTES ? npy->size_bytes : NPY_HEADER_BYTES);
}

lf_status lf_npy_open(const char *path, lf_npy *npy) {
    *npy = (lf_npy){.fd = -1};
    LF_TRY(lf_path_format(npy->path, "%s", path));
    lf_status status = npy_begin(npy);
    if (status == LF_OK) status = npy_find_header(npy);
    if (status == LF_OK) status = lf_npy_header_read(npy);
    if (status == LF_OK) status = npy_check_size(npy);
    if (status != LF_OK) lf_npy_close(npy);
    return status;
}

void lf_npy_close(lf_npy *npy) {
    if (npy->fd >= 0) close(npy->fd);
    free(npy->bytes);
    *npy = (lf_npy){.fd = -1};
}

size_t lf_npy_offset(const lf_npy *npy, size_t row, size_t column) {
    const size_t k = npy->fortran ? column * npy->rows + row : row * npy->columns + column;
    return npy->data + k * npy->item_bytes;
}

/* Whole numbers of any width, by their sign bit. The machine is little-endian, as the cache is. */
static double npy_whole(const unsigned char *bytes, size_t n, bool is_signed) {
    uint64_t bits = 0;
    memcpy(&bits, bytes, n);
    const unsigned unused = (unsigned)(64 - 8 * n);
    if (!is_signed) return (double)bits;
    return (double)((int64_t)(bits << unused) >> unused);
}

/* The nearest double. */
static double npy_number(const lf_npy *npy, const unsigned char *bytes) {
    float single;
    double value;
    if (npy->kind != 'f') return npy_whole(bytes, npy->item_bytes, npy->kind == 'i');
    memcpy(&single, bytes, sizeof single);
    if (npy->item_bytes == sizeof single) return single;
    memcpy(&value, bytes, sizeof value);
    return value;
}

/* Numbers that lie side by side in the file go to places that are `stride` apart. */
static lf_status npy_run(lf_npy *npy, size_t offset, size_t n, double *to, size_t stride) {
    LF_TRY(npy_fetch(npy, offset, n * npy->item_bytes));
    for (size_t k = 0; k < n; k++)
        to[k * stride] = npy_number(npy, npy->bytes + k * npy->item_bytes);
    return LF_OK;
}

lf_status lf_npy_rows(lf_npy *npy, size_t first, size_t n, double *to) {
    if (!npy->fortran) return npy_run(npy, lf_npy_offset(npy, first, 0), n * npy->columns, to, 1);
    for (size_t j = 0; j < npy->columns; j++)
        LF_TRY(npy_run(npy, lf_npy_offset(npy, first, j), n, to + j, npy->columns));
    return LF_OK;
}
