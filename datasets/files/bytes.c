/**
 * @file bytes.c
 * @brief Bytes out of zlib, which reads plain files too, out of an archive, or out of memory.
 */
#include "datasets/files/bytes.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/file.h"
#include "datasets/files/archive.h"
#include "datasets/files/inflate.h"

/* A piece that fits zlib's int and a cache; content that is worth a thread. */
enum { BYTES_CHUNK = 1 << 17, BYTES_MANY = 1 << 20 };

struct lf_bytes {
    gzFile file; /* NULL for a member of an archive, and for what is unpacked already */
    lf_archive *archive;
    char *content; /* all of the file, unpacked */
    size_t content_bytes;
    lf_sha256 hash;
    bool beside; /* the content is hashed by a thread of its own, this one */
    pthread_t thread;
    uint64_t offset;
    char path[LF_PATH_BYTES];
};

static bool bytes_named_gz(const char *path) {
    size_t n = strlen(path);
    return n > 3 && strcmp(path + n - 3, ".gz") == 0;
}

static lf_status bytes_open_file(lf_bytes *b) {
    if (bytes_named_gz(b->path)) lf_inflate(b->path, &b->content, &b->content_bytes);
    if (b->content) return LF_OK;
    errno = 0;
    b->file = gzopen(b->path, "rb");
    if (!b->file)
        return lf_fail(errno == ENOENT ? LF_NOT_FOUND : LF_IO, "%s: cannot open: %s", b->path,
                       errno ? strerror(errno) : "out of memory");
    gzbuffer(b->file, BYTES_CHUNK);
    /* zlib takes anything that is not gzip as plain, which would hide a damaged start. */
    if (!bytes_named_gz(b->path) || !gzdirect(b->file)) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: not a gzip file, though its name ends in .gz", b->path);
}

static void *bytes_hash_content(void *bytes) {
    lf_bytes *b = bytes;
    lf_sha256_add(&b->hash, b->content, b->content_bytes);
    return NULL;
}

/* What is unpacked already is hashed while the caller makes sense of it. */
static void bytes_begin_hash(lf_bytes *b) {
    lf_sha256_start(&b->hash);
    b->beside = b->content && b->content_bytes >= BYTES_MANY &&
                pthread_create(&b->thread, NULL, bytes_hash_content, b) == 0;
}

static void bytes_await_hash(lf_bytes *b) {
    if (b->beside) pthread_join(b->thread, NULL);
    b->beside = false;
}

lf_status lf_bytes_open(const char *path, lf_bytes **bytes) {
    *bytes = NULL;
    lf_bytes *b = calloc(1, sizeof *b);
    if (!b) return lf_fail(LF_NO_MEMORY, "%s: no memory for a reader", path);
    lf_status status = lf_path_format(b->path, "%s", path);
    if (status == LF_OK && lf_archive_part(b->path) > 0)
        status = lf_archive_open(b->path, &b->archive);
    else if (status == LF_OK)
        status = bytes_open_file(b);
    if (status == LF_OK) {
        bytes_begin_hash(b);
        *bytes = b;
    } else {
        lf_bytes_close(b);
    }
    return status;
}

void lf_bytes_close(lf_bytes *bytes) {
    if (!bytes) return;
    bytes_await_hash(bytes);
    if (bytes->file) gzclose(bytes->file);
    lf_archive_close(bytes->archive);
    free(bytes->content);
    lf_sha256_drop(&bytes->hash);
    free(bytes);
}

/* Word zlib's complaint. A short file and a damaged one are mended in the same way, but the user
 * learns more from the first: a download or a copy that stopped. */
