/**
 * @file zip.c
 * @brief A zip of which the members decide every byte, so that a reader can ask for exactly those.
 *
 * Headers have no extra fields, no comments, no flags, one time and one mode; members follow one
 * another without a gap, in the order of their names, and the directory repeats their headers. A
 * reader makes each header from what it says of sizes and compares: links, devices, encrypted or
 * hidden members, two members of one name or bytes between them cannot be said in this form at all.
 * The format: PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <libdeflate.h>

#include "base/file.h"
#include "harness/archive/bundle.h"

/* Bytes of the three headers, without names. */
enum { ZIP_LOCAL = 30, ZIP_ENTRY = 46, ZIP_END = 22 };
/* Zeros, which deflate best, get 1,032 times shorter. */
enum { ZIP_STORED = 0, ZIP_DEFLATED = 8, ZIP_LEVEL = 9, ZIP_RATIO = 1100 };

/* A member as its headers tell it. */
typedef struct {
    const char *name;
    size_t name_bytes;
    uint32_t method, crc, packed, size, offset;
} zip_entry;

/* Bytes that grow. */
typedef struct {
    char *bytes;
    size_t used, room;
} zip_out;

static lf_status zip_room(zip_out *out, size_t more) {
    if (more <= out->room - out->used) return LF_OK;
    const size_t room = 2 * out->room + more + 4096;
    char *grown = realloc(out->bytes, room);
    if (!grown) return lf_fail(LF_NO_MEMORY, "no memory for an archive of %zu bytes", room);
    out->bytes = grown;
    out->room = room;
    return LF_OK;
}

/* Little-endian, into a header at hand. */
static void zip_put(char **to, uint32_t value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++)
        *(*to)++ = (char)(value >> 8 * i & 0xff);
}

static uint32_t zip_get(const char *from, size_t bytes) {
    uint32_t value = 0;
    for (size_t i = 0; i < bytes; i++)
        value |= (uint32_t)(unsigned char)from[i] << 8 * i;
    return value;
}

/* What both headers of a member share: version needed 2.0, no flags, 1 January 1980. */
static void zip_put_common(char **to, const zip_entry *e) {
    zip_put(to, 20, 2);
    zip_put(to, 0, 2);
    zip_put(to, e->method, 2);
    zip_put(to, 0, 2);
    zip_put(to, 0x21, 2);
    zip_put(to, e->crc, 4);
    zip_put(to, e->packed, 4);
    zip_put(to, e->size, 4);
    zip_put(to, (uint32_t)e->name_bytes, 2);
    zip_put(to, 0, 2); /* no extra field */
}

static void zip_local(const zip_entry *e, char header[ZIP_LOCAL]) {
    zip_put(&header, 0x04034b50, 4);
    zip_put_common(&header, e);
}

/* Made by a Unix, version 2.0: a regular file that its owner writes and all read. */
static void zip_directory(const zip_entry *e, char header[ZIP_ENTRY]) {
    zip_put(&header, 0x02014b50, 4);
    zip_put(&header, 3 << 8 | 20, 2);
    zip_put_common(&header, e);
    zip_put(&header, 0, 4); /* no comment; disk 0 */
    zip_put(&header, 0, 2); /* no text, as far as anybody says */
    zip_put(&header, 0x81a40000, 4);
    zip_put(&header, e->offset, 4);
}

static void zip_end(size_t members, size_t at, size_t bytes, char header[ZIP_END]) {
    zip_put(&header, 0x06054b50, 4);
    zip_put(&header, 0, 4);
    zip_put(&header, (uint32_t)members, 2);
    zip_put(&header, (uint32_t)members, 2);
    zip_put(&header, (uint32_t)bytes, 4);
    zip_put(&header, (uint32_t)at, 4);
    zip_put(&header, 0, 2);
}

/* out += one member; a content that does not get shorter stands as it is. */
static lf_status zip_add(struct libdeflate_compressor *deflate, const lf_member *member,
                         zip_out *out, zip_entry *e) {
    *e = (zip_entry){.name = member->name,
                     .name_bytes = strlen(member->name),
                     .method = ZIP_DEFLATED,
                     .crc = libdeflate_crc32(0, member->bytes, member->size),
                     .size = (uint32_t)member->size,
                     .offset = (uint32_t)out->used};
    LF_TRY(zip_room(out, ZIP_LOCAL + e->name_bytes + member->size));
    char *content = out->bytes + out->used + ZIP_LOCAL + e->name_bytes;
    const size_t less = member->size ? member->size - 1 : 0;
    e->packed =
        (uint32_t)libdeflate_deflate_compress(deflate, member->bytes, member->size, content, less);
    if (e->packed == 0) {
        e->method = ZIP_STORED;
        e->packed = e->size;
        memcpy(content, member->bytes, member->size);
    }
    zip_local(e, out->bytes + out->used);
    memcpy(out->bytes + out->used + ZIP_LOCAL, e->name, e->name_bytes);
    out->used += ZIP_LOCAL + e->name_bytes + e->packed;
    return LF_OK;
}

