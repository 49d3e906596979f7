/**
 * @file child.h
 * @brief A process that may be lost: what it is cut off from, and what ends it.
 */
#pragma once

#include <sys/types.h>

#include "harness/run/saving.h"
#include "harness/run/watch.h"

typedef struct {
    int data_fd;         /**< results go here, as frames (wire.h) */
    int log_fd;          /**< standard error goes here */
    pid_t parent;        /**< the child ends when this process does */
    size_t memory_bytes; /**< limit; 0: none */
    lf_saving saving;    /**< whether and where the run is saved */
    lf_watch *page;      /**< shared: tells the parent where the run is */
} lf_child_setup;

/** Where the child writes what its parent is to know. */
enum { LF_CHILD_FD = 3 };

/**
 * To be called right after fork, in the child. It gets its own session, so that what it starts dies
 * with it; data_fd as LF_CHILD_FD, log_fd as standard error (-1: nobody listens), no file
 * descriptor but these and no mapping of the store, so that no store can be written twice; default
 * signals; no core dumps. It ends by _exit, exit() or not: nothing that was registered with atexit,
 * by us or by a plugin, runs.
 */
void lf_child_begin(pid_t parent, int data_fd, int log_fd);
/** Let it have so much more memory than it has now, and some room; 0: no limit. */
void lf_child_limit(size_t memory_bytes);

/** Both of these, one BLAS thread, and then the run; never returns. */
_Noreturn void lf_child_run(const lf_run_spec *spec, const lf_child_setup *setup);
