/**
 * @file main.c
 * @brief The levelfield program; all of it is in the library.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "cli/dispatch.h"

/* What is closed stays as good as closed, but its number is taken: else the first file that is
 * opened would get it, and with it what is printed. */
static void main_descriptors(void) {
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY); /* the lowest: this one */
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
