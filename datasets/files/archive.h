/**
 * @file archive.h
 * @brief One regular member of a .tar.gz as a stream; nothing is ever unpacked to the disk.
 *
 * A member is named by a path that goes through its archive: "FOLDER/x.tar.gz/x/train.bin". Only
 * the member of exactly that name is read. An honest archive of data has files and folders: one
 * with a link, a device or a name that leads out of its folder is refused, although nothing of it
 * would ever be made on the disk.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

#include "base/sha256.h"

/** An archive that unpacks to more than this is refused: the largest of the catalogue has 3.1 GB,
 *  and a small file can claim anything. */
#define LF_ARCHIVE_BYTES ((uint64_t)4 << 30)
/** Members at most: a million empty ones pack into a few kilobytes, and each takes time. */
enum { LF_ARCHIVE_MEMBERS = 200000 };

/** Past LF_INFLATE_FREE bytes, content more than LF_INFLATE_RATIO times as long as its compressed
 *  form is a bomb: zeros reach 1,030, tables of numbers rarely 100. */
#define LF_INFLATE_FREE ((uint64_t)64 << 20)
enum { LF_INFLATE_RATIO = 500 };
/** A single compressed file may unpack to so many bytes. */
#define LF_INFLATE_BYTES ((uint64_t)64 << 30)
/** LF_BAD_INPUT if so many bytes out of so many compressed ones are a bomb. */
lf_status lf_inflate_check(const char *path, uint64_t packed_bytes, uint64_t bytes);

typedef struct lf_archive lf_archive;

struct archive_entry;
/** May an archive have this member, its `n`th? LF_BAD_INPUT names it. */
lf_status lf_archive_admit(const char *path, struct archive_entry *entry, size_t n);

/** Does the name end in .tar.gz? */
bool lf_archive_named(const char *path);
/** The length of a path's part that names the archive it goes through: up to ".tar.gz" if a slash
 *  follows and a regular file has that name; 0 if there is none. */
size_t lf_archive_part(const char *path);

/** Open the member that `path` names. LF_NOT_FOUND without an archive; LF_BAD_INPUT if it is
 * damaged or too large, has no such member, or has a link or a folder of that name. */
lf_status lf_archive_open(const char *path, lf_archive **archive);
/** Close; NULL is fine. */
void lf_archive_close(lf_archive *archive);
/** to <- at most `size` bytes of the member; *got <- how many, 0 at its end. */
lf_status lf_archive_read(lf_archive *archive, void *to, size_t size, size_t *got);

/** hex <- SHA-256 of the archive as it is, still compressed. */
lf_status lf_archive_hash(const char *path, char hex[LF_SHA256_TEXT]);
