/**
 * @file wire.h
 * @brief What a run's process tells its parent, in frames over a pipe.
 *
 * A frame is {mark, kind, size} and a payload in native byte order: both ends are one binary.
 * First "begun" (at most once), then points and notes, then "end". The sender may have been
 * overwritten by a plugin, so the receiver trusts nothing: order, sizes, lengths of texts and
 * numbers of points are checked, and memory grows with the bytes that came, never with a size that
 * was claimed.
 */
#pragma once

#include <stdint.h>

#include "harness/run/record.h"

typedef enum {
    LF_WIRE_NOTHING,
    LF_WIRE_BEGUN,
    LF_WIRE_POINT,
    LF_WIRE_NOTE,
    LF_WIRE_END
} lf_wire_kind;

/** Sending. A reader that is gone ends the process. */
void lf_wire_send_begun(int fd, const lf_record *head);
void lf_wire_send_point(int fd, size_t metrics, const lf_trace_point *point, const double *value,
                        double progress);
void lf_wire_send_note(int fd, double earlier_seconds, const char *text);
void lf_wire_send_end(int fd, const lf_record *record);

/** Receiving: bytes that wait for the rest of their frame. Zeroed: empty. */
typedef struct {
    unsigned char *bytes;
    size_t used, capacity;
    bool begun, ended;
    double progress;        /**< of the latest point */
    double earlier_seconds; /**< of the latest note: wall clock of the run's earlier processes */
    char *note;             /**< the latest; NULL: none yet */
    unsigned notes;         /**< how many so far */
} lf_wire;

lf_status lf_wire_feed(lf_wire *wire, const void *bytes, size_t size);

/**
 * Take one whole frame into the record: metrics and the like from "begun", a trace point, or
 * status, cause, iterate and trace hash from "end"; a note goes to the wire itself. *kind <-
 * LF_WIRE_NOTHING if there is no whole one. LF_BAD_INPUT says what is wrong with it; nothing more
 * can be taken then.
 */
lf_status lf_wire_take(lf_wire *wire, lf_record *record, lf_wire_kind *kind);
void lf_wire_clear(lf_wire *wire);

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
