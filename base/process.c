/**
 * @file process.c
 * @brief A child process between three memory files.
 *
 * Memory files instead of pipes: nothing can block, whatever the sizes, and nothing is left on a
 * disk.
 */
#include "base/process.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

extern char **environ;

/* Write all and go back to the beginning, where the child will read. */
static lf_status process_write(int fd, const char *bytes, size_t n, const char *name) {
    while (n > 0) {
        ssize_t done = write(fd, bytes, n);
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return lf_fail(LF_IO, "the input of %s: %s", name, strerror(errno));
        bytes += done;
        n -= (size_t)done;
    }
    return lseek(fd, 0, SEEK_SET) == 0 ? LF_OK : lf_fail(LF_IO, "%s: %s", name, strerror(errno));
}

/* *bytes <- the whole file, malloc'ed, with a NUL after it. Positioned reads: the offset is shared
 * with the child that wrote. Not every program notices that the end of what it wrote was refused.
 */
static lf_status process_read(int fd, const char *name, char **bytes, size_t *n) {
    off_t size = lseek(fd, 0, SEEK_END);
    struct rlimit most;
    *n = 0;
    if (getrlimit(RLIMIT_FSIZE, &most) == 0 && size > 0 && (rlim_t)size >= most.rlim_cur)
        return lf_fail(LF_IO, "what %s writes is larger than a file may be here (ulimit -f)", name);
    *bytes = size < 0 ? NULL : malloc((size_t)size + 1);
    if (!*bytes) return lf_fail(LF_NO_MEMORY, "no memory for the output of %s", name);
    while (*n < (size_t)size) {
        ssize_t got = pread(fd, *bytes + *n, (size_t)size - *n, (off_t)*n);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        *n += (size_t)got;
    }
    (*bytes)[*n] = '\0';
    return LF_OK;
}

/* text <- its last line, moved to the front. */
static void process_last_line(char *text) {
    size_t n = strlen(text);
    while (n > 0 && strchr(" \n\t", text[n - 1]))
        text[--n] = '\0';
    const char *line = strrchr(text, '\n');
    line = line ? line + 1 : text;
    line += strspn(line, " \t");
    memmove(text, line, strlen(line) + 1);
}

/* Start it on the three files: 0 input, 1 output, 2 complaints. */
static lf_status process_start(const char *const *words, const int file[3], pid_t *child) {
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return lf_fail(LF_NO_MEMORY, "no memory to start %s", words[0]);
    for (int i = 0; i < 3; i++)
        posix_spawn_file_actions_adddup2(&actions, file[i], i);
    /* The words are read, never written. */
    int error = posix_spawnp(child, words[0], &actions, NULL, (char *const *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error == ENOENT) return lf_fail(LF_NOT_FOUND, "%s is not installed", words[0]);
    if (error != 0) return lf_fail(LF_IO, "%s cannot be started: %s", words[0], strerror(error));
    return LF_OK;
}

/* How the child ended; one that has not after so many seconds (0: no limit) is killed. */
static lf_status process_wait(pid_t child, const char *name, double seconds, int *how) {
    static const struct timespec pause = {.tv_nsec = 10000000};
    const double until = lf_clock() + seconds;
    bool late = false;
    for (;;) {
        const pid_t ended = waitpid(child, how, seconds > 0 && !late ? WNOHANG : 0);
        if (ended > 0) break;
        if (ended < 0 && errno != EINTR) return lf_fail(LF_IO, "%s: %s", name, strerror(errno));
        if (ended < 0) continue;
        late = lf_clock() >= until;
        if (late)
            kill(child, SIGKILL);
        else
            nanosleep(&pause, NULL);
    }
    return late ? lf_fail(LF_IO, "%s gave no answer within %g seconds", name, seconds) : LF_OK;
}

static lf_status process_talk(const char *const *words, const int file[3], const char *input,
                              size_t input_bytes, double seconds, lf_process_result *result) {
    pid_t child;
    int how = 0;
    size_t bytes;
    LF_TRY(process_write(file[0], input, input_bytes, words[0]));
    LF_TRY(process_start(words, file, &child));
    LF_TRY(process_wait(child, words[0], seconds, &how));
    if (WIFSIGNALED(how))
        return lf_fail(LF_IO, "%s was ended by signal %d (%s)", words[0], WTERMSIG(how),
                       strsignal(WTERMSIG(how)));
    result->code = WEXITSTATUS(how);
    LF_TRY(process_read(file[1], words[0], &result->output, &result->bytes));
    LF_TRY(process_read(file[2], words[0], &result->complaint, &bytes));
    process_last_line(result->complaint);
    /* posix_spawn may find out too late to return it, as under emulators and memcheck */
    if (result->code == 127 && result->bytes == 0 && !*result->complaint)
        return lf_fail(LF_NOT_FOUND, "%s is not installed", words[0]);
    return LF_OK;
}

lf_status lf_process_run(const char *const *words, const char *input, size_t input_bytes,
                         double seconds, lf_process_result *result) {
    int file[3];
    lf_status status = LF_OK;
    *result = (lf_process_result){0};
    for (int i = 0; i < 3; i++) {
        file[i] = memfd_create("levelfield", MFD_CLOEXEC);
        if (file[i] < 0)
            status = lf_fail(LF_IO, "files to talk to %s: %s", words[0], strerror(errno));
    }
    if (status == LF_OK) status = process_talk(words, file, input, input_bytes, seconds, result);
    for (int i = 0; i < 3; i++)
        if (file[i] >= 0) close(file[i]);
    if (status != LF_OK) lf_process_clear(result);
    return status;
}

void lf_process_clear(lf_process_result *result) {
    free(result->output);
    free(result->complaint);
    *result = (lf_process_result){0};
}
