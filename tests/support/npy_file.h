/**
 * @file npy_file.h
 * @brief NPY files for tests, header and numbers given apart.
 */
#pragma once

#include <stdint.h>

#include "scratch.h"

/** Write folder/name: magic, version, the length of the header as it is, the header, the bytes. */
static inline const char *npy_file(void **state, const char *name, unsigned version,
                                   const char *header, const void *data, size_t size) {
    unsigned char bytes[1 << 16] = "\x93NUMPY";
    const size_t length = strlen(header), width = version == 1 ? 2 : 4;
    size_t used = 8 + width;
    bytes[6] = (unsigned char)version;
    for (size_t k = 0; k < width; k++)
        bytes[8 + k] = (unsigned char)(length >> 8 * k);
    memcpy(bytes + used, header, length);
    memcpy(bytes + used + length, data, size);
    return scratch_write(state, name, bytes, used + length + size);
}
