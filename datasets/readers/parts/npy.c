/**
 * @file npy.c
 * @brief The header of an NPY file, token by token, and the numbers behind it.
 */
#include "datasets/readers/parts/npy.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "datasets/files/input.h"

#define NPY_MAGIC "\x93NUMPY"
enum { NPY_MAGIC_BYTES = 6, NPY_VERSION_BYTES = 2 };

/* Where in the header we are: bytes[at .. end) is left. */
typedef struct {
    lf_npy *npy;
    size_t at, end;
    bool descr, order, shape; /* keys seen */
} npy_header;

lf_status lf_npy_fail(const lf_npy *npy, size_t offset, const char *format, ...) {
    char what[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return lf_fail(LF_BAD_INPUT, "%s:%zu: %s", npy->path, offset, what);
}

/* Refuse what stands here. */
static lf_status npy_refuse(const npy_header *h, const char *expected) {
    char shown[LF_INPUT_SHOWN];
    const size_t left = h->end - h->at;
    if (left == 0) return lf_npy_fail(h->npy, h->at, "the header ends here, expected %s", expected);
    return lf_npy_fail(h->npy, h->at, "found %s, expected %s",
                       lf_input_show(shown, (const char *)h->npy->bytes + h->at, left), expected);
}

/* The next byte that is no blank, not taken; 0 at the end. */
static char npy_peek(npy_header *h) {
    while (h->at < h->end && (h->npy->bytes[h->at] == ' ' || h->npy->bytes[h->at] == '\n'))
        h->at++;
    return h->at < h->end ? (char)h->npy->bytes[h->at] : '\0';
}

/* Take a byte if it is the next one. */
static bool npy_take(npy_header *h, char c) {
    if (npy_peek(h) != c || h->at == h->end) return false;
    h->at++;
    return true;
}

static lf_status npy_need(npy_header *h, char c) {
    const char expected[] = {'\'', c, '\'', '\0'};
    return npy_take(h, c) ? LF_OK : npy_refuse(h, expected);
}

/* text <- a short string in quotes. Nothing in a header that we accept has an escape in it. */
static lf_status npy_string(npy_header *h, char text[32], const char *expected) {
    const char quote = npy_peek(h);
    if (quote != '\'' && quote != '"') return npy_refuse(h, expected);
    const unsigned char *from = h->npy->bytes + h->at + 1;
    const unsigned char *stop = memchr(from, quote, h->end - h->at - 1);
    if (!stop || stop - from >= 32) return npy_refuse(h, expected);
    memcpy(text, from, (size_t)(stop - from));
    text[stop - from] = '\0';
    h->at += (size_t)(stop - from) + 2;
    return LF_OK;
}

/* 'descr': the order of bytes, the kind, the bytes of a number. */
static lf_status npy_descr(npy_header *h) {
    static const char expected[] =
        "a number type such as '<f8' or '<i4': little-endian f4, f8, i1 to i8, u1 to u8, or '|b1'";
    static const char *const known[] = {"<f4", "<f8", "|i1", "<i2", "<i4", "<i8",
                                        "|u1", "<u2", "<u4", "<u8", "|b1"};
    char text[32] = "";
    npy_header here = *h;
    LF_TRY(npy_string(h, text, expected));
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (strcmp(text, known[k]) != 0) continue;
        h->npy->kind = text[1];
        h->npy->item_bytes = (size_t)(text[2] - '0');
        return LF_OK;
    }
    npy_peek(&here); /* the place of the string is told, not that behind it */
    return npy_refuse(&here, expected);
}

static lf_status npy_order(npy_header *h) {
    static const char *const word[] = {"False", "True"};
    npy_peek(h);
    for (size_t k = 0; k < 2; k++) {
        const size_t size = strlen(word[k]);
        if (h->end - h->at < size || memcmp(h->npy->bytes + h->at, word[k], size) != 0) continue;
        h->npy->fortran = k == 1;
        h->at += size;
        return LF_OK;
    }
    return npy_refuse(h, "True or False");
}

/* *n <- digits; more than fits is refused. */
static lf_status npy_length(npy_header *h, size_t *n) {
    const char first = npy_peek(h);
    *n = 0;
    if (first < '0' || first > '9') return npy_refuse(h, "a length of at least 1");
    for (; h->at < h->end && h->npy->bytes[h->at] >= '0' && h->npy->bytes[h->at] <= '9'; h->at++)
        if (__builtin_mul_overflow(*n, (size_t)10, n) ||
            __builtin_add_overflow(*n, (size_t)(h->npy->bytes[h->at] - '0'), n))
            return npy_refuse(h, "a length that fits 64 bits");
    return LF_OK;
}

