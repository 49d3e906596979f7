/**
 * @file pool.c
 * @brief The loop over running processes: start, poll, take in, report.
 *
 * One thread, few allocations: what a run can do wrong, it does in its own process (child.h), and
 * what it sends is checked (wire.h). Runs share nothing, so their results cannot depend on how many
 * run at a time.
 */
#include "harness/pool/pool.h"

#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "harness/pool/slot.h"
#include "harness/process/interrupt.h"
#include "harness/run/environment.h"

/* How often limits are looked at, and whether a process that poll cannot wait for has ended: not
 * whenever a run says something, as reading a process's memory takes longer than many a step. Also
 * the longest that a clock that jumps can hold a limit up. */
static const double pool_look_seconds = 0.05;

/* How long runs have to make a step whole and write it down after an interrupt, within the 30 s
 * that job schedulers give. */
static const double pool_grace_seconds = 20;

typedef struct {
    size_t runs, next, running, jobs;
    const lf_run_spec *spec;
    const lf_pool_limits *limits;
    const lf_pool_observer *observer;
    lf_slot *slot;       /* jobs of them */
    struct pollfd *poll; /* 3 a slot, and the interrupt's */
    char *environment;
    int interrupt_fd;
    double look_by; /* when limits are to be looked at */
    double stop_by; /* when running processes are ended at the latest; 0: nobody asked */
} pool;

static lf_status pool_fill(pool *p) {
    if (p->stop_by > 0) return LF_OK;
    for (size_t i = 0; i < p->jobs && p->next < p->runs; i++) {
        if (p->slot[i].busy) continue;
        LF_TRY(lf_slot_start(&p->slot[i], p->next, &p->spec[p->next], p->limits));
        p->running++;
        if (p->observer->started) p->observer->started(p->observer->context, p->next);
        p->next++;
    }
    return LF_OK;
}

/* A descriptor of -1 is passed over by poll. */
static void pool_wait(pool *p) {
    nfds_t n = 0;
    p->poll[n++] = (struct pollfd){.fd = p->stop_by > 0 ? -1 : p->interrupt_fd, .events = POLLIN};
    for (size_t i = 0; i < p->jobs; i++) {
        const lf_slot *slot = &p->slot[i];
        if (!slot->busy) continue;
        p->poll[n++] = (struct pollfd){.fd = slot->process_fd, .events = POLLIN};
        p->poll[n++] = (struct pollfd){.fd = slot->data_fd, .events = POLLIN};
        p->poll[n++] = (struct pollfd){.fd = slot->log_fd, .events = POLLIN};
    }
    const double wait = fmin(fmax(p->look_by - lf_clock(), 0), pool_look_seconds);
    poll(p->poll, n, (int)ceil(1e3 * wait)); /* EINTR: look, and wait again */
}

/* Is it time to look at limits? */
static bool pool_looks(pool *p) {
    const double now = lf_clock();
    const bool due = now >= p->look_by;
    if (due) p->look_by = now + pool_look_seconds;
    return due;
}

/* After an interrupt only results count: whatever else became of a run, it is still to be done. */
static lf_status pool_report(pool *p, lf_slot *slot) {
    lf_record *record = &slot->record;
    const bool result = record->status == LF_RUN_DONE || record->status == LF_RUN_DIVERGED;
    if (p->stop_by > 0 && !result) return LF_OK;
    LF_TRY(lf_run_spec_key(&record->spec, record->key, NULL));
    record->environment = strdup(p->environment);
    if (!record->environment) return lf_fail(LF_NO_MEMORY, "no memory for a run's record");
    LF_TRY(lf_record_complete(record));
    if (p->observer->ended) LF_TRY(p->observer->ended(p->observer->context, slot->run, record));
    return LF_OK;
}

/* Of several notes that came at once, the last: they are rare, and it says how things stand. */
static void pool_note(const pool *p, lf_slot *slot) {
    if (slot->wire.notes == slot->notes) return;
    slot->notes = slot->wire.notes;
    if (p->observer->noted) p->observer->noted(p->observer->context, slot->run, slot->wire.note);
}

static lf_status pool_serve(pool *p, lf_slot *slot, bool look) {
    bool moved;
    const lf_record *record = &slot->record;
    LF_TRY(lf_slot_listen(slot, &moved));
    pool_note(p, slot);
    if (moved && p->observer->progressed && record->metrics > 0)
        p->observer->progressed(p->observer->context, slot->run, slot->wire.progress,
                                record->value[(record->points - 1) * record->metrics]);
    else if (look && p->observer->progressed && slot->page->share > 0)
        p->observer->progressed(p->observer->context, slot->run, fmin(slot->page->share, 1), NAN);
    if (look) lf_slot_limit(slot, p->limits);
    if (!lf_slot_ended(slot, p->limits)) return LF_OK;
    const lf_status status = pool_report(p, slot);
    lf_slot_clear(slot);
    p->running--;
    return status;
}

/* Runs that are saved are asked to end, and may; others have nothing to wait for. */
static void pool_stop(pool *p) {
    p->stop_by = lf_clock();
    if (p->limits->saving.folder == NULL) return;
    p->stop_by += pool_grace_seconds;
    for (size_t i = 0; i < p->jobs; i++) {
        if (!p->slot[i].busy) continue;
        kill(p->slot[i].pid, SIGTERM);
        if (p->observer->noted)
            p->observer->noted(p->observer->context, p->slot[i].run,
                               "saves its state and ends; a second signal ends it at once");
    }
}

static bool pool_is_over(const pool *p) {
    if (p->stop_by > 0) return p->running == 0 || lf_clock() >= p->stop_by;
    return p->next == p->runs && p->running == 0;
}

static lf_status pool_loop(pool *p) {
    while (!pool_is_over(p)) {
        LF_TRY(pool_fill(p));
        pool_wait(p);
        if (p->stop_by == 0 && lf_interrupt_signal() != 0) pool_stop(p);
        const bool look = pool_looks(p);
        for (size_t i = 0; i < p->jobs; i++)
            if (p->slot[i].busy) LF_TRY(pool_serve(p, &p->slot[i], look));
    }
    if (p->stop_by == 0) return LF_OK;
    return lf_fail(LF_INTERRUPTED, "interrupted by SIG%s", sigabbrev_np(lf_interrupt_signal()));
}

lf_status lf_pool_run(size_t runs, const lf_run_spec *spec, const lf_pool_limits *limits,
                      const lf_pool_observer *observer) {
    const size_t jobs = limits->jobs > 0 ? limits->jobs : 1;
    pool p = {.runs = runs,
              .jobs = jobs < runs ? jobs : runs,
              .spec = spec,
              .limits = limits,
              .observer = observer};
    if (runs == 0) return LF_OK;
    LF_TRY(lf_interrupt_watch(&p.interrupt_fd));
    p.environment = lf_environment_json();
    p.slot = calloc(p.jobs, sizeof *p.slot);
    p.poll = calloc(1 + 3 * p.jobs, sizeof *p.poll);
    const bool room = p.environment && p.slot && p.poll;
    const lf_status status = room ? pool_loop(&p) : lf_fail(LF_NO_MEMORY, "no memory for runs");
    for (size_t i = 0; i < p.jobs && p.slot; i++)
        lf_slot_clear(&p.slot[i]);
    free(p.slot);
    free(p.poll);
    free(p.environment);
    lf_interrupt_unwatch();
    return status;
}
