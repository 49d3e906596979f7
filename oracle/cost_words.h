/**
 * @file cost_words.h
 * @brief The words that a cost may be made of: found, or answered with the nearest.
 */
#pragma once

#include <levelfield/status.h>

#include "oracle/meter.h"

/** LF_BAD_ARGUMENT: what a cost says in its first n bytes of `word` is none of its words; the line
 *  names the nearest one, or what there is. `whole` is the cost. */
lf_status lf_cost_unknown(const char *whole, const lf_cost_scope *scope, const char *word,
                          size_t n);
