/**
 * @file npy_header.c
 * @brief The dictionary of an NPY file's header, token by token.
 */
#include <stdint.h>
#include <string.h>

#include "datasets/files/input.h"
#include "datasets/readers/parts/npy.h"

/* Where in the header we are: bytes[at .. end) is left. */
typedef struct {
    lf_npy *npy;
    size_t at, end;
    bool descr, order, shape; /* keys seen */
} npy_header;

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
        return lf_npy_fail(h->npy, start, "%s, expected %s",
                           n == 0           ? "a single number without a shape"
                           : length[0] == 0 ? "there are no rows"
                                            : "there are no columns",
                           expected);
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

lf_status lf_npy_header_read(lf_npy *npy) {
    npy_header here = {.npy = npy, .at = npy->header, .end = npy->data}, *h = &here;
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
