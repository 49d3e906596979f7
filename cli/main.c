/**
 * @file main.c
 * @brief The levelfield program; all of it is in the library.
 */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "cli/dispatch.h"

/* What is closed stays as good as closed, but its number is taken: else the first file that is
 * opened would get it, and with it what is printed. Nothing is read or written by O_PATH. */
static void main_descriptors(void) {
    int fd;
    do
        fd = open("/dev/null", O_PATH);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0) close(fd);
}

/* Whoever started this may ignore the ends of children, and that is inherited: nobody could then
 * learn how a run's process ended. A file that grows beyond a limit (ulimit -f) is a write that
 * fails, as on a full disk, and no reason to be killed. */
int main(int argc, char **argv) {
    main_descriptors();
    signal(SIGCHLD, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
    return lf_command_main(argc, argv);
}
