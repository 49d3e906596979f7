/**
 * @file probe.h
 * @brief What may crash, hang or leave is tried in a process of its own, within a time limit.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/status.h>

/** The most that a probe may say, bytes. */
#define LF_PROBE_BYTES ((size_t)1 << 20)

typedef enum {
    LF_PROBE_ENDED,  /**< by itself */
    LF_PROBE_LATE,   /**< it was ended: its time was up */
    LF_PROBE_ENDLESS /**< it was ended: it said more than LF_PROBE_BYTES */
} lf_probe_end;

/** What came of it; free(bytes). */
typedef struct {
    lf_probe_end end;
    int wait_status; /**< waitpid's, of one that ended by itself */
    char *bytes;     /**< what it said, which may be anything */
    size_t n;
} lf_probe_result;

/**
 * Call task(context, fd) in a child that is cut off as a run is (child.h) and ends when it returns;
 * what it writes to fd is its answer. After wall_seconds (0: no limit) or at its end the child and
 * whatever it started are killed. LF_OK: there was a child, whatever became of it.
 */
lf_status lf_probe(void (*task)(const void *context, int fd), const void *context,
                   double wall_seconds, lf_probe_result *result);
