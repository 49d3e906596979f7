/**
 * @file descendants.h
 * @brief What a process has started: where it is, what CPU time it takes, and its end.
 *
 * A child's CPU time becomes its parent's when that waits for it. Until then it has to be looked
 * for, and a child that has lost its parent, too: it belongs to the next process above that takes
 * such ones in.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/** One of them. */
typedef struct {
    pid_t pid;
    bool ended; /**< and only waits to be waited for */
} lf_descendant;

/** Those that a look found; {0} at first. */
typedef struct {
    size_t n;
    lf_descendant *list;
} lf_descendants;

/** From now on this process takes in those below it that lose their parents. */
void lf_descendants_adopt(void);

/** Has this process a child, running or not waited for? One system call. */
bool lf_descendants_any(void);

/** Look for all below `root` and, where it leads a session, all of that. This reads all of /proc,
 *  some 10 us a process: unless `at_once`, what was read before, for whatever root, is taken for
 * the truth for so long that little of the time goes into reading, and a quarter of a second at
 * most. Where /proc cannot be read there are none. For one thread of a process. */
void lf_descendants_look(lf_descendants *d, pid_t root, bool at_once);
void lf_descendants_clear(lf_descendants *d);

/** CPU time of a process, 0 where there is none: of all its threads, ended ones too, and of the
 *  children that it has waited for, those rounded down to 10 ms where it is not this process. */
double lf_descendants_own_seconds(pid_t pid);
/** The sum of that over those found. */
double lf_descendants_seconds(const lf_descendants *d);

/** Kill all below `root`, which is this process or is stopped, and wait for them if it is this
 *  one. */
void lf_descendants_kill(pid_t root);
