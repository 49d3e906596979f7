/**
 * @file image.h
 * @brief A table as one block of bytes: what the cache stores and what every lf_data points into.
 *
 * The block is a header and nine sections, each at a multiple of 64 bytes. The header states every
 * size; an opener believes none of them before it has compared them with the real one.
 */
#pragma once

#include <stddef.h>

#include "datasets/table/dataset.h"

/** Where a block came from, and so how it is given back and what is believed of it. */
typedef enum {
    LF_IMAGE_HEAP,
    LF_IMAGE_MAPPED,
    LF_IMAGE_KNOWN /**< mapped from a file that has not changed since all of it was found right: of
                        it no more than header, places and names are read again */
} lf_image_origin;

/** The version of the block's layout; a block of another one is refused. */
enum { LF_IMAGE_VERSION = 3 };

/** *bytes <- the table in one block, *size_bytes <- its size: for free(), or, unless `fd` is below
 *  0, in that file, mapped for reading. Then pages of the table's large arrays are given back as
 *  they are copied, so that these are of no more use. `placed`: the columns, the cells or the
 * pixels are in that file already, behind LF_SPILL_PAGE bytes. LF_IO without room for it on the
 * disk. */
lf_status lf_image_pack(const lf_data *table, bool placed, int fd, const char *path, void **bytes,
                        size_t *size_bytes);
/** Give a block back that no table owns. */
void lf_image_release(void *bytes, size_t size_bytes, lf_image_origin origin);

/**
 * *data <- the table in a block, which it owns from now on. LF_BAD_INPUT if any size, offset, index
 * or the checksum does not fit; the block then stays the caller's.
 */
lf_status lf_image_open(void *bytes, size_t size_bytes, lf_image_origin origin, lf_data **data);

/** The block that a table points into, and its size. */
const void *lf_image_bytes(const lf_data *data, size_t *size_bytes);
