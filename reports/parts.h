/**
 * @file parts.h
 * @brief The parts of a report, in the order in which they are read.
 *
 * Each writes its heading at `level` and what follows. Parts without anything to say write nothing.
 */
#pragma once

#include "harness/campaign.h"
#include "reports/page.h"

/** What it compares, where it comes from, how the runs ended; then notes and warnings. */
void lf_part_summary(lf_page *page, const lf_results *results);

/** Our numbers beside the published ones. */
lf_status lf_part_tables(lf_page *page, const lf_results *results, int level);

/** Every figure with its caption; a line instead of a figure that could not be drawn. */
void lf_part_figures(lf_page *page, const lf_results *results, int level);

/** Runs that did not finish, with cause and log. */
void lf_part_mishaps(lf_page *page, const lf_results *results, int level);

/** Problems, methods with every parameter, budgets; what metrics and costs mean. */
void lf_part_setting(lf_page *page, const lf_results *results, int level);

/** Every run: counters, seconds, trace hash. */
void lf_part_runs(lf_page *page, const lf_results *results, int level);

/** Environment, data, and the command that makes it again. */
void lf_part_origin(lf_page *page, const lf_results *results, int level);

/** How to read tables and figures; once at the end of a report. */
void lf_part_guide(lf_page *page, int level);

/* ---- shared by the parts ---- */

/** Label, else id. */
const char *lf_part_problem(const lf_results *results, size_t problem);
const char *lf_part_method(const lf_results *results, size_t method);

/** Is there a result for this planned run? */
bool lf_part_present(const lf_results *results, size_t run);

/** A run of the problem that got as far as knowing its metrics; NULL if there is none. */
const lf_record *lf_part_witness(const lf_results *results, size_t problem);

/** Is any run planned for the problem, or for the problem and the method? */
bool lf_part_has_problem(const lf_results *results, size_t problem);
bool lf_part_has(const lf_results *results, size_t problem, size_t method);
