/**
 * @file store.h
 * @brief The result store of one output folder: results.sqlite. The schema is in docs/store.md.
 */
#pragma once

#include <stdbool.h>

#include "base/sha256.h"
#include "harness/run/record.h"

typedef struct lf_store lf_store;

/** Open DIR/results.sqlite; with `create`, make folder and schema if they are missing. Clear
 *  messages: not a folder, not writable, no results there, not a store, a newer schema. */
lf_status lf_store_open(const char *dir, bool create, lf_store **store);
void lf_store_close(lf_store *store);

/**
 * Is the file still where it was opened? One that was deleted or moved is written anew, with all
 * that it held. One whose place another file has taken ends as LF_IO at the next write, after what
 * it held was left in DIR/shards. Done before every write; may be asked at any time.
 */
lf_status lf_store_keep(lf_store *store);
/** A line about that, once, valid until the next call; NULL: nothing happened. */
const char *lf_store_take_note(lf_store *store);

/** Be the only thread of any process that stores runs in this folder, until lf_store_release() or
 *  the end of the process. LF_IO, which names the other process, if there is one. Fine twice. */
lf_status lf_store_claim(const char *dir);
/** Give up every folder that this thread has claimed. */
void lf_store_release(void);

/** *pid <- the process that has claimed the folder; 0: none that this machine can name. */
lf_status lf_store_writer(const char *dir, long *pid);

/** *found <- is there a record with this key; if so, *status <- how its run ended. */
lf_status lf_store_status(lf_store *store, const char *key, bool *found, lf_run_status *status);
/** *found <- true if a run with this key ended as done or diverged (the others are tried again). */
lf_status lf_store_has(lf_store *store, const char *key, bool *found);
/** The same, and sha256 <- of the data that this run was made of; "": of none. */
lf_status lf_store_data(lf_store *store, const char *key, bool *found, char sha256[LF_SHA256_TEXT]);
/** *seconds <- what runs of the same method, problem, budget and rows of the trace took on average,
 *  of wall clock, whatever the seed and the method's parameters; NAN: there are none. */
lf_status lf_store_pace(lf_store *store, const lf_run_spec *spec, double *seconds);
/** Insert or replace one record, in one transaction. */
lf_status lf_store_put(lf_store *store, const lf_record *record);
/** Load one record; LF_NOT_FOUND if there is none. */
lf_status lf_store_get(lf_store *store, const char *key, lf_record *record);
/** Keys of all records, sorted by (problem, algorithm, seed); malloc'ed array of malloc'ed texts.
 */
lf_status lf_store_keys(lf_store *store, char ***keys, size_t *n);
/** key (65) <- that of the newest run which differs from `spec` in the code of plugins alone; "" if
 *  there is none. */
lf_status lf_store_like(lf_store *store, const lf_run_spec *spec, char *key);
/** at (24) <- when the newest of its results was stored, "2026-01-31T12:00:00Z", UTC; "" if there
 * is none. */
lf_status lf_store_latest(lf_store *store, char at[24]);
/** The keys that a damaged store still gives, by its table alone and in the order of storing; for
 *  when lf_store_keys() fails. */
lf_status lf_store_salvage_keys(lf_store *store, char ***keys, size_t *n);
/** Is the record what was once stored? Its key and the hash of its trace are made again, and the
 *  trace has to be a possible one: LF_BAD_INPUT says in half a sentence what is not so. */
lf_status lf_store_check(const lf_record *record);
/** Load one record that lf_store_check() finds whole: what came of a damaged one is no result, and
 *  a line says so, and how to mend it. LF_NOT_FOUND if there is none. */
lf_status lf_store_get_whole(lf_store *store, const char *key, lf_record *record);

/** Remember an experiment (its YAML text, by name and scale; replaced if there). */
lf_status lf_store_put_experiment(lf_store *store, const char *name, const char *scale,
                                  const char *yaml);
/** One run that an experiment planned. Kept beside the experiment, so that its results can be read
 *  later without its plugins, and after defaults have changed. */
typedef struct {
    size_t problem, method; /**< positions in the experiment's lists */
    lf_run_spec spec;
    char key[65];
    char
        *parameters; /**< of a trial: the point of the grid; NULL: a run of the experiment proper */
    size_t point;    /**< of a trial: its number, from 0 */
} lf_planned_run;

/** Remember the runs of an experiment that has been put; replaces an earlier plan. */
lf_status lf_store_put_plan(lf_store *store, const char *name, const char *scale,
                            const lf_planned_run *plan, size_t n);
/** Its runs, in order; for lf_plan_free(). */
lf_status lf_store_get_plan(lf_store *store, const char *name, const char *scale,
                            lf_planned_run **plan, size_t *n);
/** *n <- stored runs that no experiment plans: of one that was made anew since, or taken in with an
 *  archive. */
lf_status lf_store_unplanned(lf_store *store, size_t *n);
/** LF_BAD_INPUT if two stored runs of it are of one problem with different data. */
lf_status lf_store_check_plan(lf_store *store, const char *name, const char *scale);
void lf_plan_free(lf_planned_run *runs, size_t n);

/** An experiment that is remembered; its texts are malloc'ed. */
typedef struct {
    char *name, *scale, *yaml;
} lf_stored_experiment;
/** All of them, by name and scale; for lf_store_experiments_free(), which NULL is fine for. */
lf_status lf_store_experiments(lf_store *store, lf_stored_experiment **list, size_t *n);
void lf_store_experiments_free(lf_stored_experiment *list, size_t n);
