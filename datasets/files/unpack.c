/**
 * @file unpack.c
 * @brief Bytes of a plain file, out of zlib, of Zstandard, of an archive, or of memory.
 */
#include "datasets/files/unpack.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>

#include "base/file.h"
#include "datasets/files/archive.h"

/* A piece that fits zlib's int and a cache; bytes that are worth a thread; zlib's word for gzip. */
enum { UNPACK_CHUNK = 1 << 17, UNPACK_LONG = 1 << 20, UNPACK_GZIP = 15 + 16 };

struct lf_unpack {
    FILE *file;     /* NULL: an archive, or content */
    char *buffer;   /* what was read and is not unpacked yet is in [at, end) */
    size_t at, end; /* both 0 at the end of the file */
    bool whole;     /* between two members or frames, where alone a file may end */
    z_stream *zlib; /* one of these two; NULL: a plain file */
    ZSTD_DStream *zstd;
    lf_archive *archive;
    char *content; /* all of the file, unpacked */
    size_t content_bytes;
    uint64_t offset, total;
    _Atomic uint64_t done;
    const char *path; /* the caller's */
};

static lf_status unpack_no_file(const lf_unpack *u) {
    return lf_fail(errno == ENOENT ? LF_NOT_FOUND : LF_IO, "%s: cannot open: %s", u->path,
                   errno ? strerror(errno) : "out of memory");
}

static lf_status unpack_fill(lf_unpack *u) {
    errno = 0;
    u->at = 0;
    u->end = fread(u->buffer, 1, UNPACK_CHUNK, u->file);
    u->done += u->end;
    if (!ferror(u->file)) return LF_OK;
    return lf_fail(LF_IO, "%s: cannot read: %s", u->path, strerror(errno));
}

/* Told by the first bytes: what is damaged there must not pass for text. */
static lf_status unpack_open_stream(lf_unpack *u) {
    const bool gzip = u->end > 1 && memcmp(u->buffer, "\x1f\x8b", 2) == 0;
    if (lf_path_ends(u->path, ".zst")) {
        u->zstd = ZSTD_createDStream();
        return u->zstd ? LF_OK : unpack_no_file(u);
    }
    if (!gzip && lf_path_ends(u->path, ".gz"))
        return lf_fail(LF_BAD_INPUT, "%s: not a gzip file, though its name ends in .gz", u->path);
    if (!gzip) return LF_OK;
    u->zlib = calloc(1, sizeof *u->zlib);
    if (u->zlib && inflateInit2(u->zlib, UNPACK_GZIP) == Z_OK) return LF_OK;
    free(u->zlib);
    u->zlib = NULL;
    return unpack_no_file(u);
}

static lf_status unpack_open_file(lf_unpack *u) {
    struct stat info;
    if (stat(u->path, &info) == 0) u->total = (uint64_t)info.st_size;
    if (lf_path_ends(u->path, ".gz")) lf_inflate(u->path, &u->content, &u->content_bytes);
    if (u->content) return LF_OK;
    errno = 0;
    u->buffer = malloc(UNPACK_CHUNK);
    if (u->buffer) u->file = fopen(u->path, "rb");
    if (!u->file) return unpack_no_file(u);
    LF_TRY(unpack_fill(u));
    return unpack_open_stream(u);
}

lf_status lf_unpack_open(const char *path, lf_unpack **unpack) {
    *unpack = NULL;
    lf_unpack *u = calloc(1, sizeof *u);
    if (!u) return lf_fail(LF_NO_MEMORY, "%s: no memory for a reader", path);
    u->path = path;
    const lf_status status =
        lf_archive_part(path) > 0 ? lf_archive_open(path, &u->archive) : unpack_open_file(u);
    if (status == LF_OK)
        *unpack = u;
    else
        lf_unpack_close(u);
    return status;
}

void lf_unpack_close(lf_unpack *unpack) {
    if (!unpack) return;
    if (unpack->file) fclose(unpack->file);
    if (unpack->zlib) inflateEnd(unpack->zlib);
    free(unpack->zlib);
    ZSTD_freeDStream(unpack->zstd);
    free(unpack->buffer);
    lf_archive_close(unpack->archive);
    free(unpack->content);
    free(unpack);
}

/* A short file and a damaged one are mended in the same way, but the user learns more from the
 * first: a download or a copy that stopped. */
static lf_status unpack_cut(const lf_unpack *u) {
    return lf_fail(LF_BAD_INPUT,
                   "%s: the compressed file is cut short: it ends after byte %llu of its content, "
                   "before its trailer",
                   u->path, (unsigned long long)u->offset);
}

