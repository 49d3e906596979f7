/**
 * @file method_process.h
 * @brief The method's process of an audited run.
 */
#pragma once

#include <levelfield/algorithm.h>

/** What differs between this program and an interpreter that plays its part. */
typedef struct {
    const char *const *readable; /**< files and folders that opening a method needs, beside its own
                                      file and the system's libraries; ended by NULL; may be NULL */
    /** *algorithm <- the one called `name` that this file brings. */
    lf_status (*open)(const char *file, const char *name, const lf_algorithm **algorithm);
} lf_method_host;

/** Serve the keeper on the channel LF_AUDIT_FD until it ends this process. Returns an exit code
 *  where that cannot be begun. */
int lf_method_serve(const lf_method_host *host);
