/**
 * @file verdict.c
 * @brief What became of a run whose process has ended: status and one line of cause.
 */
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "harness/pool/slot.h"
#include "harness/run/record.h"

/* text <- " in step 37", from the page that the run wrote its whereabouts to. A plugin may have
 * written over it, so the phase is checked. */
static void verdict_where(const lf_slot *slot, char *text, size_t size) {
#define VERDICT_WORDS(phase, words) [phase] = words,
    static const char *const where[LF_WATCH_PHASES] = {LF_WATCH_LIST(VERDICT_WORDS)};
#undef VERDICT_WORDS
    const uint32_t phase = slot->page->phase;
    const char *words = phase < LF_WATCH_PHASES ? where[phase] : "at an unknown place";
    const char *number = strstr(words, " %llu");
    if (number)
        snprintf(text, size, "%.*s %llu", (int)(number - words), words,
                 (unsigned long long)slot->page->step);
    else
        snprintf(text, size, "%s", words);
}

static void verdict_set(lf_slot *slot, lf_run_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void verdict_set(lf_slot *slot, lf_run_status status, const char *format, ...) {
    va_list arguments;
    char *cause;
    va_start(arguments, format);
    if (vasprintf(&cause, format, arguments) < 0) cause = NULL;
    va_end(arguments);
    free(slot->record.cause);
    slot->record.cause = cause;
    slot->record.status = status;
}

static void verdict_signal(lf_slot *slot, int number, const char *where) {
    const char *words = sigdescr_np(number); /* in English whatever the locale */
    struct rlimit cpu;
    const bool limited = getrlimit(RLIMIT_CPU, &cpu) == 0 && cpu.rlim_max != RLIM_INFINITY;
    if (number == SIGKILL)
        verdict_set(slot, LF_RUN_KILLED, "signal 9 (Killed) %s, not sent by levelfield: %s", where,
                    limited ? "a limit of CPU time (ulimit -t) may have ended it"
                            : "the system may have been out of memory");
    else
        verdict_set(slot, LF_RUN_FAILED, "signal %d (%s) %s", number, words ? words : "unknown",
                    where);
}

/* The trace that came is hashed again: what the run claims to have sent must be what is here. */
static void verdict_result(lf_slot *slot) {
    char claimed[65];
    memcpy(claimed, slot->record.trace_sha256, sizeof claimed);
    lf_trace_seal(&slot->record);
    if (strcmp(claimed, slot->record.trace_sha256) != 0)
        verdict_set(slot, LF_RUN_FAILED,
                    "the run's process sent a trace that is not the one it "
                    "vouches for");
    else if (lf_trace_possible(&slot->record) != LF_OK)
        verdict_set(slot, LF_RUN_FAILED, "the run's process sent results of its own: %s",
                    lf_message());
}

void lf_slot_judge(lf_slot *slot, int wait_status, const lf_pool_limits *limits) {
    char where[96];
    verdict_where(slot, where, sizeof where);
    const bool clean = WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 0;
    if (slot->end == LF_SLOT_RUNS && clean && slot->wire.ended && slot->wire.used == 0) {
        verdict_result(slot);
        return;
    }
    if (slot->end == LF_SLOT_GARBAGE)
        verdict_set(slot, LF_RUN_FAILED, "the run's process sent %s, %s", slot->garbage, where);
    else if (slot->end == LF_SLOT_TIMEOUT)
        verdict_set(slot, LF_RUN_TIMEOUT, "wall limit of %g s exceeded %s", limits->wall_seconds,
                    where);
    else if (slot->end == LF_SLOT_STALL)
        verdict_set(slot, LF_RUN_TIMEOUT,
                    "no progress for %g s %s (--timeout TIME allows longer steps)",
                    lf_slot_stall_seconds(limits), where);
    else if (slot->end == LF_SLOT_CPU)
        verdict_set(slot, LF_RUN_TIMEOUT, "CPU limit of %g s exceeded %s", limits->cpu_seconds,
                    where);
    else if (slot->end ==
             LF_SLOT_MEMORY) /* rounded up: "limit of 128 MiB, reached 128" says nothing */
        verdict_set(slot, LF_RUN_KILLED, "memory limit of %.0f MiB exceeded (reached %.0f MiB) %s",
                    (double)limits->memory_bytes / 0x1p20,
                    ceil((double)slot->memory_bytes / 0x1p20), where);
    else if (WIFSIGNALED(wait_status))
        verdict_signal(slot, WTERMSIG(wait_status), where);
    else
        verdict_set(slot, LF_RUN_FAILED, "the plugin ended the process (exit status %d) %s",
                    WEXITSTATUS(wait_status), where);
    free(slot->record.iterate); /* an end that came but does not count may have brought one */
    slot->record.iterate = NULL;
    lf_trace_seal(&slot->record);
}
