/**
 * @file progress.h
 * @brief What is going on, on standard error: a bar on a terminal, one plain line per event
 * elsewhere.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "harness/run/record.h"

typedef struct lf_progress lf_progress;

/** `quiet` shows nothing. */
lf_progress *lf_progress_begin(size_t runs, size_t reused, bool quiet);
/** `label` says which run, as in "P2, a9a / SSG seed 3"; it is copied. */
void lf_progress_started(lf_progress *progress, size_t run, const char *label);
void lf_progress_moved(lf_progress *progress, size_t run, double share, double value);
/** A line about a run that goes on. */
void lf_progress_noted(lf_progress *progress, size_t run, const char *text);
/** A line about no run in particular. */
void lf_progress_said(lf_progress *progress, const char *text);
void lf_progress_ended(lf_progress *progress, size_t run, const lf_record *record);
/** Clears the bar and frees. */
void lf_progress_end(lf_progress *progress);
