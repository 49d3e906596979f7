#include "harness/pool/slot.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "harness/process/child.h"

/* Reads of a pipe at a time: no child can keep the parent to itself by talking fast. Enough to
 * empty a pipe (64 KiB) after its writer has ended. */
enum { SLOT_READ_BYTES = 8192, SLOT_READS = 16 };

static void slot_close(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static lf_status slot_refused(const char *what) {
    return lf_fail(LF_IO, "no %s for a run: %s; fewer runs at a time (-j) need fewer", what,
                   strerror(errno));
}

static lf_status slot_fork(lf_slot *slot, const lf_run_spec *spec,
                           const lf_run_child_setup *setup) {
    slot->pid = lf_fork();
    if (slot->pid < 0) return slot_refused("process");
    if (slot->pid == 0) lf_run_child(spec, setup);
    slot->started = slot->looked = lf_clock();
    slot->process_fd = pidfd_open(slot->pid, 0);
    madvise(slot->page, sizeof *slot->page, MADV_DONTFORK); /* no later run's to write to */
    return LF_OK;
}

/* The read ends do not block; the write ends are the child's alone once it is there. */
static lf_status slot_open(lf_slot *slot, const lf_run_spec *spec, const lf_pool_limits *limits) {
    int data[2], log[2];
    lf_saving saving = limits->saving;
    if (limits->pause_step) saving.pause_step = limits->pause_step[slot->run];
    if (pipe2(data, O_CLOEXEC) != 0) return slot_refused("pipe");
    slot->data_fd = data[0];
    if (pipe2(log, O_CLOEXEC) != 0) {
        const lf_status status = slot_refused("pipe");
        close(data[1]);
        return status;
    }
    slot->log_fd = log[0];
    fcntl(data[0], F_SETFL, O_NONBLOCK);
    fcntl(log[0], F_SETFL, O_NONBLOCK);
    void *page =
        mmap(NULL, sizeof(lf_watch), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    slot->page = page == MAP_FAILED ? NULL : page;
    const lf_run_child_setup setup = {.data_fd = data[1],
                                      .log_fd = log[1],
                                      .parent = getpid(),
                                      .memory_bytes = limits->memory_bytes,
                                      .saving = saving,
                                      .page = slot->page};
    const lf_status status = slot->page ? slot_fork(slot, spec, &setup)
                                        : lf_fail(LF_NO_MEMORY, "no shared page for a run");
    close(data[1]);
    close(log[1]);
    return status;
}

lf_status lf_slot_start(lf_slot *slot, size_t run, const lf_run_spec *spec,
                        const lf_pool_limits *limits) {
    *slot = (lf_slot){.run = run, .process_fd = -1, .data_fd = -1, .log_fd = -1};
    LF_TRY(lf_run_spec_copy(spec, &slot->record.spec));
    slot->busy = true;
    const lf_status status = slot_open(slot, spec, limits);
    if (status != LF_OK) lf_slot_clear(slot);
    return status;
}

/* The whole session: a plugin's own children, too. Before the child has its session there is only
 * itself. */
static void slot_kill(const lf_slot *slot) {
    kill(slot->pid, SIGKILL);
    kill(-slot->pid, SIGKILL);
}

/* The same while it runs: what has left the session is below it as long as it is there. */
static void slot_end(const lf_slot *slot) {
    kill(slot->pid, SIGSTOP);
    lf_descendants_kill(slot->pid);
    slot_kill(slot);
}

static void slot_keep_log(lf_slot *slot, const char *bytes, size_t n) {
    while (n > 0) {
        if (slot->log_used == sizeof slot->log) {
            memcpy(slot->log, slot->log + LF_SLOT_LOG_BYTES, LF_SLOT_LOG_BYTES);
            slot->log_used = LF_SLOT_LOG_BYTES;
            slot->log_cut = true;
        }
        const size_t room = sizeof slot->log - slot->log_used, part = n < room ? n : room;
        memcpy(slot->log + slot->log_used, bytes, part);
        slot->log_used += part;
        bytes += part;
        n -= part;
    }
}

static lf_status slot_take(lf_slot *slot, const char *bytes, size_t n, bool *moved) {
    LF_TRY(lf_wire_feed(&slot->wire, bytes, n));
    for (;;) {
        lf_wire_kind kind;
        LF_TRY(lf_wire_take(&slot->wire, &slot->record, &kind));
        if (kind == LF_WIRE_NOTHING) return LF_OK;
        *moved |= kind == LF_WIRE_POINT;
    }
}

/* A pipe at its end is closed, so that it is not polled for ever; the process may live on. */
lf_status lf_slot_listen(lf_slot *slot, bool *moved) {
    char bytes[SLOT_READ_BYTES];
    ssize_t n = 1;
    *moved = false;
    for (int i = 0; i < SLOT_READS && slot->log_fd >= 0 && n > 0; i++) {
        n = read(slot->log_fd, bytes, sizeof bytes);
        if (n > 0) slot_keep_log(slot, bytes, (size_t)n);
        if (n == 0) slot_close(&slot->log_fd);
    }
    n = 1;
    for (int i = 0; i < SLOT_READS && slot->data_fd >= 0 && n > 0; i++) {
        n = read(slot->data_fd, bytes, sizeof bytes);
        const lf_status status = n > 0 ? slot_take(slot, bytes, (size_t)n, moved) : LF_OK;
        if (status == LF_NO_MEMORY) return status;
        if (status != LF_OK) {
            snprintf(slot->garbage, sizeof slot->garbage, "%s", lf_message());
            slot->end = LF_SLOT_GARBAGE;
            slot_end(slot);
        }
        if (n == 0 || status != LF_OK) slot_close(&slot->data_fd);
    }
    return LF_OK;
}

/* The sum of three lines of a file of /proc, bytes; 0 if it cannot be read. */
static size_t slot_kilobytes(pid_t pid, const char *name, const char *const key[3]) {
    char text[256];
    size_t sum = 0;
    snprintf(text, sizeof text, "/proc/%d/%s", (int)pid, name);
    FILE *file = fopen(text, "r");
    if (file == NULL) return 0;
    while (fgets(text, sizeof text, file)) {
        const size_t n = strcspn(text, ":");
        for (int i = 0; i < 3; i++)
            if (strncmp(text, key[i], n) == 0 && key[i][n] == '\0')
                sum += strtoul(text + n + 1, NULL, 10);
    }
    fclose(file);
    return sum << 10;
}

/* Bytes that a process has to itself: private pages and shared anonymous ones, in memory or swapped
 * out. Mapped files (data sets) are shared by all runs and can be dropped at any time. With
 * `shared` each page is divided by the number of those that have it, which takes a walk through all
 * of them; Linux before 5.9 does not say. */
static size_t slot_memory_of(pid_t pid, bool shared) {
    static const char *const all[] = {"RssAnon", "RssShmem", "VmSwap"};
    static const char *const parts[] = {"Pss_Anon", "Pss_Shmem", "SwapPss"};
    const size_t bytes = shared ? slot_kilobytes(pid, "smaps_rollup", parts) : 0;
    return bytes > 0 ? bytes : slot_kilobytes(pid, "status", all);
}

/* Of all processes of the run. Pages that a fork shares are counted once: looked at only where it
 * matters. */
static size_t slot_memory(const lf_slot *slot, size_t limit_bytes) {
    size_t sum = 0;
    for (int shared = 0; shared < 2; shared++) {
        sum = slot_memory_of(slot->pid, shared);
        for (size_t i = 0; i < slot->below.n; i++)
            sum += slot_memory_of(slot->below.list[i].pid, shared);
        if (sum <= limit_bytes || slot->below.n == 0) return sum;
    }
    return sum;
}

/* Does it go on? While this process was stopped itself, no time has passed. */
static bool slot_stalls(lf_slot *slot, double most_seconds) {
    const double now = lf_clock(), most_between_looks = 1;
    if (slot->notes_seen != slot->page->notes) slot->stalled_seconds = 0;
    slot->stalled_seconds += fmin(now - slot->looked, most_between_looks);
    slot->notes_seen = slot->page->notes;
    slot->looked = now;
    return slot->stalled_seconds > most_seconds;
}

void lf_slot_limit(lf_slot *slot, const lf_pool_limits *limits) {
    if (slot->end != LF_SLOT_RUNS) return;
    if (limits->wall_seconds <= 0 && slot_stalls(slot, lf_slot_stall_seconds(limits)))
        slot->end = LF_SLOT_STALL;
    if (limits->cpu_seconds > 0 || limits->memory_bytes > 0)
        lf_descendants_look(&slot->below, slot->pid, false);
    if (limits->wall_seconds > 0 && lf_clock() - slot->started > limits->wall_seconds)
        slot->end = LF_SLOT_TIMEOUT;
    if (limits->cpu_seconds > 0 &&
        lf_descendants_own_seconds(slot->pid) + lf_descendants_seconds(&slot->below) >
            limits->cpu_seconds)
        slot->end = LF_SLOT_CPU;
    if (limits->memory_bytes > 0) {
        slot->memory_bytes = slot_memory(slot, limits->memory_bytes);
        if (slot->memory_bytes > limits->memory_bytes) slot->end = LF_SLOT_MEMORY;
    }
    if (slot->end != LF_SLOT_RUNS) slot_end(slot);
}

/* The last whole lines of the log. */
static char *slot_log(lf_slot *slot) {
    size_t from = 0, to = slot->log_used;
    if (slot->log_cut || to > LF_SLOT_LOG_BYTES) {
        from = to > LF_SLOT_LOG_BYTES ? to - LF_SLOT_LOG_BYTES : 0;
        const char *line = memchr(slot->log + from, '\n', to - from);
        if (line && line + 1 < slot->log + to) from = (size_t)(line + 1 - slot->log);
    }
    char *text = strndup(slot->log + from, to - from);
    if (text) lf_text_clean(text, true);
    return text;
}

/* The leader is killed and reaped last: while it is there, its number cannot be another's. */
bool lf_slot_ended(lf_slot *slot, const lf_pool_limits *limits) {
    siginfo_t what = {0};
    const int looked = waitid(P_PID, (id_t)slot->pid, &what, WEXITED | WNOHANG | WNOWAIT);
    if (looked == 0 && what.si_pid == 0) return false;
    slot_kill(slot);
    bool moved;
    int wait_status = 0;
    if (lf_slot_listen(slot, &moved) != LF_OK) slot->end = LF_SLOT_GARBAGE;
    while (waitpid(slot->pid, &wait_status, 0) < 0 && errno == EINTR)
        ;
    slot->pid = 0;
    lf_slot_judge(slot, wait_status, limits);
    slot->record.log = slot_log(slot);
    slot->record.wall_seconds = slot->wire.earlier_seconds + lf_clock() - slot->started;
    return true;
}

void lf_slot_clear(lf_slot *slot) {
    if (!slot->busy) return;
    if (slot->pid > 0) {
        slot_end(slot);
        while (waitpid(slot->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    slot_close(&slot->process_fd);
    slot_close(&slot->data_fd);
    slot_close(&slot->log_fd);
    if (slot->page) munmap(slot->page, sizeof(lf_watch));
    lf_wire_clear(&slot->wire);
    lf_record_clear(&slot->record);
    lf_descendants_clear(&slot->below);
    slot->busy = false;
}
