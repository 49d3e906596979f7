/**
 * @file forking.h
 * @brief What must be done around fork() by a program that is more than C.
 *
 * An interpreter in this process has locks and threads of its own, which a fork copies as they
 * stand. A binding says here how to put them in order; runs of its methods can then be processes
 * like all others.
 */
#pragma once

#include <sys/types.h>

/** Called in this order; NULL: nothing to do. */
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
