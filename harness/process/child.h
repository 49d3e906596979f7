/**
 * @file child.h
 * @brief A process that may be lost: what it is cut off from, and what ends it.
 */
#pragma once

#include <stddef.h>
#include <sys/types.h>

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
