/**
 * @file unpack.c
 * @brief Bytes out of zlib, which reads plain files too, of Zstandard, of an archive, or of memory.
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
#include "datasets/files/inflate.h"

/* A piece that fits zlib's int and a cache; bytes that are worth a thread. */
enum { UNPACK_CHUNK = 1 << 17, UNPACK_LONG = 1 << 20 };

/* A .zst file; what is read and not unpacked yet is in.src[in.pos .. in.size). */
typedef struct {
    FILE *file;
    ZSTD_DStream *stream;
    ZSTD_inBuffer in;
    char *buffer;
    size_t wants; /* 0 between two frames, where alone a file may end */
} unpack_zstd;

struct lf_unpack {
    gzFile file; /* one of these; NULL: not of this kind */
    unpack_zstd *zstd;
    lf_archive *archive;
    char *content; /* all of the file, unpacked */
    size_t content_bytes;
    uint64_t offset, total;
    _Atomic uint64_t done;
    const char *path; /* the caller's */
};

static bool unpack_ends(const char *path, const char *ending) {
    const size_t n = strlen(path), k = strlen(ending);
    return n > k && strcmp(path + n - k, ending) == 0;
}

static lf_status unpack_no_file(const lf_unpack *u) {
    return lf_fail(errno == ENOENT ? LF_NOT_FOUND : LF_IO, "%s: cannot open: %s", u->path,
                   errno ? strerror(errno) : "out of memory");
}

static lf_status unpack_open_zstd(lf_unpack *u) {
    unpack_zstd *z = u->zstd = calloc(1, sizeof *z);
    if (z) z->buffer = malloc(UNPACK_CHUNK);
    if (z) z->stream = ZSTD_createDStream();
    errno = 0;
    if (z && z->buffer && z->stream) z->file = fopen(u->path, "rb");
    if (!z || !z->file) return unpack_no_file(u);
    z->in.src = z->buffer;
    return LF_OK;
}

static lf_status unpack_open_file(lf_unpack *u) {
    struct stat info;
    if (stat(u->path, &info) == 0) u->total = (uint64_t)info.st_size;
    if (unpack_ends(u->path, ".zst")) return unpack_open_zstd(u);
    const bool packed = unpack_ends(u->path, ".gz");
    if (packed) lf_inflate(u->path, &u->content, &u->content_bytes);
    if (u->content) return LF_OK;
    errno = 0;
    u->file = gzopen(u->path, "rb");
    if (!u->file) return unpack_no_file(u);
    gzbuffer(u->file, UNPACK_CHUNK);
    /* zlib takes anything that is not gzip as plain, which would hide a damaged start. */
    if (!packed || !gzdirect(u->file)) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: not a gzip file, though its name ends in .gz", u->path);
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
    if (unpack->file) gzclose(unpack->file);
    if (unpack->zstd) {
        if (unpack->zstd->file) fclose(unpack->zstd->file);
        ZSTD_freeDStream(unpack->zstd->stream);
        free(unpack->zstd->buffer);
        free(unpack->zstd);
    }
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

static lf_status unpack_take_gz(lf_unpack *u, void *to, size_t size, size_t *got) {
    errno = 0;
    const int taken = gzread(u->file, to, (unsigned)(size < UNPACK_CHUNK ? size : UNPACK_CHUNK));
    int code = Z_OK;
    const char *why = taken <= 0 ? gzerror(u->file, &code) : "";
    if (code == Z_BUF_ERROR) return unpack_cut(u);
    if (code == Z_DATA_ERROR) return unpack_damaged(u, why);
    if (taken < 0 || code != Z_OK)
        return lf_fail(LF_IO, "%s: cannot read: %s", u->path,
                       code == Z_ERRNO ? strerror(errno) : why);
    *got = (size_t)taken;
    const z_off_t packed = gzoffset(u->file);
    if (packed >= 0) u->done = (uint64_t)packed;
    return gzdirect(u->file) ? LF_OK : unpack_weigh(u, *got);
}

static lf_status unpack_take_zstd(lf_unpack *u, void *to, size_t size, size_t *got) {
    unpack_zstd *z = u->zstd;
    ZSTD_outBuffer out = {to, size, 0};
    while (out.pos == 0) {
        if (z->in.pos == z->in.size) {
            z->in.pos = 0;
            z->in.size = fread(z->buffer, 1, UNPACK_CHUNK, z->file);
            u->done += z->in.size;
            if (ferror(z->file))
                return lf_fail(LF_IO, "%s: cannot read: %s", u->path, strerror(errno));
            if (z->in.size == 0 && z->wants == 0 && u->done > 0) return LF_OK;
            if (z->in.size == 0) return unpack_cut(u);
        }
        z->wants = ZSTD_decompressStream(z->stream, &out, &z->in);
        if (ZSTD_isError(z->wants)) return unpack_damaged(u, ZSTD_getErrorName(z->wants));
    }
    *got = out.pos;
    return unpack_weigh(u, out.pos);
}

/* Some bytes, at least one unless the file has ended. */
static lf_status unpack_take(lf_unpack *u, void *to, size_t size, size_t *got) {
    if (u->archive) return lf_archive_read(u->archive, to, size, got);
    if (u->zstd) return unpack_take_zstd(u, to, size, got);
    if (u->file) return unpack_take_gz(u, to, size, got);
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
    return unpack->file && !gzdirect(unpack->file);
}

uint64_t lf_unpack_total(const lf_unpack *unpack) {
    return unpack->total;
}

uint64_t lf_unpack_done(const lf_unpack *unpack) {
    return unpack->done;
}
