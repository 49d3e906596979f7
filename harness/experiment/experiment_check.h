/**
 * @file experiment_check.h
 * @brief What the checks of an experiment's parts share: ids, metrics, costs, constants.
 *
 * Errors are LF_BAD_INPUT with one line that names the nearest that there is.
 */
#pragma once

#include "harness/experiment/experiment.h"

/** Everything an experiment names exists, and everything it says can be carried out. */
lf_status lf_experiment_check(const lf_experiment *experiment);
/** Problems and methods have labels of their own, also where two ids are one problem: of a file
 * that is to be carried out, while stores may have others, as of `run` with a method that is named
 * twice. */
lf_status lf_experiment_check_labels(const lf_experiment *experiment);

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

/** More of a kind than this is no experiment that anybody runs: every one is held against all. A
 *  longer id, with others and an ending, would be no file's name. */
enum { LF_NAMES_MOST = 1000, LF_ID_MOST = 100 };
/** Position of an id, or SIZE_MAX. */
size_t lf_names_find(const lf_names *names, const char *id);
/** LF_OK if the id is there or NULL; else a line that names the nearest, or all. */
lf_status lf_names_check(const lf_names *names, const char *id);
/** The same for a list of ids. */
lf_status lf_names_check_all(const lf_names *names, size_t n, char *const *ids);
/** No id is empty, too long, has a blank or stands twice, and there are not too many. */
lf_status lf_names_distinct(const lf_names *names);
/** They are distinct, and every item, in its own type, passes; what fails is in `what` 'id'. */
lf_status lf_names_each(const lf_names *names, const lf_experiment *experiment,
                        lf_status (*check)(const lf_experiment *experiment, const void *item));

/** Is the id one of n? None at all are no restriction. */
bool lf_ids_allow(size_t n, char *const *ids, const char *id);

lf_names lf_problem_names(const lf_experiment *experiment);
lf_names lf_method_names(const lf_experiment *experiment);
/** Is a problem shown by itself, and not as a form of another's task? */
bool lf_experiment_heads(const lf_experiment *experiment, size_t problem);
/** Is a problem one of these ids, or, where there are none, one of those that run and are not shown
 *  as forms of others? */
bool lf_experiment_among(const lf_experiment *experiment, size_t problem, size_t n,
                         char *const *ids);
/** The method runs on some form of the problem's task; else a line that says so. */
lf_status lf_experiment_check_form(const lf_experiment *experiment, size_t problem, size_t method);
/** The same for a list of methods; ids were checked before. */
lf_status lf_experiment_check_forms(const lf_experiment *experiment, size_t problem, size_t n,
                                    char *const *methods);

/** A metric that every used problem (only `problem` and its other forms, unless SIZE_MAX) has. */
lf_status lf_experiment_check_metric(const lf_experiment *experiment, size_t problem,
                                     const char *metric);
/** The same of every problem on which a method with a grid runs. */
lf_status lf_experiment_check_tuned(const lf_experiment *experiment, const char *metric);
/** A cost that makes sense for every used pair of problem, its other forms, and one of the n
 *  methods (0: any). A measure that only the built problem knows is taken on trust, until it is. */
lf_status lf_experiment_check_cost(const lf_experiment *experiment, size_t problem, size_t n,
                                   char *const *methods, const char *cost);
/** Figures and sections again, now that this problem is built and nothing about its costs has to be
 *  taken on trust; those of the other problems are left for when they are. */
lf_status lf_experiment_check_built(const lf_experiment *experiment, size_t problem,
                                    const lf_cost_scope *scope);
/** A budget; constants and measures of the experiment are no part of it. */
lf_status lf_experiment_check_budget(const char *budget);
/** *value <- the constant of a problem; LF_BAD_INPUT, with the nearest name, if it has none. */
lf_status lf_experiment_constant(const lf_experiment_problem *problem, const char *name,
                                 double *value);
/** Is this what a problem with constraints is judged by, which says little without its violation?
 */
bool lf_experiment_is_objective(const lf_experiment *experiment, size_t problem,
                                const char *metric);
/** Keys that only make sense together; some problem has the constant `bound`. */
lf_status lf_experiment_check_where(const lf_experiment *experiment, const char *where,
                                    const double *at_most, const char *bound);

/** Does the problem call this metric expensive? Unknown names, and NULL, are not. */
lf_status lf_experiment_is_expensive(const lf_experiment *experiment, size_t problem,
                                     const char *metric, bool *expensive);
