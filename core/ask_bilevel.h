/**
 * @file ask_bilevel.h
 * @brief What ask_bilevel.c and estimate.c share: admission of questions about one level.
 */
#pragma once

#include "core/oracle_state.h"

/** As lf_oracle_admit(), `times` charged for each sample; LF_UNSUPPORTED if the problem has no
 *  bilevel view, LF_BAD_ARGUMENT if the batch is not of one component of this role. */
lf_status lf_bilevel_admit(lf_oracle *o, const lf_batch *b, lf_role role, lf_evaluation kind,
                           lf_evaluation other, uint64_t times, lf_samples *samples);
