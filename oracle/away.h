/**
 * @file away.h
 * @brief Inside core: public calls of an oracle that is away, sent as questions.
 */
#pragma once

#include "oracle/oracle_state.h"

/** Send the question; its status. LF_BAD_ARGUMENT, unsent, where there is nothing of that shape, or
 *  where an answer about a batch would overwrite what is asked about. */
lf_status lf_away(const lf_inside *o, lf_question *q);
/** The same about a batch, with the vectors of the question's shape. */
lf_status lf_away_batch(lf_inside *o, lf_ask ask, const lf_batch *b,
                        const void *const vector[LF_QUESTION_VECTORS]);
/** The same for a draw: *batch <- the ticket. */
lf_status lf_away_draw(const lf_inside *o, lf_batch *batch, lf_question *q);
/** The same where the answer is a number alone; NAN where there is none. */
double lf_away_number(const lf_inside *o, lf_question *q);
