/**
 * @file slurm_watch.h
 * @brief What the waiting process knows: its runs, the plans that they are in, the queue.
 *
 * All of it can be made again from the files and from Slurm.
 */
#pragma once

#include "harness/engine/slurm.h"
#include "harness/engine/slurm_plan.h"
#include "harness/store/shard.h"

typedef enum {
    LF_SLURM_WAITS,     /**< to be submitted */
    LF_SLURM_UNDER_WAY, /**< in a task */
    LF_SLURM_ENDED      /**< reported */
} lf_slurm_stage;

typedef struct {
    char key[65];
    size_t at; /**< in the caller's list */
    lf_slurm_stage stage;
    bool started;          /**< and that was reported */
    size_t plan, task;     /**< where it is under way */
    uint64_t attempts;     /**< as in lf_slurm_run */
    double share;          /**< as in lf_slurm_run */
    char last[512];        /**< what became of its last task, for people */
    char trace_sha256[65]; /**< of its result */
} lf_slurm_watched;

/** A task, as Slurm last showed it. */
typedef struct {
    char state[32];    /**< "": never seen */
    unsigned long job; /**< of its array */
    double gone;       /**< since when it has not been live, by lf_clock(); 0: it is */
} lf_slurm_seen;

typedef struct {
    lf_slurm_plan plan;
    lf_slurm_seen *task; /**< lf_slurm_tasks() of them */
    bool live;           /**< one of them is */
    bool kept;           /**< a run of it was given up: what its tasks wrote is of use */
} lf_slurm_watched_plan;

typedef struct {
    const lf_slurm_setting *setting;
    const lf_run_spec *spec; /**< the caller's list */
    const lf_pool_limits *limits;
    const lf_pool_observer *observer;
    size_t runs, ended;
    lf_slurm_watched *run; /**< by key */
    size_t plans;
    lf_slurm_watched_plan *plan;
    double submit_after; /**< Slurm has refused a part: not before this time again */
    bool silent;         /**< Slurm does not answer, and that was said */
    bool changed;        /**< something happened since the last look */
    char shards[LF_PATH_BYTES], checkpoints[LF_PATH_BYTES];
} lf_slurm_watch;

/** One line to the observer. */
void lf_slurm_say(const lf_slurm_watch *watch, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** The run with this key; NULL if it is not one of ours. */
lf_slurm_watched *lf_slurm_find(const lf_slurm_watch *watch, const char *key);

/** Take in the shards of our runs, and report these. */
lf_status lf_slurm_take(lf_slurm_watch *watch);
/** A run that no task will bring to an end any more ends as killed. */
lf_status lf_slurm_give_up(lf_slurm_watch *watch, lf_slurm_watched *run);
/** The run's task has ended without its result: it waits for another one. False if it has no
 *  attempt left; one that came further than when it was submitted has all of them again. */
bool lf_slurm_lose(const lf_slurm_watch *watch, lf_slurm_watched *run);

/** Take over what an earlier process has left in the queue, and remove plans that are over. */
lf_status lf_slurm_adopt(lf_slurm_watch *watch);
/** Ask Slurm about every plan; LF_IO if it does not answer. */
lf_status lf_slurm_look(lf_slurm_watch *watch);
/** After a look and lf_slurm_take(): runs whose task is over wait again, or are given up. */
lf_status lf_slurm_judge(lf_slurm_watch *watch);
/** Submit all runs that wait. A refusal is a failure only if nothing is under way. */
lf_status lf_slurm_send(lf_slurm_watch *watch);
/** Remove plans that are over. */
void lf_slurm_clean(lf_slurm_watch *watch);
