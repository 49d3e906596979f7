/**
 * @file experiment_parts.h
 * @brief What the files behind experiment.h share: schema, reading, merging, checking.
 */
#pragma once

#include <cyaml/cyaml.h>

#include <levelfield/algorithm.h>

#include "harness/experiment/experiment.h"

/** The YAML form of lf_experiment, for libcyaml. */
extern const cyaml_schema_value_t lf_experiment_schema;

/** Read the YAML alone: keys and types are checked, but nothing that it names. `origin` stands in
 *  front of messages. */
lf_status lf_experiment_read(const char *yaml, size_t length, const char *origin,
                             lf_experiment **experiment);

/** Put the lists of `base` in front of the experiment's own, and its texts where there are none;
 *  what is moved is taken out of `base`. */
lf_status lf_experiment_merge(lf_experiment *base, lf_experiment *experiment);

/** path <- the file of "PAPER/ITEM" or of a path that ends in .yaml, LF_PATH_BYTES. */
lf_status lf_experiment_find(const char *name, char *path);

/** Everything an experiment names exists, and everything it says can be carried out. */
lf_status lf_experiment_check(const lf_experiment *experiment);

/* ---- pieces of the check ---- */

/** Things with an id, wherever they lie: a list of structs whose first member is the id. */
typedef struct {
    const char *what; /* "problem" */
    const void *list;
    size_t n, size; /* items, bytes of each */
} lf_names;
#define LF_NAMES(what, list, n)                                                                    \
    (lf_names) {                                                                                   \
        what, list, n, sizeof *(list)                                                              \
    }

/** More of a kind than this is no experiment that anybody runs: every one is held against all. */
enum { LF_NAMES_MOST = 1000 };
/** Position of an id, or SIZE_MAX. */
size_t lf_names_find(const lf_names *names, const char *id);
/** LF_OK if the id is there or NULL; else a line that names the nearest, or all. */
lf_status lf_names_check(const lf_names *names, const char *id);
/** The same for a list of ids. */
lf_status lf_names_check_all(const lf_names *names, size_t n, char *const *ids);
/** No id is empty, has a blank or stands twice, and there are not too many. */
lf_status lf_names_distinct(const lf_names *names);

lf_names lf_problem_names(const lf_experiment *experiment);
lf_names lf_method_names(const lf_experiment *experiment);
/** Is a problem shown by itself, and not as a form of another's task? */
bool lf_experiment_heads(const lf_experiment *experiment, size_t problem);
/** Is a problem one of these ids, or, where there are none, one of those that run and are not shown
 *  as forms of others? */
bool lf_experiment_among(const lf_experiment *experiment, size_t problem, size_t n,
                         char *const *ids);
/** methods, same_as and tuned_as of the problems: names and who runs where. */
lf_status lf_experiment_check_tasks(const lf_experiment *experiment);
/** The method runs on some form of the problem's task; else a line that says so. */
lf_status lf_experiment_check_form(const lf_experiment *experiment, size_t problem, size_t method);
/** The same for a list of methods; ids were checked before. */
lf_status lf_experiment_check_forms(const lf_experiment *experiment, size_t problem, size_t n,
                                    char *const *methods);

/** A metric that every used problem (only `problem` and its other forms, unless SIZE_MAX) has. */
lf_status lf_experiment_check_metric(const lf_experiment *experiment, size_t problem,
                                     const char *metric);
/** A cost that makes sense for every used pair of problem, its other forms, and method. A measure
 * that only the built problem knows is taken on trust. */
lf_status lf_experiment_check_cost(const lf_experiment *experiment, size_t problem,
                                   const char *cost);
/** A budget; constants and measures of the experiment are no part of it. */
lf_status lf_experiment_check_budget(const char *budget);
/** Figures, tables and published values. */
lf_status lf_experiment_check_output(const lf_experiment *experiment);
/** The tuning section: metrics, seeds, and a grid of enough valid points for every tuned pair. */
lf_status lf_experiment_check_tuning(const lf_experiment *experiment);
/** Fits: problem or along, enough points, a metric that falls, costs, ids. */
lf_status lf_experiment_check_fits(const lf_experiment *experiment);
/** Frontiers: ids, metrics, problems on which the method runs. */
lf_status lf_experiment_check_frontiers(const lf_experiment *experiment);
/** *value <- the constant of a problem; LF_BAD_INPUT, with the nearest name, if it has none. */
lf_status lf_experiment_constant(const lf_experiment_problem *problem, const char *name,
                                 double *value);
lf_status lf_experiment_check_claims(const lf_experiment *experiment);
/** Two keys that only make sense together. */
lf_status lf_experiment_check_where(const char *where, const double *at_most);

/** The canonical specification of a method on a problem at a scale, settings included. malloc'ed.
 */
lf_status lf_experiment_method_spec(const lf_experiment *experiment,
                                    const lf_experiment_scale *scale, size_t problem, size_t method,
                                    char **algorithm);
/** Specification and key of run->problem and run->method at a scale, with `parameters` on top of
 * all settings (NULL: none). */
lf_status lf_experiment_fill(const lf_experiment *experiment, const lf_experiment_scale *scale,
                             uint64_t seed, const char *parameters, lf_planned_run *run);
