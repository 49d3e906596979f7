/**
 * @file wire_send.c
 * @brief Frames out. Each payload is written twice by the same code: once to learn its size, once
 * for good; so a small buffer will do, in a process that may be out of memory. Without one, each
 * number would be a write of its own, and the parent would be woken for it.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "harness/pool/wire.h"

/* What a pipe takes at once. */
enum { WIRE_BUFFER_BYTES = 4096 };

typedef struct {
    int fd;
    bool counting;
    uint64_t bytes; /* counted */
    size_t used;    /* bytes that wait */
    char buffer[WIRE_BUFFER_BYTES];
} wire_out;

static void wire_write(int fd, const void *bytes, size_t size) {
    const char *from = bytes;
    while (size > 0) {
        const ssize_t n = write(fd, from, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) _exit(1); /* the parent is gone, or a plugin closed the pipe */
        from += n;
        size -= (size_t)n;
    }
}

static void wire_flush(wire_out *out) {
    wire_write(out->fd, out->buffer, out->used);
    out->used = 0;
}

static void wire_put(wire_out *out, const void *bytes, size_t size) {
    if (out->counting) {
        out->bytes += size;
        return;
    }
    if (size > sizeof out->buffer - out->used) wire_flush(out);
    if (size > sizeof out->buffer) {
        wire_write(out->fd, bytes, size);
    } else if (size > 0) {
        memcpy(out->buffer + out->used, bytes, size);
        out->used += size;
    }
}

static void wire_put_count(wire_out *out, uint64_t n) {
    wire_put(out, &n, sizeof n);
}

/* Length and bytes; what is longer than the receiver takes is cut. */
static void wire_put_text(wire_out *out, const char *text) {
    const size_t n = text ? strnlen(text, LF_WIRE_TEXT_BYTES) : 0;
    wire_put_count(out, n);
    if (n > 0) wire_put(out, text, n);
}

static void wire_put_begun(wire_out *out, const lf_record *head) {
    wire_put_count(out, head->dim);
    wire_put(out, head->samples, sizeof head->samples);
    wire_put_text(out, head->data_name);
    wire_put_text(out, head->data_sha256);
    wire_put_count(out, head->metrics);
    for (size_t i = 0; i < head->metrics; i++) {
        wire_put_text(out, head->metric[i].name);
        wire_put_text(out, head->metric[i].doc);
        wire_put_count(out, (head->metric[i].expensive ? 1U : 0U) |
                                (head->metric[i].higher_is_better ? 2U : 0U));
    }
    wire_put_count(out, head->measures);
    for (size_t i = 0; i < head->measures; i++) {
        wire_put_text(out, head->measure[i].name);
        wire_put_text(out, head->measure[i].cost);
        wire_put_text(out, head->measure[i].doc);
    }
}

static void wire_put_end(wire_out *out, const lf_record *record) {
    wire_put_count(out, record->status);
    wire_put_text(out, lf_record_cause(record));
    wire_put_text(out, record->trace_sha256);
    wire_put_count(out, record->iterate ? record->dim : 0);
    if (record->iterate) wire_put(out, record->iterate, record->dim * sizeof *record->iterate);
}

static void wire_put_header(wire_out *out, lf_wire_kind kind, uint64_t bytes) {
    const lf_wire_header header = {LF_WIRE_MARK, (uint32_t)kind, bytes};
    wire_put(out, &header, sizeof header);
}

void lf_wire_send_begun(int fd, const lf_record *head) {
    wire_out size = {.counting = true}, out = {.fd = fd};
    wire_put_begun(&size, head);
    wire_put_header(&out, LF_WIRE_BEGUN, size.bytes);
    wire_put_begun(&out, head);
    wire_flush(&out);
}

void lf_wire_send_point(int fd, size_t metrics, const lf_trace_point *point, const double *value,
                        double progress) {
    const size_t row_bytes = metrics * sizeof *value;
    wire_out out = {.fd = fd};
    wire_put_header(&out, LF_WIRE_POINT, sizeof *point + sizeof progress + row_bytes);
    wire_put(&out, point, sizeof *point);
    wire_put(&out, &progress, sizeof progress);
    wire_put(&out, value, row_bytes);
    wire_flush(&out);
}

static void wire_put_note(wire_out *out, double earlier_seconds, const char *text) {
    wire_put(out, &earlier_seconds, sizeof earlier_seconds);
    wire_put_text(out, text);
}

void lf_wire_send_note(int fd, double earlier_seconds, const char *text) {
    wire_out size = {.counting = true}, out = {.fd = fd};
    wire_put_note(&size, earlier_seconds, text);
    wire_put_header(&out, LF_WIRE_NOTE, size.bytes);
    wire_put_note(&out, earlier_seconds, text);
    wire_flush(&out);
}

void lf_wire_send_end(int fd, const lf_record *record) {
    wire_out size = {.counting = true}, out = {.fd = fd};
    wire_put_end(&size, record);
    wire_put_header(&out, LF_WIRE_END, size.bytes);
    wire_put_end(&out, record);
    wire_flush(&out);
}
