/**
 * @file status.h
 * @brief Status codes, and the one message that goes with a failure.
 *
 * Zero: go on. Positive: a planned stop. Negative: a failure, whose text the finder of the fault
 * wrote with lf_fail(). Nothing below the command line prints.
 */
#pragma once

#include <levelfield/public.h>

LF_PUBLIC_BEGIN

/** X(code, value, text): the enum and its texts are both made from this list. */
#define LF_STATUS_LIST(X)                                                                          \
    X(LF_OK, 0, "ok")                                                                              \
    X(LF_BUDGET_SPENT, 1, "budget spent")                                                          \
    X(LF_FINISHED, 2, "finished before the budget was spent")                                      \
    X(LF_BAD_ARGUMENT, -1, "bad argument")                                                         \
    X(LF_NO_MEMORY, -2, "out of memory")                                                           \
    X(LF_BAD_INPUT, -3, "bad input")                                                               \
    X(LF_IO, -4, "input/output error")                                                             \
    X(LF_NOT_FOUND, -5, "not found")                                                               \
    X(LF_UNSUPPORTED, -6, "not supported")                                                         \
    X(LF_DIVERGED, -7, "diverged")                                                                 \
    X(LF_INTERRUPTED, -8, "interrupted")

#define LF_STATUS_ENUM(code, value, text) code = (value),
typedef enum { LF_STATUS_LIST(LF_STATUS_ENUM) } lf_status;
#undef LF_STATUS_ENUM

/** Forward any status but LF_OK to the caller. */
#define LF_TRY(call)                                                                               \
    do {                                                                                           \
        lf_status lf_try_status = (call);                                                          \
        if (lf_try_status != LF_OK) return lf_try_status;                                          \
    } while (0)

/** The text of a status code; never NULL. */
const char *lf_status_text(lf_status status);

/**
 * Record why something failed (printf-style; one line: what, where, what was expected, how to mend
 * it) in this thread's message, and return `status`, so that `return lf_fail(...)` reads well.
 */
lf_status lf_fail(lf_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Put `format` in front of this thread's message ("FILE: " + what was wrong); return `status`. */
lf_status lf_fail_within(lf_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** This thread's last failure message; "" if there was none. Valid until the next lf_fail. */
const char *lf_message(void);

LF_PUBLIC_END
