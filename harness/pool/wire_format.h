/**
 * @file wire_format.h
 * @brief The layout that wire_send.c and wire_take.c agree on.
 */
#pragma once

#include <stdint.h>

/** Before every payload. */
typedef struct {
    uint32_t mark, kind;
    uint64_t bytes;
} lf_wire_header;

#define LF_WIRE_MARK 0x4c667731u /* "Lfw1" */

/** Limits of what is believed: far above any problem here, far below what would hurt. */
enum {
    LF_WIRE_ITEMS = 4096,        /**< metrics or measures */
    LF_WIRE_NOTES = 8,           /**< of one run */
    LF_WIRE_TEXT_BYTES = 1 << 16 /**< one text */
};
#define LF_WIRE_HEAD_BYTES ((uint64_t)16 << 20) /**< a whole "begun" */
#define LF_WIRE_DIM ((uint64_t)1 << 27)         /**< 1 GiB of iterate */
#define LF_WIRE_SECONDS 1e10                    /**< 300 years of wall clock */
