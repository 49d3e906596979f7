/**
 * @file suite.h
 * @brief Inside `levelfield suite`: its experiment, and runs that archives have of it.
 */
#pragma once

#include "base/text.h"
#include "harness/experiment/experiment.h"

/** The suite's file with the methods that plugins brought for its view, tuned by its rule, a claim
 *  about each against every other method, and without problems whose data is not here, which is
 *  said. */
lf_status lf_suite_compose(lf_view view, lf_experiment **experiment);

/** What became of an archive's runs. */
typedef struct {
    size_t taken;      /**< put where they were missing; of check: the same, bit for bit */
    size_t other;      /**< of check: that differ */
    size_t other_bits; /**< that numbers of another kind were used for: left out */
    char first[300];   /**< the first that differs, and where */
} lf_suite_archive;

/** Put an archive's runs into the store of `out`, where they are not there yet. LF_BAD_INPUT: it is
 *  no archive whose hashes hold. */
lf_status lf_suite_take(const char *path, const char *out, lf_suite_archive *archive);
/** Compare them with those that the store has. */
lf_status lf_suite_check(const char *path, const char *out, lf_suite_archive *archive);
