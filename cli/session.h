/**
 * @file session.h
 * @brief What `run` and `reproduce` share: the options about how to run, and carrying runs out.
 */
#pragma once

#include "cli/command.h"
#include "harness/campaign.h"

/** The shared options. */
typedef struct {
    const char *out;
    size_t jobs;
    double timeout; /**< seconds per run; 0: none */
    size_t memory;  /**< bytes per run; 0: as much as the machine has */
    bool force, quiet;
    const char *blas_core;
} lf_session;

/** Rows of an option table for a values struct `type` with an lf_session called `session`. */
#define LF_SESSION_OPTIONS(type, out_default, out_doc)                                             \
    {"jobs",                                                                                       \
     'j',                                                                                          \
     LF_OPTION_COUNT,                                                                              \
     offsetof(type, session.jobs),                                                                 \
     "N",                                                                                          \
     "1",                                                                                          \
     "how many runs at a time; results do not depend on it"},                                      \
        {"out", 'o', LF_OPTION_TEXT, offsetof(type, session.out), "DIR", out_default, out_doc},    \
        {"timeout",                                                                                \
         0,                                                                                        \
         LF_OPTION_SECONDS,                                                                        \
         offsetof(type, session.timeout),                                                          \
         "TIME",                                                                                   \
         NULL,                                                                                     \
         "end a run that takes longer, in seconds or as 15m, 2h"},                                 \
        {"memory",                                                                                 \
         0,                                                                                        \
         LF_OPTION_BYTES,                                                                          \
         offsetof(type, session.memory),                                                           \
         "SIZE",                                                                                   \
         NULL,                                                                                     \
         "end a run that takes more, such as 2G; without it the limit is the machine's memory"},   \
        {"blas-core",                                                                              \
         0,                                                                                        \
         LF_OPTION_TEXT,                                                                           \
         offsetof(type, session.blas_core),                                                        \
         "TYPE",                                                                                   \
         NULL,                                                                                     \
         "make OpenBLAS use the kernels of this CPU type, such as Haswell, so that results "       \
         "repeat on other machines"},                                                              \
        {"force",                                                                                  \
         0,                                                                                        \
         LF_OPTION_FLAG,                                                                           \
         offsetof(type, session.force),                                                            \
         NULL,                                                                                     \
         NULL,                                                                                     \
         "repeat runs that are finished"},                                                         \
    {                                                                                              \
        "quiet", 'q', LF_OPTION_FLAG, offsetof(type, session.quiet), NULL, NULL,                   \
            "show no progress"                                                                     \
    }

/** To be called first: may start the program again with another BLAS core type. */
lf_exit lf_session_begin(const lf_session *session);

/** One experiment to be run. */
typedef struct {
    const char *name;
    const char *scale;
    const lf_experiment *experiment;
} lf_session_item;

/**
 * Check problems, budgets and the output folder, then carry out every item into `out`. Adds up the
 * outcomes. Whatever goes wrong has been said when this returns: LF_EXIT_DONE also if runs failed.
 */
lf_exit lf_session_run(const lf_session *session, const char *out, const lf_session_item *items,
                       size_t n, lf_campaign_outcome *outcome);
