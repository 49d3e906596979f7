/**
 * @file image_format.h
 * @brief The block's layout, shared by its writer and its reader.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "datasets/table/image.h"

typedef enum {
    IMAGE_ROW_START, /* sparse: rows + 1 of uint64 */
    IMAGE_COLUMN,    /* sparse: nonzeros of uint32 */
    IMAGE_VALUE,     /* sparse: nonzeros of double, or empty: all are 1 */
    IMAGE_DENSE,     /* dense: rows x features of double */
    IMAGE_PIXEL,     /* pixels: rows x features of uint8 */
    IMAGE_LABEL,     /* rows of double */
    IMAGE_CODE,      /* attributes x rows of uint16 */
    IMAGE_COUNT,     /* attributes of uint64: their categories */
    IMAGE_TEXT, /* NUL-terminated: name, features unless unnamed, each attribute and its categories
                 */
    IMAGE_SECTIONS
} image_section_id;

typedef struct {
    uint64_t offset, size; /* bytes from the start of the block */
} image_section;

typedef struct {
    char magic[8];
    uint32_t version;
    uint32_t order;    /* IMAGE_ORDER as this machine writes it */
    uint32_t checksum; /* CRC-32 of all bytes behind this field */
    uint32_t form;     /* image_form bits */
    uint64_t size;     /* of the whole block */
    uint64_t rows, features, train_rows, nonzeros, attributes;
    uint64_t channels, height, width; /* 0 without pixels */
    char identity[72];                /* 64 hex digits and NULs */
    image_section section[IMAGE_SECTIONS];
} image_header;

#define IMAGE_MAGIC "LFDATA\r\n" /* a copy in text mode would change the line end, and show */
#define IMAGE_ORDER 0x01020304U
#define IMAGE_CHECKED_FROM (offsetof(image_header, checksum) + sizeof(uint32_t))
enum { IMAGE_ALIGN = 64, IMAGE_MAGIC_BYTES = 8 };
/* At most one of the first three: HAS_VALUES is of the sparse form, which has none of its own. */
enum { IMAGE_IS_DENSE = 1, IMAGE_HAS_VALUES = 2, IMAGE_IS_PIXELS = 4, IMAGE_UNNAMED = 8 };

/** size[s] <- the bytes that the counts of a header call for, but for the text. False if one
 *  overflows. */
bool lf_image_sizes(const image_header *header, uint64_t size[IMAGE_SECTIONS]);
