/**
 * @file plugin_probe.c
 * @brief A plugin's file opened for the first time, in a child that may be lost.
 *
 * Opening runs the file's constructors, and trusts its tables of symbols: both may be anything, and
 * neither can be looked at without a process to spare.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "harness/process/child.h"
#include "harness/process/probe.h"
#include "harness/process/sandbox.h"
#include "harness/registry/parameters.h"
#include "harness/registry/plugin.h"

/* Opening takes milliseconds; a file on a slow disk, or a machine that is busy, some more. */
static const double probe_seconds = 10;
/* What constructors may take. */
static const size_t probe_memory_bytes = (size_t)1 << 30;

/* Before the answer, which is a description after LF_OK and a message after anything else. */
typedef int32_t probe_head;

typedef struct {
    const char *path, *name;
} probe_task;

static void probe_write(int fd, const void *bytes, size_t n) {
    const char *from = bytes;
    while (n > 0) {
        const ssize_t done = write(fd, from, n);
        if (done <= 0) _exit(1); /* the plugin closed the pipe: that it ended is what is said */
        from += done;
        n -= (size_t)done;
    }
}

/* Where methods are audited, no file of theirs is opened by a process that could do any harm. */
static lf_status probe_confine(const char *path, int fd) {
    const char *const readable[] = {LF_SANDBOX_LIBRARIES, path, NULL};
    return lf_sandbox_enter(
        &(lf_sandbox_setup){.readable = readable, .keeper = getppid(), .keep = fd});
}

static void probe_child(const void *context, int fd) {
    const probe_task *task = context;
    lf_plugin_parts parts;
    char *bytes = NULL;
    size_t n = 0;
    lf_child_limit(probe_memory_bytes);
    lf_status status = lf_spec_audits() ? probe_confine(task->path, fd) : LF_OK;
    if (status == LF_OK) status = lf_plugin_open(task->path, task->name, &parts);
    if (status == LF_OK) status = lf_plugin_describe(&parts, &bytes, &n);
    const probe_head head = status;
    probe_write(fd, &head, sizeof head);
    probe_write(fd, status == LF_OK ? bytes : lf_message(),
                status == LF_OK ? n : strlen(lf_message()));
}

/* How a child that did not come to its end was lost. */
static lf_status probe_lost(const lf_probe_result *result) {
    if (result->end == LF_PROBE_LATE)
        return lf_fail(LF_BAD_INPUT, "it was opened, and that did not end within %g s",
                       probe_seconds);
    if (result->end == LF_PROBE_ENDLESS)
        return lf_fail(LF_BAD_INPUT, "it describes itself in more than %zu bytes", LF_PROBE_BYTES);
    if (!WIFSIGNALED(result->wait_status))
        return lf_fail(LF_BAD_INPUT, "it ended the process that opened it (exit status %d)",
                       WEXITSTATUS(result->wait_status));
    const int number = WTERMSIG(result->wait_status);
    const char *words = sigdescr_np(number); /* in English whatever the locale */
    return lf_fail(LF_BAD_INPUT, "signal %d (%s) while it was opened", number,
                   words ? words : "unknown");
}

/* The child's own words about what is wrong with it. */
static lf_status probe_refused(probe_head head, const char *words, size_t n) {
    char *text = strndup(words, n);
    if (!text) return lf_fail(LF_NO_MEMORY, "no memory to say why it is refused");
    lf_text_clean(text, false);
    lf_fail(LF_OK, "%s", text);
    free(text);
    return head < 0 && head >= LF_INTERRUPTED ? (lf_status)head : LF_BAD_INPUT;
}

static lf_status probe_take(const lf_probe_result *result, char **bytes, size_t *n) {
    probe_head head;
    if (result->end != LF_PROBE_ENDED || result->n <= sizeof head ||
        !WIFEXITED(result->wait_status) || WEXITSTATUS(result->wait_status) != 0)
        return probe_lost(result);
    const char *answer = result->bytes + sizeof head;
    memcpy(&head, result->bytes, sizeof head);
    *n = result->n - sizeof head;
    if (head != LF_OK) return probe_refused(head, answer, *n);
    *bytes = malloc(*n);
    if (!*bytes) return lf_fail(LF_NO_MEMORY, "no memory for its description");
    memcpy(*bytes, answer, *n);
    return LF_OK;
}

lf_status lf_plugin_probe(const char *path, const char *name, char **bytes, size_t *n) {
    const probe_task task = {path, name};
    lf_probe_result result;
    *bytes = NULL;
    LF_TRY(lf_probe(probe_child, &task, probe_seconds, &result));
    const lf_status status = probe_take(&result, bytes, n);
    free(result.bytes);
    return status;
}
