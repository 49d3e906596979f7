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

/** What must be done around fork() by a program that is more than C: an interpreter has locks and
 *  threads of its own, which a fork copies as they stand. Called in this order; NULL: nothing. */
typedef struct {
    void (*before)(void); /**< in the parent */
    void (*parent)(void); /**< in the parent, also if there is no child */
    void (*child)(void);  /**< in the child, before anything else */
} lf_fork_hooks;

void lf_fork_hook(const lf_fork_hooks *hooks);

/** fork(), with buffers of standard I/O written out, so that no text is written twice. */
pid_t lf_fork(void);

/** In a child: it is killed when the process that forked it, which said its own number before,
 *  ends, however that ends. */
void lf_fork_end_with(pid_t parent);
