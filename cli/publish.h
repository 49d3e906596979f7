/**
 * @file publish.h
 * @brief What `publish` writes and `verify` writes again: an archive's members beside its results.
 */
#pragma once

#include "cli/archive_look.h"
#include "cli/command.h"
#include "harness/archive/bundle.h"

/** Where the license, the date and the maker of an archive stand. */
#define LF_ABOUT_MEMBER "about.json"
/** Where its certificates stand. */
#define LF_CERTIFICATES_MEMBER "certificates.jsonl"

/**
 * Add what follows from the results alone: report.json (claims and what decided them), data.jsonl
 * (hashes of data and splits), certificates.jsonl with the rows that they are over,
 * ro-crate-metadata.json, README.md, verify.py, certify.py. `dir` has the results
 * unpacked, and the bundle has LF_ABOUT_MEMBER. *look <- what came of the runs' iterates; its text
 * is spent.
 */
lf_status lf_publish_derive(lf_bundle *bundle, const char *dir, lf_look *look);

/** README.md, and ro-crate-metadata.json: its last two members, for people and for catalogues. */
lf_status lf_publish_readme(lf_bundle *bundle, const char *report);
lf_status lf_publish_crate(lf_bundle *bundle);

/** Draw the figures of the results in `dir`, with `root` (the results' half) in their footers.
 * *none
 * <- there is no gnuplot. */
lf_status lf_publish_figures(lf_bundle *bundle, const char *dir, const char *root, bool *none);

/** LF_BAD_INPUT names the member that names this machine, its user or a folder. */
lf_status lf_publish_is_public(const lf_bundle *bundle);
