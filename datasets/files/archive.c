/**
 * @file archive.c
 * @brief Members out of libarchive.
 */
#include "datasets/files/archive.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <archive.h>
#include <archive_entry.h>

#include "base/file.h"

#define ARCHIVE_SUFFIX ".tar.gz"
enum { ARCHIVE_SUFFIX_BYTES = sizeof ARCHIVE_SUFFIX - 1, ARCHIVE_CHUNK = 1 << 17 };

struct lf_archive {
    struct archive *reader;
    char path[LF_PATH_BYTES]; /* of the archive */
    const char *member;       /* behind the NUL that ends the above */
};

bool lf_archive_named(const char *path) {
    return lf_path_ends(path, ARCHIVE_SUFFIX);
}

size_t lf_archive_part(const char *path) {
    char prefix[LF_PATH_BYTES];
    struct stat info;
    for (const char *at = path; (at = strstr(at, ARCHIVE_SUFFIX "/")); at++) {
        size_t size = (size_t)(at - path) + ARCHIVE_SUFFIX_BYTES;
        if (lf_path_format(prefix, "%.*s", (int)size, path) != LF_OK) return 0;
        if (stat(prefix, &info) == 0 && S_ISREG(info.st_mode)) return size;
    }
    return 0;
}

/* What libarchive says: mostly that the file is cut short, no gzip or no tar. */
static lf_status archive_fail(const lf_archive *a) {
    const char *why = archive_error_string(a->reader);
    return lf_fail(LF_BAD_INPUT, "%s: the archive is damaged or cut short: %s", a->path,
                   why ? why : "no reason given");
}

lf_status lf_inflate_check(const char *path, uint64_t packed_bytes, uint64_t bytes) {
    if (bytes <= LF_INFLATE_FREE || bytes / LF_INFLATE_RATIO <= packed_bytes) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: unpacks to more than %d times its size, expected data; unpack it yourself "
                   "if you trust it",
                   path, LF_INFLATE_RATIO);
}

/* Is one of the name's parts ".."? */
static bool archive_climbs(const char *name) {
    for (const char *at = name; (at = strstr(at, "..")); at++)
        if ((at == name || at[-1] == '/') && (at[2] == '/' || at[2] == '\0')) return true;
    return false;
}

lf_status lf_archive_admit(const char *path, struct archive_entry *entry, size_t n) {
    const char *name = archive_entry_pathname(entry);
    const __LA_MODE_T type = archive_entry_filetype(entry);
    if (n > LF_ARCHIVE_MEMBERS)
        return lf_fail(LF_BAD_INPUT, "%s: the archive has more than %d members, \"%.200s\" is next",
                       path, LF_ARCHIVE_MEMBERS, name ? name : "");
    if (!name)
        return lf_fail(LF_BAD_INPUT, "%s: member %zu of the archive has no readable name", path, n);
    if (name[0] == '/' || archive_climbs(name))
        return lf_fail(LF_BAD_INPUT,
                       "%s: the member \"%.200s\" leads out of its folder, expected names below it",
                       path, name);
    if ((type == AE_IFREG || type == AE_IFDIR) && !archive_entry_hardlink(entry)) return LF_OK;
    return lf_fail(LF_BAD_INPUT,
                   "%s: the member \"%.200s\" is a link or a device, expected files and folders",
                   path, name);
}

/* A member of the wanted name has to be a file; a link has been refused by now. */
static lf_status archive_check(const lf_archive *a, struct archive_entry *entry) {
    if (archive_entry_filetype(entry) == AE_IFREG) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: the member \"%s\" is a folder, expected a file", a->path,
                   a->member);
}

/* How much has been unpacked so far, and out of how much? */
static lf_status archive_weigh(const lf_archive *a) {
    const int64_t bytes = archive_filter_bytes(a->reader, 0);
    const int64_t packed = archive_filter_bytes(a->reader, -1);
    return bytes < 0 || packed < 0 ? LF_OK
                                   : lf_inflate_check(a->path, (uint64_t)packed, (uint64_t)bytes);
}

