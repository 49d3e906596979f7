/**
 * @file landlock.h
 * @brief Files, TCP and signals that are kept away by the kernel's Landlock.
 */
#pragma once

#include <levelfield/status.h>

/** @return LF_OK, or LF_UNSUPPORTED. */
lf_status lf_landlock_look(void);

/**
 * From here on: of files only `readable` (ends with NULL; what is not there is passed over) is
 * read, and nothing is written; where the kernel knows how, no TCP, and no signal or abstract
 * socket to a process outside.
 * @return LF_OK, LF_UNSUPPORTED or LF_IO.
 */
lf_status lf_landlock_enter(const char *const *readable);
