/**
 * @file suite.h
 * @brief Inside `levelfield suite`: its experiment, runs that archives have of it, and its board.
 */
#pragma once

#include "cli/verify.h"
#include "harness/results/results.h"

/** The suite's file with the methods that plugins brought for its view, tuned by its rule, a claim
 *  about each against every other method, and without problems whose data is not here, which is
 *  said. */
lf_status lf_suite_compose(lf_view view, lf_experiment **experiment);
/** The suite's file alone, by the name of its experiment: "suite/plain". */
lf_status lf_suite_named(const char *name, lf_experiment **experiment);
/** LF_BAD_INPUT: it is no suite of this version, unchanged; an easier problem is no comparison. */
lf_status lf_suite_is(const lf_results *results);
/** DIR/index.html of the archives paths[1 ..], each copied beside it if values->level holds and its
 *  suite is this version's. `by`: who says so. */
lf_exit lf_suite_board(const lf_verify_values *values, const lf_texts *paths, const char *by,
                       const char *dir);

/** What became of an archive's runs. */
typedef struct {
    size_t taken;      /**< put where they were missing; of check: the same, bit for bit */
    size_t other;      /**< of check: that differ */
    size_t other_bits; /**< that numbers of another kind were used for: left out */
    char first[300];   /**< the first that differs, and where */
} lf_suite_archive;

/** Its results into a folder. LF_BAD_INPUT: it is no archive whose hashes hold. */
lf_status lf_suite_unpack(const char *path, const char *dir);
/** The finished runs of a folder, if it has any, into another one. */
lf_status lf_suite_copy(const char *from, const char *dir);
/** Decide the claims of one's own results against an archive's runs without pairs: each is a
 * printed line, and a note of `own`. Nothing where the archive has no such suite. */
lf_status lf_suite_unpaired(const char *path, lf_results *own);
/** Put an archive's runs into the store of `out`, where they are not there yet. LF_BAD_INPUT: it is
 *  no archive whose hashes hold, or has not this suite ("suite/plain"). */
lf_status lf_suite_take(const char *path, const char *out, const char *suite,
                        lf_suite_archive *archive);
/** Compare them with those that the store has. */
lf_status lf_suite_check(const char *path, const char *out, const char *suite,
                         lf_suite_archive *archive);
