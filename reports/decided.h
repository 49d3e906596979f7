/**
 * @file decided.h
 * @brief What the results of an experiment say to each of its sections, worked out once.
 */
#pragma once

#include "harness/experiment/section.h"
#include "harness/results/results.h"

typedef struct {
    void *of[LF_SECTIONS]; /**< by lf_section_at; NULL where nothing is decided */
} lf_decided;

/** lf_decided_free() in any case. */
lf_status lf_decided_make(const lf_results *results, lf_decided *decided);
/** What a section decided; NULL if it decides nothing. */
const void *lf_decided_of(const lf_decided *decided, const lf_section *section);
void lf_decided_free(const lf_results *results, lf_decided *decided);
