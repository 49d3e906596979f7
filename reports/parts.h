/**
 * @file parts.h
 * @brief The parts of a report, in the order in which they are read.
 *
 * Each writes its heading at `level` and what follows. Parts without anything to say write nothing.
 * The first ones are about one experiment; the last ones about all of a page, so that what
 * experiments share is said once.
 */
#pragma once

#include "harness/experiment/section.h"
#include "harness/results/ranking.h"
#include "reports/page/about.h"
#include "reports/page/page.h"

/** What the results of an experiment say to each of its sections, worked out once. */
typedef struct {
    void *of[LF_SECTIONS]; /**< by lf_section_at; NULL where nothing is decided */
} lf_decided;

/** lf_decided_free() in any case. */
lf_status lf_decided_make(const lf_results *results, lf_decided *decided);
/** What a section decided; NULL if it decides nothing. */
const void *lf_decided_of(const lf_decided *decided, const lf_section *section);
void lf_decided_free(const lf_results *results, lf_decided *decided);

/* ---- about one experiment ---- */

/** What it compares, how the runs ended; warnings, and what differs at this scale. `alone`: the
 *  page is about nothing else, so citation is here too. */
lf_status lf_part_summary(lf_page *page, const lf_results *results, bool alone);

/** The answer first: who is ahead on each problem, who is level, and by how much. Nothing at a
 * scale that is a check. */
lf_status lf_part_answer(lf_page *page, const lf_results *results);

/** What its tests count: "seeds", or "levels" that seeds share. */
const char *lf_part_unit(const lf_ranking *ranking, size_t n);
/** ": medians of 9 seeds, differences at level 0.05.", and whether these were added for claims. */
void lf_part_seeds(const lf_ranking *ranking, FILE *out);

/** Every figure with its caption; a line instead of a figure that could not be drawn. */
void lf_part_figures(lf_page *page, const lf_results *results, int level);

/** Runs that did not finish, with cause and log. */
void lf_part_failures(lf_page *page, const lf_results *results, int level);

/* ---- about all experiments of a page ---- */

/** A table of n > 1 experiments with links to their headings, "experiment-1" and so on. */
void lf_part_overview(lf_page *page, const lf_results *results, size_t n,
                      const lf_decided *decided);

/** Their citations and what differs at their scales, each said once. */
void lf_part_common(lf_page *page, const lf_results *results, size_t n);

/** Where folders have the same experiment: who made it, and what came out otherwise. */
void lf_part_differences(lf_page *page, const lf_results *results, size_t n, int level);

/** Notes of experiments, problems and methods in one block. */
void lf_part_notes(lf_page *page, const lf_results *results, size_t n);

/** A planned run of one of the experiments. */
typedef struct {
    const lf_results *of;
    size_t run;
} lf_part_run;

/** The different runs of n experiments, each once, in order. */
typedef struct {
    const lf_results *results;
    size_t experiments;
    size_t runs;
    lf_part_run *run;
} lf_part_set;

lf_status lf_part_gather(const lf_results *results, size_t n, lf_part_set *set);
void lf_part_set_free(lf_part_set *set);
/** Plan and record of run i of the set. */
const lf_planned_run *lf_part_plan(const lf_part_set *set, size_t i);
const lf_record *lf_part_record(const lf_part_set *set, size_t i);

/** Problems, methods with every parameter, budgets; what metrics and costs mean. */
void lf_part_setting(lf_page *page, const lf_part_set *set, int level);

/** Every run: counters, seconds, trace hash. */
void lf_part_runs(lf_page *page, const lf_part_set *set, int level);

/** Environment, data, and the commands that make it again. */
void lf_part_origin(lf_page *page, const lf_part_set *set, int level);

/** malloc'ed line that makes an experiment's results again; NULL: no memory. */
char *lf_part_command(const lf_results *results);

/** How to read tables and figures; once at the end of a report. */
void lf_part_guide(lf_page *page, int level);

/** text <- claims, tables, exponents and trade-offs of n experiments: malloc'ed, one JSON object.
 */
lf_status lf_report_json(const lf_results *results, size_t n, const lf_decided *decided,
                         char **text);
