/**
 * @file archive.h
 * @brief One regular member of a .tar.gz as a stream; nothing is ever unpacked to the disk.
 *
 * A member is named by a path that goes through its archive: "FOLDER/x.tar.gz/x/train.bin". Only
 * the member of exactly that name is read; a member of any other name, be it absolute or with "..",
 * is passed by.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <levelfield/status.h>

#include "core/sha256.h"

/** An archive that unpacks to more than this is refused: the largest of the catalogue has 3.1 GB,
 *  and a small file can claim anything. */
#define LF_ARCHIVE_BYTES ((uint64_t)4 << 30)

typedef struct lf_archive lf_archive;

/** Does the name end in .tar.gz? */
bool lf_archive_named(const char *path);
/** The length of a path's part that names the archive it goes through: up to ".tar.gz" if a slash
 *  follows and a regular file has that name; 0 if there is none. */
size_t lf_archive_part(const char *path);

/** Open the member that `path` names. LF_BAD_INPUT if the archive is damaged or too large, has no
 *  such member, or has a link or a folder of that name. */
lf_status lf_archive_open(const char *path, lf_archive **archive);
/** Close; NULL is fine. */
void lf_archive_close(lf_archive *archive);
/** to <- at most `size` bytes of the member; *got <- how many, 0 at its end. */
lf_status lf_archive_read(lf_archive *archive, void *to, size_t size, size_t *got);

/** hex <- SHA-256 of the archive as it is, still compressed. */
lf_status lf_archive_hash(const char *path, char hex[LF_SHA256_TEXT]);
