/**
 * @file slot.h
 * @brief The parent's side of one run's process: start it, listen, end it, say what became of it.
 */
#pragma once

#include <sys/types.h>

#include "base/descendants.h"
#include "harness/pool/pool.h"
#include "harness/pool/wire.h"
#include "harness/run/saving.h"
#include "harness/run/watch.h"

/** Of what a run writes to its standard error, the last so many bytes are kept. */
enum { LF_SLOT_LOG_BYTES = 4096 };

/** Why the parent ended a process. */
typedef enum {
    LF_SLOT_RUNS,
    LF_SLOT_TIMEOUT,
    LF_SLOT_STALL,
    LF_SLOT_CPU,
    LF_SLOT_MEMORY,
    LF_SLOT_GARBAGE
} lf_slot_end;

typedef struct {
    bool busy;
    size_t run;
    pid_t pid;
    int process_fd; /**< readable when the process has ended; -1: none, as before Linux 5.3 */
    int data_fd, log_fd;
    lf_watch *page;         /**< shared with the child */
    double started;         /**< monotonic seconds */
    double looked;          /**< at its limits, the last time */
    double stalled_seconds; /**< since the page's `notes` were others, as far as looks saw */
    uint64_t notes_seen;    /**< the page's, at the last look */
    lf_descendants below;   /**< processes that the run has started, where limits look at them */
    lf_slot_end end;
    size_t memory_bytes; /**< when it was ended for that */
    char garbage[128];   /**< what was wrong with its messages */
    lf_record record;
    lf_wire wire;
    unsigned notes; /**< of the wire, that have been passed on */
    char log[2 * LF_SLOT_LOG_BYTES];
    size_t log_used;
    bool log_cut; /**< earlier bytes were dropped */
} lf_slot;

/** Start a process for the run. On failure the slot stays free. */
lf_status lf_slot_start(lf_slot *slot, size_t run, const lf_run_spec *spec,
                        const lf_pool_limits *limits);
/** Take in what has come; *moved <- a point was among it. LF_NO_MEMORY is the only failure: bad
 *  messages end the process instead. */
lf_status lf_slot_listen(lf_slot *slot, bool *moved);
/** How long it may make no progress. */
static inline double lf_slot_stall_seconds(const lf_pool_limits *limits) {
    return limits->stall_seconds > 0 ? limits->stall_seconds : LF_POOL_STALL_SECONDS;
}
/** End the process if it is over a limit. */
void lf_slot_limit(lf_slot *slot, const lf_pool_limits *limits);
/** If the process has ended: reap it, end what it left running, complete slot->record but for key
 *  and environment, and return true. */
bool lf_slot_ended(lf_slot *slot, const lf_pool_limits *limits);
/** End the process, if any, and free everything. */
void lf_slot_clear(lf_slot *slot);

/** record->status and cause from how the process ended (verdict.c); `wait_status` is waitpid's. */
void lf_slot_judge(lf_slot *slot, int wait_status, const lf_pool_limits *limits);

/** What a run's process is given. */
typedef struct {
    int data_fd;         /**< results go here, as frames (wire.h) */
    int log_fd;          /**< standard error goes here */
    pid_t parent;        /**< the child ends when this process does */
    size_t memory_bytes; /**< limit; 0: none */
    lf_saving saving;    /**< whether and where the run is saved */
    lf_watch *page;      /**< shared: tells the parent where the run is */
} lf_run_child_setup;

/** Right after fork: cut off (child.h), one BLAS thread, and then the run; never returns. */
_Noreturn void lf_run_child(const lf_run_spec *spec, const lf_run_child_setup *setup);
