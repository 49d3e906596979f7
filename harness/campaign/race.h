/**
 * @file race.h
 * @brief Tuning by matched spending: seeds are saved first, length second, and the last word is
 *        spoken at full length.
 *
 *     more than 12 points: all at a quarter of the length on the first seed; on go 8, the 4 best
 *       and the next 4 by `where` (without it the 8 best), and 4 of the rest by chance
 *     these on the first seed, at full length; on go the best quarter, from 2 to 4 (or so many as
 *       `finalists` says): feasible first, then the metric
 *     these on the other seeds; the best median over all seeds is chosen
 *     where a point that chance had kept is among them, the screen misleads: every point of every
 *       method on this problem has the first seed at full length, and the best are taken anew
 *     where a choice stands on an edge or beside a gap, every method on this problem gets 4 points
 *       more (harness/results/results.h) on all seeds; twice at most
 *
 * A trial at a share of the budget never meets the later stages of a schedule, and prefers steps
 * that are early instead of good. What is spent is a function of the number of points alone.
 * A deterministic method has one seed throughout. Screens are paid on top: no run is made longer.
 */
#pragma once

#include "harness/campaign/slice.h"
#include "harness/experiment/tuning_grid.h"
#include "harness/results/results.h"

/** more <- the trials that come next, now that those of the results have ended; none: the race is
 *  over. Pairs outside the slice are asked for what they know, and for nothing else. */
lf_status lf_race_next(const lf_results *judged, const lf_slice *slice, lf_trial_list *more);
