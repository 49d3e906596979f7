/**
 * @file interrupt.h
 * @brief Ctrl-C as something to poll: SIGINT, SIGTERM and SIGHUP make a descriptor readable.
 */
#pragma once

#include <levelfield/status.h>

/** From now on the first signal makes *fd readable, and a second one ends the process at once. A
 *  signal that was ignored stays so (nohup, background jobs). */
lf_status lf_interrupt_watch(int *fd);
/** Put the old manner back. */
void lf_interrupt_unwatch(void);
/** The signal that came since lf_interrupt_watch; 0: none. */
int lf_interrupt_signal(void);
