/**
 * @file calls.h
 * @brief The system calls that a method's process keeps, in two stages.
 */
#pragma once

#include <levelfield/status.h>

/** @return LF_OK, or LF_UNSUPPORTED. */
lf_status lf_calls_look(void);

/** Only what computing and loading need, from here on, and writing to `keep` beside standard error.
 *  PR_SET_NO_NEW_PRIVS must have been set.
 *  @return LF_OK or LF_IO. */
lf_status lf_calls_enter(int keep);

/** Only what computing needs.
 *  @return LF_OK or LF_IO. */
lf_status lf_calls_close(void);