/* 'shape': (rows,) or (rows, columns), no length 0. */
static lf_status npy_shape(npy_header *h) {
    static const char expected[] = "a shape of one or two lengths, (rows,) or (rows, columns)";
    size_t length[2] = {1, 1}, n = 0;
    npy_peek(h);
    const size_t start = h->at;
    if (!npy_take(h, '(')) return npy_refuse(h, expected);
    while (npy_peek(h) != ')') {
        if (n == 2)
            return lf_npy_fail(h->npy, start, "more than two lengths, expected %s", expected);
        LF_TRY(npy_length(h, &length[n++]));
        if (npy_peek(h) != ')') LF_TRY(npy_need(h, ','));
    }
    h->at++;
    if (n == 0 || length[0] == 0 || length[1] == 0)
        return lf_npy_fail(h->npy, start, "a shape without any number, expected %s", expected);
    h->npy->dimensions = n;
    h->npy->rows = length[0];
    h->npy->columns = length[1];
    return LF_OK;
}

/* One key with its value; each stands once. */
static lf_status npy_item(npy_header *h) {
    static const char expected[] = "one of the keys 'descr', 'fortran_order' and 'shape', once";
    char key[32];
    npy_header here = *h;
    LF_TRY(npy_string(h, key, expected));
    npy_peek(&here);
    const bool descr = strcmp(key, "descr") == 0, order = strcmp(key, "fortran_order") == 0;
    const bool shape = strcmp(key, "shape") == 0;
    if ((!descr && !order && !shape) || (descr && h->descr) || (order && h->order) ||
        (shape && h->shape))
        return npy_refuse(&here, expected);
    h->descr |= descr;
    h->order |= order;
    h->shape |= shape;
    LF_TRY(npy_need(h, ':'));
    return descr ? npy_descr(h) : order ? npy_order(h) : npy_shape(h);
}

static lf_status npy_dictionary(npy_header *h) {
    LF_TRY(npy_need(h, '{'));
    while (npy_peek(h) != '}') {
        LF_TRY(npy_item(h));
        if (npy_peek(h) != '}') LF_TRY(npy_need(h, ','));
    }
    if (!h->descr || !h->order || !h->shape)
        return npy_refuse(h, "the keys 'descr', 'fortran_order' and 'shape' before the end");
    h->at++;
    npy_peek(h);
    return h->at == h->end ? LF_OK : npy_refuse(h, "the end of the header");
}

/* *h <- the place of the header: behind magic, version and length. */
static lf_status npy_find_header(lf_npy *npy, npy_header *h) {
    const unsigned char *b = npy->bytes;
    const size_t prefix = NPY_MAGIC_BYTES + NPY_VERSION_BYTES;
    if (npy->size_bytes < prefix + 2 || memcmp(b, NPY_MAGIC, NPY_MAGIC_BYTES) != 0)
        return lf_npy_fail(npy, 0, "not an NPY file, expected what numpy.save writes");
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
    *h = (npy_header){.npy = npy, .at = prefix + width, .end = prefix + width + length};
    npy->data = h->end;
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

static lf_status npy_map(lf_npy *npy) {
    struct stat info;
    const int fd = open(npy->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return lf_fail(LF_NOT_FOUND, "%s: cannot be opened", npy->path);
    void *bytes = MAP_FAILED;
    const bool regular = fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
    if (regular && info.st_size > 0)
        bytes = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    if (regular && info.st_size == 0)
        return lf_npy_fail(npy, 0, "the file is empty, expected what numpy.save writes");
    if (bytes == MAP_FAILED) return lf_fail(LF_IO, "%s: cannot be mapped", npy->path);
    npy->bytes = bytes;
    npy->size_bytes = (size_t)info.st_size;
    return LF_OK;
}

lf_status lf_npy_open(const char *path, lf_npy *npy) {
    npy_header h = {0};
    *npy = (lf_npy){0};
    LF_TRY(lf_path_format(npy->path, "%s", path));
    LF_TRY(npy_map(npy));
    lf_status status = npy_find_header(npy, &h);
    if (status == LF_OK) status = npy_dictionary(&h);
    if (status == LF_OK) status = npy_check_size(npy);
    if (status != LF_OK) lf_npy_close(npy);
    return status;
}

void lf_npy_close(lf_npy *npy) {
    if (npy->bytes) munmap((void *)(uintptr_t)npy->bytes, npy->size_bytes);
    *npy = (lf_npy){0};
}

void lf_npy_forget(const lf_npy *npy) {
    madvise((void *)(uintptr_t)npy->bytes, npy->size_bytes, MADV_DONTNEED);
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

double lf_npy_at(const lf_npy *npy, size_t row, size_t column) {
    const unsigned char *bytes = npy->bytes + lf_npy_offset(npy, row, column);
    float single;
    double value;
    if (npy->kind != 'f') return npy_whole(bytes, npy->item_bytes, npy->kind == 'i');
    memcpy(&single, bytes, sizeof single);
    if (npy->item_bytes == sizeof single) return single;
    memcpy(&value, bytes, sizeof value);
    return value;
}