/* Skip to the wanted member. The sizes are what the headers claim: a member that claims too much is
 * refused before any of it is read, and so are many that do together. */
static lf_status archive_find(lf_archive *a) {
    struct archive_entry *entry;
    uint64_t total = 0;
    for (size_t n = 1;; n++) {
        int code = archive_read_next_header(a->reader, &entry);
        LF_TRY(archive_weigh(a)); /* what was skipped on the way here */
        if (code == ARCHIVE_EOF)
            return lf_fail(LF_BAD_INPUT, "%s: the archive has no member \"%s\"", a->path,
                           a->member);
        if (code != ARCHIVE_OK && code != ARCHIVE_WARN) return archive_fail(a);
        LF_TRY(lf_archive_admit(a->path, entry, n));
        const char *name = archive_entry_pathname(entry);
        int64_t size = archive_entry_size(entry);
        if (size < 0 || (uint64_t)size > LF_ARCHIVE_BYTES - total)
            return lf_fail(LF_BAD_INPUT,
                           "%s: the archive unpacks to more than %llu bytes, by its member "
                           "\"%.200s\"",
                           a->path, (unsigned long long)LF_ARCHIVE_BYTES, name);
        total += (uint64_t)size;
        if (strcmp(name, a->member) == 0) return archive_check(a, entry);
    }
}

static lf_status archive_start(lf_archive *a, const char *path) {
    size_t size = lf_archive_part(path);
    LF_TRY(lf_path_format(a->path, "%s", path));
    /* no name would be standard input to libarchive */
    if (size == 0) return lf_fail(LF_NOT_FOUND, "%s: there is no such archive", path);
    a->path[size] = '\0';
    a->member = a->path + size + 1;
    a->reader = archive_read_new();
    if (!a->reader) return lf_fail(LF_NO_MEMORY, "%s: no memory for a reader", path);
    if (archive_read_support_filter_gzip(a->reader) != ARCHIVE_OK ||
        archive_read_support_format_tar(a->reader) != ARCHIVE_OK ||
        archive_read_open_filename(a->reader, a->path, ARCHIVE_CHUNK) != ARCHIVE_OK)
        return archive_fail(a);
    return archive_find(a);
}

lf_status lf_archive_open(const char *path, lf_archive **archive) {
    *archive = NULL;
    lf_archive *a = calloc(1, sizeof *a);
    if (!a) return lf_fail(LF_NO_MEMORY, "%s: no memory for a reader", path);
    lf_status status = archive_start(a, path);
    if (status == LF_OK)
        *archive = a;
    else
        lf_archive_close(a);
    return status;
}

void lf_archive_close(lf_archive *archive) {
    if (!archive) return;
    archive_read_free(archive->reader);
    free(archive);
}

lf_status lf_archive_read(lf_archive *archive, void *to, size_t size, size_t *got) {
    la_ssize_t taken = archive_read_data(archive->reader, to, size);
    if (taken < 0) return archive_fail(archive);
    *got = (size_t)taken;
    return archive_weigh(archive);
}

lf_status lf_archive_hash(const char *path, char hex[LF_SHA256_TEXT]) {
    lf_sha256 hash;
    char *chunk = malloc(ARCHIVE_CHUNK);
    FILE *file = chunk ? fopen(path, "rb") : NULL;
    lf_status status = LF_OK;
    if (!file)
        status = lf_fail(errno == ENOENT ? LF_NOT_FOUND : LF_IO, "%s: cannot open: %s", path,
                         strerror(errno));
    lf_sha256_start(&hash);
    for (size_t got = 1; status == LF_OK && got > 0;) {
        got = fread(chunk, 1, ARCHIVE_CHUNK, file);
        lf_sha256_add(&hash, chunk, got);
    }
    if (status == LF_OK && ferror(file))
        status = lf_fail(LF_IO, "%s: cannot read: %s", path, strerror(errno));
    if (status == LF_OK)
        status = lf_sha256_finish(&hash, hex);
    else
        lf_sha256_drop(&hash);
    if (file) fclose(file);
    free(chunk);
    return status;
}
