/**
 * @file oracle.h
 * @brief The harness's side of the oracle: one per run, holding the meter and the streams.
 */
#pragma once

#include <levelfield/oracle.h>

#include "oracle/meter.h"

/** Make the one oracle of a run. The problem must outlive it. */
lf_status lf_oracle_create(const lf_problem *problem, uint64_t seed, const lf_budget *budget,
                           lf_oracle **oracle);
void lf_oracle_free(lf_oracle *o);

/** The run has sparse vectors: make room for the entries that a batch is about. */
lf_status lf_oracle_sparse(lf_oracle *o);

/** Charge one step; LF_BUDGET_SPENT if the budget counts steps and has none left. */
lf_status lf_oracle_begin_step(lf_oracle *o);
const lf_meter *lf_oracle_meter(const lf_oracle *o);
/** The first objective, of at most 64, that the method never asked about; SIZE_MAX: none. What it
 *  minimised is another problem. */
size_t lf_oracle_unasked(const lf_oracle *o);
/** Whole steps before the one that first left something to chance, a batch or a number of the
 *  method's own; init counts with the first. SIZE_MAX: none did. */
size_t lf_oracle_sure(const lf_oracle *o);
/** Clock ticks (base/ticks.h) spent inside the problem while the clock was on. */
uint64_t lf_oracle_ticks(const lf_oracle *o);
/** Read the clock before and after each answer from now on, or no longer: it is off at first. */
void lf_oracle_turn_clock(lf_oracle *o, bool on);
/** What harnesses do: it is on for the first steps of each stretch, and then for one in EACH, by
 * chance. */
enum { LF_CLOCK_FIRST = 64, LF_CLOCK_EACH = 13 };
/** No question about this role is answered: the problem shows it to methods of another view, and
 * the costs of this one do not count it. */
void lf_oracle_shut(lf_oracle *o, lf_role role);
/** After this every call fails with LF_BAD_ARGUMENT: the run is over, or waits between two steps,
 *  but a handle may still be kept. */
void lf_oracle_close(lf_oracle *o);
/** The run goes on. */
void lf_oracle_reopen(lf_oracle *o);

/** Init has ended: its tickets are good for the whole run. LF_UNSUPPORTED: it is made again, and
 *  does not ask for what it asked for in the run that goes on. */
lf_status lf_oracle_init_over(lf_oracle *o);

/** Bytes and contents of what changes during a run: counters, draws, streams, the problem's
 *  memory. */
size_t lf_oracle_snapshot_bytes(const lf_oracle *o);
void lf_oracle_save(const lf_oracle *o, void *bytes);
/** Init comes next, for a run that goes on from there: its tickets are the same as then. */
void lf_oracle_init_again(lf_oracle *o, const void *bytes);
/** Go on from there. Tickets that were drawn after it was saved are refused from now on. */
lf_status lf_oracle_restore(lf_oracle *o, const void *bytes);
