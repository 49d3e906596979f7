/**
 * @file packed.h
 * @brief Small gzip files and .tar.gz archives, made byte by byte, so that they can be hostile too.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include <zlib.h>

#include "scratch.h"

/** Write `size` bytes as a gzip file folder/name; the path. */
static inline const char *packed_gz(void **state, const char *name, const void *bytes,
                                    size_t size) {
    const char *path = scratch_path(state, name);
    gzFile file = gzopen(path, "wb");
    if (!file) return NULL;
    int wrong = gzwrite(file, bytes, (unsigned)size) != (int)size;
    wrong |= gzclose(file) != Z_OK;
    return wrong ? NULL : path;
}

/** A member of an archive, in the ustar format. */
typedef struct {
    const char *name;
    char type; /**< '0' a file, '1' a hard link, '2' a symbolic link, '5' a folder */
    const void *bytes;
    size_t size;
    uint64_t claimed; /**< the size in the header; 0: the true one */
    const char *link;
} packed_member;

/* A header block: numbers in octal digits; the checksum is the sum of all bytes, its own as blanks.
 */
static inline void packed_header(char block[512], const packed_member *m) {
    uint64_t size = m->claimed ? m->claimed : m->size;
    unsigned sum = 0;
    memset(block, 0, 512);
    snprintf(block, 100, "%s", m->name);
    snprintf(block + 100, 24, "0000644%c0000000%c0000000", 0, 0);
    snprintf(block + 124, 12, "%011llo", (unsigned long long)size);
    snprintf(block + 136, 12, "%011o", 0U);
    memset(block + 148, ' ', 8);
    block[156] = m->type;
    if (m->link) snprintf(block + 157, 100, "%s", m->link);
    memcpy(block + 257, "ustar\00000", 8);
    for (size_t i = 0; i < 512; i++)
        sum += (unsigned char)block[i];
    snprintf(block + 148, 8, "%06o", sum);
}

/** Write an archive of n members as folder/name; the path. */
static inline const char *packed_tar(void **state, const char *name, const packed_member *member,
                                     size_t n) {
    static const char zeros[1024];
    const char *path = scratch_path(state, name);
    gzFile file = gzopen(path, "wb");
    if (!file) return NULL;
    int wrong = 0;
    for (size_t i = 0; i < n; i++) {
        char block[512];
        size_t size = member[i].size, rest = (512 - size % 512) % 512;
        packed_header(block, &member[i]);
        wrong |= gzwrite(file, block, sizeof block) != sizeof block;
        if (size > 0) wrong |= gzwrite(file, member[i].bytes, (unsigned)size) != (int)size;
        if (rest > 0) wrong |= gzwrite(file, zeros, (unsigned)rest) != (int)rest;
    }
    wrong |= gzwrite(file, zeros, sizeof zeros) != sizeof zeros;
    wrong |= gzclose(file) != Z_OK;
    return wrong ? NULL : path;
}