static lf_status zip_finish(const zip_entry *entry, size_t n, zip_out *out) {
    const size_t at = out->used;
    for (size_t i = 0; i < n; i++) {
        LF_TRY(zip_room(out, ZIP_ENTRY + entry[i].name_bytes));
        zip_directory(&entry[i], out->bytes + out->used);
        memcpy(out->bytes + out->used + ZIP_ENTRY, entry[i].name, entry[i].name_bytes);
        out->used += ZIP_ENTRY + entry[i].name_bytes;
    }
    LF_TRY(zip_room(out, ZIP_END));
    zip_end(n, at, out->used - at, out->bytes + out->used);
    out->used += ZIP_END;
    return LF_OK;
}

lf_status lf_zip_make(const lf_bundle *bundle, char **bytes, size_t *size) {
    struct libdeflate_compressor *deflate = libdeflate_alloc_compressor(ZIP_LEVEL);
    zip_entry *entry = calloc(bundle->members + 1, sizeof *entry);
    zip_out out = {0};
    lf_status status = deflate && entry ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a zip");
    for (size_t i = 0; i < bundle->members && status == LF_OK; i++)
        status = zip_add(deflate, &bundle->member[i], &out, &entry[i]);
    if (status == LF_OK) status = zip_finish(entry, bundle->members, &out);
    libdeflate_free_compressor(deflate);
    free(entry);
    if (status != LF_OK) free(out.bytes);
    *bytes = status == LF_OK ? out.bytes : NULL;
    *size = out.used;
    return status;
}

lf_status lf_zip_write(const lf_bundle *bundle, const char *path) {
    char *bytes;
    size_t size;
    LF_TRY(lf_zip_make(bundle, &bytes, &size));
    const lf_status status = lf_file_write(path, bytes, size);
    free(bytes);
    return status;
}

/* What is being read: the members from the front, their entries from where the directory begins. */
typedef struct {
    const char *bytes, *origin;
    size_t at, entry, end; /* offsets: next member, next entry, end of the directory */
    size_t directory;
    struct libdeflate_decompressor *inflate;
} zip_in;

static lf_status zip_wrong(const zip_in *in, const char *what) {
    return lf_fail(LF_BAD_INPUT, "%s: no archive of Levelfield, or damaged: %s at byte %zu",
                   in->origin, what, in->at);
}

/* e <- the next entry of the directory, whose header and the member's are those that the writer
 * makes of the same sizes. */
static lf_status zip_entry_read(zip_in *in, zip_entry *e, char name[LF_BUNDLE_NAME]) {
    char local[ZIP_LOCAL], entry[ZIP_ENTRY];
    const char *from = in->bytes + in->entry;
    if (in->end - in->entry < ZIP_ENTRY) return zip_wrong(in, "its directory ends within an entry");
    *e = (zip_entry){.method = zip_get(from + 10, 2),
                     .crc = zip_get(from + 16, 4),
                     .packed = zip_get(from + 20, 4),
                     .size = zip_get(from + 24, 4),
                     .name_bytes = zip_get(from + 28, 2),
                     .offset = (uint32_t)in->at,
                     .name = name};
    const size_t head = ZIP_LOCAL + e->name_bytes;
    if (e->name_bytes >= LF_BUNDLE_NAME || in->end - in->entry - ZIP_ENTRY < e->name_bytes)
        return zip_wrong(in, "a name is too long");
    if (e->method != ZIP_STORED && e->method != ZIP_DEFLATED)
        return zip_wrong(in, "a member is neither stored nor deflated");
    if (in->directory - in->at < head || in->directory - in->at - head < e->packed)
        return zip_wrong(in, "a member goes beyond the directory");
    memcpy(name, from + ZIP_ENTRY, e->name_bytes);
    name[e->name_bytes] = '\0';
    zip_local(e, local);
    zip_directory(e, entry);
    if (strlen(name) != e->name_bytes || !lf_bundle_is_name(name))
        return zip_wrong(in, "a member has a name that no archive gives");
    if (memcmp(entry, from, ZIP_ENTRY) != 0 || memcmp(local, in->bytes + in->at, ZIP_LOCAL) != 0 ||
        memcmp(name, in->bytes + in->at + ZIP_LOCAL, e->name_bytes) != 0)
        return zip_wrong(in, "a member is no plain file, or is described twice and differently");
    return LF_OK;
}

