/**
 * @file calls.h
 * @brief The system calls that a method's process keeps, in two stages.
 */
#pragma once

#include <levelfield/status.h>

/** @return LF_OK, or LF_UNSUPPORTED. */
lf_status lf_calls_look(void);

/** Bytes from a multiple of theirs on. */
enum { LF_CALLS_MEET = 4096 };

/** Only what computing and loading need, from here on, writing to `keep` beside standard error, and
 *  waiting for another process in the LF_CALLS_MEET bytes from `meet` on (NULL: nowhere).
 *  PR_SET_NO_NEW_PRIVS must have been set.
 *  @return LF_OK or LF_IO. */
lf_status lf_calls_enter(int keep, const void *meet);

/** Only what computing needs.
 *  @return LF_OK or LF_IO. */
lf_status lf_calls_close(void);
