/**
 * @file confined.h
 * @brief Children of a test that do something within the sandbox of audited methods.
 */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/process/sandbox.h"
#include "near.h"

enum { SKIPPED = 77, BROKEN = 99 };

static char confined_said[65536]; /* by the last child, on standard error */

/* Says why, where the kernel cannot do it. */
static inline bool confined_skip(void) {
    if (lf_sandbox_look() == LF_OK) return false;
    print_message("skipped: %s\n", lf_message());
    return true;
}

/* The stages of a process that has not done anything yet. */
static inline void confined_enter(int stage) {
    const char *const readable[] = {"allowed",          "/usr/lib",       "/lib",
                                    "/etc/ld.so.cache", "/nothing/there", NULL};
    const lf_sandbox_setup setup = {readable, getppid()};
    if (stage >= 1 && lf_sandbox_enter(&setup) != LF_OK) {
        fprintf(stderr, "%s\n", lf_message());
        _exit(BROKEN);
    }
    if (stage >= 2 && lf_sandbox_close() != LF_OK) {
        fprintf(stderr, "%s\n", lf_message());
        _exit(BROKEN);
    }
}

/* How a child ends that does `work` in a stage; what it says is in `confined_said`. It has bytes to
 * read, and a file and a folder that are open. */
static inline int confined_run(int stage, void (*work)(size_t i), size_t i) {
    int in[2], out[2], how;
    size_t n = 0;
    ssize_t got;
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    assert_int_equal(write(in[1], "input", 5), 5);
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        dup2(out[1], STDERR_FILENO);
        close(out[0]);
        signal(SIGSEGV, SIG_DFL); /* cmocka has a handler */
        confined_enter(stage);
        work(i);
        _exit(0);
    }
    close(out[1]);
    while (n < sizeof confined_said - 1 &&
           (got = read(out[0], confined_said + n, sizeof confined_said - 1 - n)) > 0)
        n += (size_t)got;
    confined_said[n] = '\0';
    close(in[0]), close(in[1]), close(out[0]);
    assert_int_equal(waitpid(child, &how, 0), child);
    return how;
}
