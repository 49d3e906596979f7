/**
 * @file experiment.h
 * @brief Experiment files: what they may say, reading them, and expanding them into runs.
 *
 * The YAML keys are the field names below; docs/experiments.md explains each with an example.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "harness/experiment/experiment_output.h"
#include "harness/experiment/experiment_runs.h"
#include "harness/store/store.h"

typedef struct {
    char *title;
    char *summary;  /**< a paragraph: what it compares, and what a reader should know */
    char *citation; /**< NULL */
    char *base;     /**< another file of the folder whose lists come first; NULL */
    unsigned notes_count;
    char **notes;
    unsigned problems_count;
    lf_experiment_problem *problems;
    unsigned methods_count;
    lf_experiment_method *methods;
    unsigned use_problems_count;
    char **use_problems; /**< ids to run; none: all */
    unsigned use_methods_count;
    char **use_methods; /**< ids to run; none: all */
    unsigned settings_count;
    lf_experiment_setting *settings;
    unsigned scales_count;
    lf_experiment_scale *scales;
    unsigned figures_count;
    lf_experiment_figure *figures;
/* Every section of reports/kinds/ has a list of its own type, or points to what it says; a section
 * that no file can have leaves them empty. */
#define X(name)                                                                                    \
    unsigned name##_count;                                                                         \
    struct lf_experiment_##name *name;
#include "sections.inc"
#undef X
    struct {
        const lf_cost_scope *scope; /* what its costs may name */
        size_t problem;
    } built; /**< not in files: the problem that is built while checks are made again; NULL: none */
} lf_experiment;

/** Read "PAPER/ITEM" from the report folders, or a path that ends in .yaml; then check every id,
 *  specification, cost and scale it names. Errors give file, line where known, key, and the nearest
 *  name. */
lf_status lf_experiment_open(const char *name, lf_experiment **experiment);
/** The same from text (a stored experiment, already merged with its base). */
lf_status lf_experiment_parse(const char *yaml, size_t length, const char *origin,
                              lf_experiment **experiment);
/** Read the YAML alone: keys and types are checked, but nothing that it names. `origin` stands in
 *  front of messages. */
lf_status lf_experiment_read(const char *yaml, size_t length, const char *origin,
                             lf_experiment **experiment);
/** malloc'ed YAML that lf_experiment_parse reads back equal. */
lf_status lf_experiment_save(const lf_experiment *experiment, char **yaml);
void lf_experiment_free(lf_experiment *experiment);

/** "PAPER/ITEM" of every experiment found, sorted; malloc'ed. `paper` filters; NULL: all. */
lf_status lf_experiment_list(const char *paper, char ***names, size_t *n);

const lf_experiment_scale *lf_experiment_find_scale(const lf_experiment *experiment,
                                                    const char *name);

/** Add to a scope (measures malloc'ed or none) what a cost of this pair may name besides: measures
 *  of the method, which may build on those that are there, and constants of the problem.
 *  lf_experiment_scope_free() in any case. */
lf_status lf_experiment_scope(const lf_experiment_problem *problem,
                              const lf_experiment_method *method, lf_cost_scope *scope);
/** Only the arrays: the names are the experiment's, the record's. */
void lf_experiment_scope_free(lf_cost_scope *scope);

/* ---- which methods run on which problems. Ids are looked up, not checked. ---- */

/** Is the problem (method) of this position run at all? A problem is used with its task. */
bool lf_experiment_uses_problem(const lf_experiment *experiment, size_t problem);
bool lf_experiment_uses_method(const lf_experiment *experiment, size_t method);
/** Are both run, and together? */
bool lf_experiment_runs(const lf_experiment *experiment, size_t problem, size_t method);
/** Is the method among those that run on the problem, as far as the problem says? */
bool lf_experiment_allows(const lf_experiment *experiment, size_t problem, size_t method);
/** Position of the problem whose task this one is in another form; its own if it is none. */
size_t lf_experiment_task(const lf_experiment *experiment, size_t problem);
/** Is a problem this one, or another form of the task that this one stands for? */
bool lf_experiment_under(const lf_experiment *experiment, size_t form, size_t problem);
/** The form in which a method meets a task: `problem` itself, or another form of the task that
 *  `problem` stands for; SIZE_MAX if the method runs on none. */
size_t lf_experiment_form(const lf_experiment *experiment, size_t problem, size_t method);
/** Position of the problem whose tuned parameters are used on this one: mostly its own. */
size_t lf_experiment_tuned_on(const lf_experiment *experiment, size_t problem);

/** What a run of this pair may spend: the scale's budget, or a setting's. */
const char *lf_experiment_budget(const lf_experiment *experiment, const lf_experiment_scale *scale,
                                 size_t problem, size_t method);
/** The constant `bound` of the problem, or, where it has none, `at_most`. */
double lf_experiment_bound(const lf_experiment *experiment, size_t problem, const char *bound,
                           double at_most);
/** Does a run's seed move its start? */
bool lf_experiment_moves(const lf_experiment *experiment, size_t problem);
/** How many seeds in a row share a value of something that varies (a level), so that they are no
 *  seeds of their own; 1: none do. SIZE_MAX: on any problem. */
size_t lf_experiment_level_runs(const lf_experiment *experiment, size_t problem);
/** Does the seed change nothing, in the method or in the problem? */
bool lf_experiment_fixed(const lf_experiment *experiment, size_t problem, size_t method);

/** A set of parameters that tuning chose for one problem and one method. */
typedef struct {
    size_t problem, method; /**< positions in the experiment's lists */
    const char *parameters; /**< "eta=5e-4,eps=0": these win over every setting */
} lf_choice;

/** Every run of the experiment at a scale, problem by problem, method by method, seed by seed, with
 *  the n_choices parameters that were chosen (none: as given). Behind them, once for each pair
 *  that the seed does not change, its run from a start beside it by hardly more than rounding. */
lf_status lf_experiment_plan(const lf_experiment *experiment, const char *scale,
                             const lf_choice *choices, size_t n_choices, lf_planned_run **runs,
                             size_t *n);
void lf_plan_free(lf_planned_run *runs, size_t n);

/** Let a pair run with the first n seeds (or levels) at a scale of the experiment: those that the
 * scale lists, then the numbers after them. Where it asks for other seeds in its settings these
 * come last. */
lf_status lf_experiment_give_seeds(lf_experiment *experiment, lf_experiment_scale *scale,
                                   size_t problem, size_t method, size_t n);
/** The seeds that the file lists for a pair, or else for the scale: others were added. */
const char *lf_experiment_listed_seeds(const lf_experiment *experiment,
                                       const lf_experiment_scale *scale, size_t problem,
                                       size_t method);
/** "0-4" or "0,3,7" -> malloc'ed seeds, in order; a seed twice is refused. */
lf_status lf_seeds_parse(const char *text, uint64_t **seeds, size_t *n);