/* The content is as long as its header says, or it is refused: no bomb unpacks any further. */
static lf_status zip_content(zip_in *in, const zip_entry *e, char *content) {
    const char *packed = in->bytes + in->at + ZIP_LOCAL + e->name_bytes;
    size_t used = 0;
    content[e->size] = '\0';
    if (e->method == ZIP_STORED && e->packed != e->size)
        return zip_wrong(in, "a stored member has two sizes");
    if (e->method == ZIP_STORED)
        memcpy(content, packed, e->size);
    else if (libdeflate_deflate_decompress_ex(in->inflate, packed, e->packed, content, e->size,
                                              &used, NULL) != LIBDEFLATE_SUCCESS ||
             used != e->packed)
        return zip_wrong(in, "a member is not as long as it says, or damaged");
    if (libdeflate_crc32(0, content, e->size) != e->crc)
        return zip_wrong(in, "a member's checksum is wrong");
    return LF_OK;
}

static lf_status zip_member(zip_in *in, lf_bundle *bundle) {
    char name[LF_BUNDLE_NAME];
    zip_entry e;
    LF_TRY(zip_entry_read(in, &e, name));
    if (bundle->members && strcmp(bundle->member[bundle->members - 1].name, name) >= 0)
        return zip_wrong(in, "its members are not in order, or two have one name");
    if (e.size > LF_BUNDLE_MEMBER_BYTES || e.size > LF_BUNDLE_BYTES - bundle->bytes)
        return zip_wrong(in, "it unpacks to more than an archive may hold");
    if (e.size > (uint64_t)ZIP_RATIO * e.packed + ZIP_RATIO)
        return zip_wrong(in, "a member says that it unpacks to more than its bytes can hold");
    char *content = malloc((size_t)e.size + 1);
    lf_status status =
        content ? zip_content(in, &e, content) : lf_fail(LF_NO_MEMORY, "no memory for %s", name);
    if (status != LF_OK) {
        free(content);
        return status;
    }
    LF_TRY(lf_bundle_take(bundle, name, content, e.size));
    in->at += ZIP_LOCAL + e.name_bytes + e.packed;
    in->entry += ZIP_ENTRY + e.name_bytes;
    return LF_OK;
}

/* Where the directory is stands at the very end, which has no comment. */
static lf_status zip_find_end(zip_in *in, size_t size, size_t *members) {
    char end[ZIP_END];
    if (size < ZIP_END) return zip_wrong(in, "too short");
    const char *from = in->bytes + size - ZIP_END;
    *members = zip_get(from + 10, 2);
    in->end = size - ZIP_END;
    in->directory = in->entry = zip_get(from + 16, 4);
    zip_end(*members, in->directory, zip_get(from + 12, 4), end);
    if (memcmp(end, from, ZIP_END) != 0 || in->directory > in->end ||
        zip_get(from + 12, 4) != in->end - in->directory)
        return zip_wrong(in, "it does not end as one");
    return *members <= LF_BUNDLE_MEMBERS ? LF_OK : zip_wrong(in, "too many members");
}

lf_status lf_zip_read(const char *bytes, size_t size, const char *origin, lf_bundle *bundle) {
    zip_in in = {.bytes = bytes, .origin = origin};
    size_t members = 0;
    *bundle = (lf_bundle){0};
    LF_TRY(zip_find_end(&in, size, &members));
    in.inflate = libdeflate_alloc_decompressor();
    lf_status status = in.inflate ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory to unpack");
    for (size_t i = 0; i < members && status == LF_OK; i++)
        status = zip_member(&in, bundle);
    if (status == LF_OK && (in.at != in.directory || in.entry != in.end))
        status = zip_wrong(&in, "there are bytes between its members");
    libdeflate_free_decompressor(in.inflate);
    if (status != LF_OK) lf_bundle_clear(bundle);
    return status;
}

lf_status lf_zip_open(const char *path, lf_bundle *bundle) {
    char *bytes;
    size_t size;
    struct stat info;
    *bundle = (lf_bundle){0};
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return lf_fail(LF_BAD_INPUT, "%s: a folder; levelfield publish makes an archive of it",
                       path);
    LF_TRY(lf_file_read(path, LF_BUNDLE_BYTES, &bytes, &size));
    const lf_status status = lf_zip_read(bytes, size, path, bundle);
    free(bytes);
    return status;
}
