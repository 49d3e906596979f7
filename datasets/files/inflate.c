/**
 * @file inflate.c
 * @brief libdeflate on whole files.
 */
#include "datasets/files/unpack.h"

#include <stdbool.h>
#include <stdlib.h>

#include <libdeflate.h>

#include "base/file.h"
#include "datasets/files/archive.h"

/* Of a gzip file: its magic number, and its header without a name with its trailer. */
enum { INFLATE_FIRST = 0x1f, INFLATE_SECOND = 0x8b, INFLATE_LEAST = 18 };

/* The size that the trailer claims, which nothing vouches for. */
static size_t inflate_claimed(const unsigned char *end) {
    return (size_t)end[-4] | (size_t)end[-3] << 8 | (size_t)end[-2] << 16 | (size_t)end[-1] << 24;
}

/* Any deviation, down to bytes behind the trailer, is a failure. */
static bool inflate_all(const char *packed, size_t packed_bytes, char *content, size_t size) {
    struct libdeflate_decompressor *of = libdeflate_alloc_decompressor();
    size_t taken = 0, made = 0;
    const bool sound = of && libdeflate_gzip_decompress_ex(of, packed, packed_bytes, content, size,
                                                           &taken, &made) == LIBDEFLATE_SUCCESS;
    libdeflate_free_decompressor(of);
    return sound && taken == packed_bytes && made == size;
}

void lf_inflate(const char *path, char **content, size_t *size) {
    char *packed;
    size_t packed_bytes;
    *content = NULL;
    *size = 0;
    if (lf_file_read(path, LF_INFLATE_FREE, &packed, &packed_bytes) != LF_OK) return;
    const unsigned char *head = (const unsigned char *)packed;
    const bool gzip =
        packed_bytes >= INFLATE_LEAST && head[0] == INFLATE_FIRST && head[1] == INFLATE_SECOND;
    const size_t claimed = gzip ? inflate_claimed(head + packed_bytes) : 0;
    char *all = gzip && claimed <= LF_INFLATE_FREE ? malloc(claimed + 1) : NULL;
    if (all && inflate_all(packed, packed_bytes, all, claimed)) {
        *content = all;
        *size = claimed;
    } else {
        free(all);
    }
    free(packed);
}
