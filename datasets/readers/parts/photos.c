/**
 * @file photos.c
 * @brief Folders out of the system, archives out of libarchive.
 */
#include "datasets/readers/parts/photos.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <archive.h>
#include <archive_entry.h>

#include "base/file.h"
#include "datasets/files/archive.h"

#define PHOTOS_SUFFIX ".zip"
enum { PHOTOS_SUFFIX_BYTES = sizeof PHOTOS_SUFFIX - 1 };
enum { PHOTOS_MOST = 1 << 26, PHOTOS_CHUNK = 1 << 17 };

/* Is it the name of a photograph, and of nothing else? */
static bool photos_named(const char *name) {
    const size_t n = strlen(name);
    return n > 4 && name[0] != '.' && !strchr(name, '/') && strcmp(name + n - 4, ".jpg") == 0;
}

static lf_status photos_file(const char *folder, const char *name, lf_photo_visit visit,
                             void *context) {
    char path[LF_PATH_BYTES], *bytes;
    size_t size;
    LF_TRY(lf_path_format(path, "%s/%s", folder, name));
    if (!lf_file_readable(path))
        return lf_fail(LF_BAD_INPUT, "%s: no regular file that can be read", path);
    LF_TRY(lf_file_read(path, PHOTOS_MOST, &bytes, &size));
    const lf_status status = visit(context, name, (const uint8_t *)bytes, size);
    free(bytes);
    return status;
}

static lf_status photos_folder(const char *path, lf_photo_visit visit, void *context) {
    DIR *folder = opendir(path);
    lf_status status = LF_OK;
    if (!folder) return lf_fail(LF_IO, "%s: cannot open: %s", path, strerror(errno));
    errno = 0;
    for (struct dirent *entry; status == LF_OK && (entry = readdir(folder)); errno = 0)
        if (photos_named(entry->d_name)) status = photos_file(path, entry->d_name, visit, context);
    if (status == LF_OK && errno != 0)
        status = lf_fail(LF_IO, "%s: cannot read: %s", path, strerror(errno));
    closedir(folder);
    return status;
}

/* An archive under way, and room for the largest photograph. */
typedef struct {
    const char *path, *stem; /* stem: the archive's name, */
    size_t stem_bytes;       /* without .zip */
    struct archive *reader;
    uint8_t *bytes;
    uint64_t packed; /* bytes of the archive */
    uint64_t total;  /* bytes of all members so far */
} photos_zip;

static lf_status photos_damaged(const photos_zip *z) {
    const char *why = archive_error_string(z->reader);
    return lf_fail(LF_BAD_INPUT, "%s: the archive is damaged or cut short: %s", z->path,
                   why ? why : "no reason given");
}

/* The photograph's name in a member's, or NULL. */
static const char *photos_member(const photos_zip *z, const char *member) {
    if (!member || strncmp(member, z->stem, z->stem_bytes) != 0) return NULL;
    if (member[z->stem_bytes] != '/') return NULL;
    const char *name = member + z->stem_bytes + 1;
    return photos_named(name) ? name : NULL;
}

/* The member's content; what its header claims is not believed. */
static lf_status photos_take(photos_zip *z, const char *name, size_t *size) {
    *size = 0;
    for (;;) {
        const la_ssize_t got =
            archive_read_data(z->reader, z->bytes + *size, PHOTOS_MOST + 1 - *size);
        if (got < 0) return photos_damaged(z);
        if (got == 0) break;
        *size += (size_t)got;
        if (*size > PHOTOS_MOST)
            return lf_fail(LF_BAD_INPUT, "%s: \"%s\" is larger than the %d bytes expected at most",
                           z->path, name, PHOTOS_MOST);
    }
    z->total += *size;
    LF_TRY(lf_inflate_check(z->path, z->packed, z->total));
    if (z->total <= LF_ARCHIVE_BYTES) return LF_OK;
    return lf_fail(LF_BAD_INPUT, "%s: the archive unpacks to more than %llu bytes", z->path,
                   (unsigned long long)LF_ARCHIVE_BYTES);
}

static lf_status photos_members(photos_zip *z, lf_photo_visit visit, void *context) {
    struct archive_entry *entry;
    size_t size;
    for (size_t n = 1;; n++) {
        const int code = archive_read_next_header(z->reader, &entry);
        if (code == ARCHIVE_EOF) return LF_OK;
        if (code != ARCHIVE_OK && code != ARCHIVE_WARN) return photos_damaged(z);
        LF_TRY(lf_archive_admit(z->path, entry, n));
        const char *name = photos_member(z, archive_entry_pathname(entry));
        if (!name) continue;
        if (archive_entry_filetype(entry) != AE_IFREG)
            return lf_fail(LF_BAD_INPUT, "%s: \"%s\" is a folder, expected a file", z->path, name);
        LF_TRY(photos_take(z, name, &size));
        LF_TRY(visit(context, name, z->bytes, size));
    }
}

static lf_status photos_archive(const char *path, lf_photo_visit visit, void *context) {
    const char *slash = strrchr(path, '/');
    photos_zip z = {.path = path, .stem = slash ? slash + 1 : path};
    z.stem_bytes = strlen(z.stem) - PHOTOS_SUFFIX_BYTES;
    z.bytes = malloc(PHOTOS_MOST + 1);
    z.reader = archive_read_new();
    struct stat info;
    lf_status status = LF_OK;
    if (stat(path, &info) == 0) z.packed = (uint64_t)info.st_size;
    if (!z.bytes || !z.reader)
        status = lf_fail(LF_NO_MEMORY, "%s: no memory for a reader", path);
    else if (archive_read_support_format_zip(z.reader) != ARCHIVE_OK ||
             archive_read_open_filename(z.reader, path, PHOTOS_CHUNK) != ARCHIVE_OK)
        status = photos_damaged(&z);
    if (status == LF_OK) status = photos_members(&z, visit, context);
    archive_read_free(z.reader); /* NULL is fine */
    free(z.bytes);
    return status;
}

lf_status lf_photos_visit(const char *path, lf_photo_visit visit, void *context) {
    const size_t n = strlen(path);
    const bool zip =
        n > PHOTOS_SUFFIX_BYTES && strcmp(path + n - PHOTOS_SUFFIX_BYTES, PHOTOS_SUFFIX) == 0;
    return (zip ? photos_archive : photos_folder)(path, visit, context);
}
