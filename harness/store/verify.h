/**
 * @file verify.h
 * @brief Is a store what was once stored? Its chain of links against its rows (docs/store.md).
 */
#pragma once

#include "harness/store/store.h"

typedef struct {
    void *context;
    /** Something is wrong. `what` is one word: edited, removed, inserted, unreadable, link, order,
     *  gap, orphan, damaged, head; `subject` the key of a run, the name of an experiment, or "". */
    void (*fault)(void *context, const char *what, const char *subject, const char *line);
} lf_verify_listener;

typedef struct {
    size_t links;
    size_t records;  /**< runs that the chain vouches for */
    size_t subjects; /**< runs, experiments and all else: links beyond them were replaced */
    size_t faults;
    uint64_t last;   /**< number of the last link */
    char head[65];   /**< hash of the last link; "" without one */
    uint64_t noted;  /**< number of the link that was noted; 0: it is not there */
    size_t again;    /**< runs that had a link by then, and have another one since */
    char origin[64]; /**< "brought up to date from schema 3"; "": chained from its first run on */
} lf_verification;

/** Walk the chain. `head`: hash of a link that somebody has noted, or the beginning of one; NULL:
 *  none. A chain that was cut off at its end, or made anew as a whole, is told by that alone. */
lf_status lf_store_verify(lf_store *store, const char *head, const lf_verify_listener *listener,
                          lf_verification *found);

/** What came of making stored runs again: a row of its own, which the chain vouches for. */
typedef struct {
    char made_at[24]; /**< UTC; "": never */
    uint64_t seed;    /**< of the choice */
    size_t runs, identical, different;
    size_t later;  /**< runs that were stored since */
    size_t faults; /**< that a walk of the chain finds by now: what was made again may be gone */
} lf_replay_note;
lf_status lf_store_put_replay(lf_store *store, const lf_replay_note *note);
/** The latest, and whether it still holds: where there is one, the chain is walked. */
lf_status lf_store_get_replay(lf_store *store, lf_replay_note *note);
