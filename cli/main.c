/**
 * @file main.c
 * @brief The levelfield program; all of it is in the library.
 */
#include <signal.h>

#include "cli/dispatch.h"

/* Whoever started this may ignore the ends of children, and that is inherited: nobody could then
 * learn how a run's process ended. A file that grows beyond a limit (ulimit -f) is a write that
 * fails, as on a full disk, and no reason to be killed. */
int main(int argc, char **argv) {
    signal(SIGCHLD, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
    return lf_command_main(argc, argv);
}
