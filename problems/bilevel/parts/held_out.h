/**
 * @file held_out.h
 * @brief Rows that no level sees, drawn from those that do not train.
 */
#pragma once

#include "problems/common/task.h"

/** Streams of permutations; a split of the data has the first. */
enum { LF_HELD_VALIDATION = 1, LF_HELD_TEST = 2 };

/** The first n rows of the rest <- n drawn ones, in file order, and behind them the others, in file
 *  order too. The same for every seed of the rest of the problem, and for every n the first of one
 *  permutation. */
void lf_held_out_draw(lf_task *task, uint64_t stream, size_t n);
/** *held <- how many rows the share `share` of the rest is, which then are its last, and n_rest
 *  does not count them. LF_BAD_ARGUMENT where no other is left. */
lf_status lf_held_out_take(lf_task *task, double share, size_t *held);
