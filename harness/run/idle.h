/**
 * @file idle.h
 * @brief Is a method at work in this process?
 *
 * One that is has one oracle, its run's, which charges what it answers. Whatever else could answer
 * for a problem is refused to it: to this process, that is, as its threads are the method's, too.
 */
#pragma once

#include <levelfield/status.h>

/** LF_UNSUPPORTED, with one line, while a method is at work. */
lf_status lf_run_idle(void);
/** The same; after LF_OK one is, until lf_run_leave(). Sessions of one process so take turns. */
lf_status lf_run_enter(void);
void lf_run_leave(void);
