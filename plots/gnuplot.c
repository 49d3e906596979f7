/**
 * @file gnuplot.c
 * @brief A child process between three memory files: script in, drawing and complaints out.
 *
 * Memory files instead of pipes: nothing can block, whatever the sizes, and nothing is left on a
 * disk.
 */
#include "plots/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* Write all and go back to the beginning, where the child will read. */
static lf_status gnuplot_write(int fd, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return lf_fail(LF_IO, "gnuplot's script: %s", strerror(errno));
        bytes += done;
        n -= (size_t)done;
    }
    return lseek(fd, 0, SEEK_SET) == 0 ? LF_OK : lf_fail(LF_IO, "gnuplot: %s", strerror(errno));
}

/* *bytes <- the whole file, malloc'ed, with a NUL after it. Positioned reads: the offset is shared
 * with the child that wrote. */
static lf_status gnuplot_read(int fd, char **bytes, size_t *n) {
    off_t size = lseek(fd, 0, SEEK_END);
    *n = 0;
    *bytes = size < 0 ? NULL : malloc((size_t)size + 1);
    if (!*bytes) return lf_fail(LF_NO_MEMORY, "no memory for what gnuplot drew");
    while (*n < (size_t)size) {
        ssize_t got = pread(fd, *bytes + *n, (size_t)size - *n, (off_t)*n);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        *n += (size_t)got;
    }
    (*bytes)[*n] = '\0';
    return LF_OK;
}

/* gnuplot's complaint on one line. It comes as the offending line, a caret under it, and
 * 'line N: what is wrong': the last part is the one to show. */
static lf_status gnuplot_failure(int fd) {
    char *text;
    size_t n;
    LF_TRY(gnuplot_read(fd, &text, &n));
    while (n > 0 && strchr(" \n\t", text[n - 1]))
        text[--n] = '\0';
    char *line = strrchr(text, '\n');
    line = line ? line + 1 : text;
    lf_status status =
        lf_fail(LF_IO, "gnuplot could not draw the figure: %s", line + strspn(line, " \t"));
    free(text);
    return status;
}

/* Start gnuplot on the three files: 0 the script, 1 the drawing, 2 complaints. */
static lf_status gnuplot_start(const int file[3], pid_t *child) {
    char program[] = "gnuplot", defaults[] = "--default-settings", script[] = "-";
    char *arguments[] = {program, defaults, script, NULL};
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return lf_fail(LF_NO_MEMORY, "no memory to start gnuplot");
    for (int i = 0; i < 3; i++)
        posix_spawn_file_actions_adddup2(&actions, file[i], i);
    int error = posix_spawnp(child, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error == ENOENT)
        return lf_fail(LF_NOT_FOUND, "gnuplot is not installed, so no figures can be drawn; "
                                     "install it with: sudo apt-get install gnuplot-nox");
    if (error != 0) return lf_fail(LF_IO, "gnuplot cannot be started: %s", strerror(error));
    return LF_OK;
}

/* One conversation. gnuplot may end well and yet have drawn nothing, which is a failure too. */
static lf_status gnuplot_talk(const int file[3], const char *script, size_t script_bytes,
                              char **output, size_t *output_bytes) {
    pid_t child;
    int how = 0;
    LF_TRY(gnuplot_write(file[0], script, script_bytes));
    LF_TRY(gnuplot_start(file, &child));
    while (waitpid(child, &how, 0) < 0)
        if (errno != EINTR) return lf_fail(LF_IO, "gnuplot: %s", strerror(errno));
    if (WIFSIGNALED(how))
        return lf_fail(LF_IO, "gnuplot was ended by signal %d (%s)", WTERMSIG(how),
                       strsignal(WTERMSIG(how)));
    if (WEXITSTATUS(how) != 0) return gnuplot_failure(file[2]);
    LF_TRY(gnuplot_read(file[1], output, output_bytes));
    if (*output_bytes > 0) return LF_OK;
    free(*output);
    *output = NULL;
    return gnuplot_failure(file[2]);
}

lf_status lf_gnuplot_run(const char *script, size_t script_bytes, char **output,
                         size_t *output_bytes) {
    int file[3];
    lf_status status = LF_OK;
    *output = NULL;
    for (int i = 0; i < 3; i++) {
        file[i] = memfd_create("gnuplot", MFD_CLOEXEC);
        if (file[i] < 0) status = lf_fail(LF_IO, "gnuplot's files: %s", strerror(errno));
    }
    if (status == LF_OK) status = gnuplot_talk(file, script, script_bytes, output, output_bytes);
    for (int i = 0; i < 3; i++)
        if (file[i] >= 0) close(file[i]);
    return status;
}
