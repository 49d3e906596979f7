/**
 * @file track_job.h
 * @brief A long command that ends when this one is told to.
 */
#pragma once

#include <stdbool.h>

#include <levelfield/status.h>

/** To be called first: from now on SIGINT, SIGTERM and SIGHUP wait for lf_track_job to see them, so
 *  that whoever asked for it can clean up. A signal that was ignored stays so. */
void lf_track_job_guard(void);

/** Run words[0], looked for in PATH, in a process group of its own; *code <- its exit code. Its
 *  output goes to FOLDER/output, with `quiet` its complaints as well; its own temporary files to
 *  FOLDER. LF_INTERRUPTED if a signal came: then all that it started has ended. */
lf_status lf_track_job(const char *const *words, const char *folder, bool quiet, int *code);
