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
