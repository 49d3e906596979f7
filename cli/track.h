/**
 * @file track.h
 * @brief What the track commands share: getting runs to look at, and printing what was found.
 */
#pragma once

#include "cli/carry_out.h"
#include "harness/track/track.h"

/** Where runs come from. */
typedef struct {
    lf_session session;
    lf_texts plugins;
    const char *results; /**< a folder to be read instead of running; NULL */
    const char *seeds;   /**< instead of the experiment's; NULL */
} lf_track_source;

#define LF_TRACK_OPTION(type, field, letter, name, kind, value, standard, doc)                     \
    { name, letter, kind, offsetof(type, source.field), value, standard, doc }
/** Rows of an option table for a values struct `type` with an lf_track_source called `source`. */
#define LF_TRACK_SOURCE_OPTIONS(type)                                                              \
    LF_TRACK_OPTION(type, results, 0, "results", LF_OPTION_TEXT, "DIR", NULL,                      \
                    "read the runs stored in this folder instead of running anything"),            \
        LF_TRACK_OPTION(type, plugins, 0, "plugin", LF_OPTION_TEXTS, "FILE.so", NULL,              \
                        "load a method or a problem from a shared object"),                        \
        LF_TRACK_OPTION(type, session.timeout, 0, "timeout", LF_OPTION_SECONDS, "TIME", NULL,      \
                        "end a run that takes longer, in seconds or as 15m, 2h"),                  \
        LF_TRACK_OPTION(type, session.cpu, 0, "cpu", LF_OPTION_SECONDS, "TIME", NULL,              \
                        "end a run that takes more CPU time, of all its threads"),                 \
        LF_TRACK_OPTION(type, session.memory, 0, "memory", LF_OPTION_BYTES, "SIZE", NULL,          \
                        "end a run that takes more, such as 2G (default nine tenths of the "       \
                        "machine's memory)"),                                                      \
        LF_TRACK_OPTION(type, session.dry_run, 0, "dry-run", LF_OPTION_FLAG, NULL, NULL,           \
                        LF_DRY_RUN_DOC),                                                           \
        LF_BITS_OPTION(type, source.session.bits),                                                 \
        LF_TRACK_OPTION(type, session.blas_core, 0, "blas-core", LF_OPTION_TEXT, "TYPE", NULL,     \
                        "make OpenBLAS use the kernels of this CPU type, such as Haswell, so "     \
                        "that fast traces repeat on other machines"),                              \
        LF_TRACK_OPTION(type, session.jobs, 'j', "jobs", LF_OPTION_COUNT, "N", "1",                \
                        "how many runs at a time; results do not depend on it"),                   \
        LF_TRACK_OPTION(type, session.quiet, 'q', "quiet", LF_OPTION_FLAG, NULL, NULL,             \
                        "show no progress")

/** *seeds <- malloc'ed "5-9": as many as were recorded, that neither run nor tune anything in the
 *  baselines' experiment. What goes wrong has been said. */
lf_exit lf_track_fresh_seeds(const lf_track *before, const lf_track *now, char **seeds);

/** Nothing comes of a dry run, and *track stays as it is.
 *  Run the experiment at a scale, or read the folder, and take the baseline `track` off the
 * results, with the targets of `like` (NULL: its own). Whatever goes wrong has been said. Runs go
 * to source->session.out, or to a temporary folder that is removed. */
lf_exit lf_track_get(const lf_track_source *source, const char *command, const char *experiment,
                     const char *scale, const lf_track *like, const char *label, lf_track *track);

/** Say what a check of this new baseline will not see. */
void lf_track_remark(const lf_track *track);
/** The table of a check on standard output: what is not identical, and a count of all. */
void lf_track_print_check(const lf_track_check *check);
/** Baselines side by side on standard output, oldest first. */
lf_status lf_track_print_history(const lf_track *track, const char *const *file, size_t n);
