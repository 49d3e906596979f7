/**
 * @file contents.h
 * @brief From a store to the members of an archive that its results are, and back.
 *
 * experiments/001.yaml is an experiment, experiments/001.jsonl its name and every run that it
 * planned; runs/KEY.jsonl is a run; environments.jsonl says where they were made.
 */
#pragma once

#include "harness/archive/bundle.h"
#include "harness/store/store.h"

/** Members of what a store holds. LF_BAD_INPUT: a planned run is not there yet, unless they are all
 *  missing and it is the trials that were wanted. */
lf_status lf_contents_gather(lf_store *store, lf_bundle *bundle);

/** Put what the members say into a new store in `dir`, a folder. LF_BAD_INPUT: one is not in its
 *  form, a run is planned and not there, or there and not planned. *runs <- how many. */
lf_status lf_contents_unpack(const lf_bundle *bundle, const char *dir, size_t *runs);