static lf_status unpack_damaged(const lf_unpack *u, const char *why) {
    return lf_fail(LF_BAD_INPUT,
                   "%s: the compressed file is damaged after byte %llu of its content (%s)",
                   u->path, (unsigned long long)u->offset, why);
}

/* A compressed file of any size can claim to hold anything: refused while it is still cheap. The
 * position in the file runs ahead of the content by a buffer, which makes the check milder. */
static lf_status unpack_weigh(const lf_unpack *u, uint64_t taken) {
    const uint64_t bytes = u->offset + taken;
    if (bytes > LF_INFLATE_BYTES)
        return lf_fail(LF_BAD_INPUT, "%s: unpacks to more than %llu bytes; unpack it yourself",
                       u->path, (unsigned long long)LF_INFLATE_BYTES);
    return lf_inflate_check(u->path, u->done, bytes);
}

/* A member that ends is followed by another one or by nothing: what is neither is damage, not a
 * reason to stop. */
static lf_status unpack_inflate(lf_unpack *u, void *to, size_t size, size_t *got) {
    const uInt left = (uInt)(u->end - u->at),
               room = size < UNPACK_CHUNK ? (uInt)size : UNPACK_CHUNK;
    z_stream *z = u->zlib;
    z->next_in = (Bytef *)u->buffer + u->at;
    z->avail_in = left;
    z->next_out = to;
    z->avail_out = room;
    const int code = inflate(z, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) return lf_fail(LF_NO_MEMORY, "%s: no memory to unpack", u->path);
    if (code != Z_OK && code != Z_STREAM_END)
        return unpack_damaged(u, z->msg ? z->msg : "no gzip content");
    u->at = u->end - z->avail_in;
    *got = room - z->avail_out;
    u->whole = code == Z_STREAM_END;
    if (u->whole) inflateReset(z);
    return unpack_weigh(u, *got);
}

static lf_status unpack_take_zstd(lf_unpack *u, void *to, size_t size, size_t *got) {
    ZSTD_inBuffer in = {u->buffer, u->end, u->at};
    ZSTD_outBuffer out = {to, size, 0};
    const size_t wants = ZSTD_decompressStream(u->zstd, &out, &in);
    if (ZSTD_isError(wants)) return unpack_damaged(u, ZSTD_getErrorName(wants));
    u->whole = wants == 0;
    u->at = in.pos;
    *got = out.pos;
    return unpack_weigh(u, out.pos);
}

static lf_status unpack_take_file(lf_unpack *u, void *to, size_t size, size_t *got) {
    while (*got == 0) {
        if (u->at == u->end) LF_TRY(unpack_fill(u));
        const size_t left = u->end - u->at;
        if (left == 0) return u->whole || !(u->zlib || u->zstd) ? LF_OK : unpack_cut(u);
        if (u->zlib) {
            LF_TRY(unpack_inflate(u, to, size, got));
        } else if (u->zstd) {
            LF_TRY(unpack_take_zstd(u, to, size, got));
        } else {
            *got = size < left ? size : left;
            memcpy(to, u->buffer + u->at, *got);
            u->at += *got;
        }
    }
    return LF_OK;
}

/* Some bytes, at least one unless the file has ended. */
static lf_status unpack_take(lf_unpack *u, void *to, size_t size, size_t *got) {
    if (u->archive) return lf_archive_read(u->archive, to, size, got);
    if (u->file) return unpack_take_file(u, to, size, got);
    const size_t left = u->content_bytes - (size_t)u->offset;
    *got = size < left ? size : left;
    memcpy(to, u->content + u->offset, *got);
    return LF_OK;
}

lf_status lf_unpack_read(lf_unpack *unpack, void *to, size_t size, size_t *got) {
    *got = 0;
    while (*got < size) {
        size_t taken = 0;
        LF_TRY(unpack_take(unpack, (char *)to + *got, size - *got, &taken));
        if (taken == 0) break;
        *got += taken;
        unpack->offset += taken;
    }
    return LF_OK;
}

bool lf_unpack_long(const lf_unpack *unpack) {
    return unpack->total >= UNPACK_LONG || unpack->content_bytes >= UNPACK_LONG;
}

bool lf_unpack_slow(const lf_unpack *unpack) {
    return unpack->zlib;
}

uint64_t lf_unpack_total(const lf_unpack *unpack) {
    return unpack->total;
}

uint64_t lf_unpack_done(const lf_unpack *unpack) {
    return unpack->done;
}