static lf_status bytes_stream_fail(const lf_bytes *b) {
    int code = Z_OK;
    const char *why = gzerror(b->file, &code);
    if (code == Z_BUF_ERROR)
        return lf_fail(LF_BAD_INPUT,
                       "%s: the compressed file is cut short: it ends after byte %llu of its "
                       "content, before its trailer",
                       b->path, (unsigned long long)b->offset);
    if (code == Z_DATA_ERROR)
        return lf_fail(LF_BAD_INPUT,
                       "%s: the compressed file is damaged after byte %llu of its content (%s)",
                       b->path, (unsigned long long)b->offset, why);
    return lf_fail(LF_IO, "%s: cannot read: %s", b->path, code == Z_ERRNO ? strerror(errno) : why);
}

/* A compressed file of any size can claim to hold anything: refused while it is still cheap. The
 * position in the file runs ahead of the content by a buffer, which makes the check milder. */
static lf_status bytes_weigh(const lf_bytes *b, uint64_t taken) {
    const uint64_t bytes = b->offset + taken;
    if (bytes > LF_INFLATE_BYTES)
        return lf_fail(LF_BAD_INPUT, "%s: unpacks to more than %llu bytes; unpack it yourself",
                       b->path, (unsigned long long)LF_INFLATE_BYTES);
    const z_off_t packed = gzoffset(b->file);
    return packed < 0 ? LF_OK : lf_inflate_check(b->path, (uint64_t)packed, bytes);
}

static size_t bytes_copy(const lf_bytes *b, void *to, size_t size) {
    const size_t left = b->content_bytes - (size_t)b->offset;
    const size_t taken = size < left ? size : left;
    memcpy(to, b->content + b->offset, taken);
    return taken;
}

/* Some bytes, at least one unless the file has ended. */
static lf_status bytes_take(lf_bytes *b, void *to, size_t size, size_t *got) {
    if (b->content) {
        *got = bytes_copy(b, to, size);
        return LF_OK;
    }
    if (b->archive) return lf_archive_read(b->archive, to, size, got);
    errno = 0;
    int taken = gzread(b->file, to, (unsigned)(size < BYTES_CHUNK ? size : BYTES_CHUNK));
    int code = Z_OK;
    if (taken == 0) gzerror(b->file, &code);
    if (taken < 0 || code != Z_OK) return bytes_stream_fail(b);
    *got = (size_t)taken;
    return gzdirect(b->file) ? LF_OK : bytes_weigh(b, (uint64_t)taken);
}

lf_status lf_bytes_read(lf_bytes *bytes, void *to, size_t size, size_t *got) {
    *got = 0;
    while (*got < size) {
        char *next = (char *)to + *got;
        size_t taken = 0;
        LF_TRY(bytes_take(bytes, next, size - *got, &taken));
        if (taken == 0) break;
        if (!bytes->beside) lf_sha256_add(&bytes->hash, next, taken);
        *got += taken;
        bytes->offset += taken;
    }
    return LF_OK;
}

lf_status lf_bytes_digest(lf_bytes *bytes, char hex[LF_SHA256_TEXT]) {
    char rest[1 << 14];
    for (size_t got = sizeof rest; got == sizeof rest;)
        LF_TRY(lf_bytes_read(bytes, rest, sizeof rest, &got));
    bytes_await_hash(bytes);
    return lf_sha256_finish(&bytes->hash, hex);
}

uint64_t lf_bytes_offset(const lf_bytes *bytes) {
    return bytes->offset;
}

const char *lf_bytes_path(const lf_bytes *bytes) {
    return bytes->path;
}

lf_status lf_bytes_fail(const lf_bytes *bytes, uint64_t offset, const char *format, ...) {
    char what[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return lf_fail(LF_BAD_INPUT, "%s:%llu: %s", bytes->path, (unsigned long long)offset, what);
}

lf_status lf_bytes_hash(const char *path, char hex[LF_SHA256_TEXT]) {
    lf_bytes *bytes;
    LF_TRY(lf_bytes_open(path, &bytes));
    lf_status status = lf_bytes_digest(bytes, hex);
    lf_bytes_close(bytes);
    return status;
}
