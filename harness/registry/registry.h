/**
 * @file registry.h
 * @brief Algorithms and problems by name: those linked in, and those loaded as plugins.
 */
#pragma once

#include <levelfield/algorithm.h>

/** All of them, sorted by name; plugins come last. The array lives until the next lf_plugin_load.
 */
size_t lf_algorithm_list(const lf_algorithm *const **list);
size_t lf_problem_list(const lf_problem_class *const **list);

/** By name; LF_NOT_FOUND names the nearest and how to list them. */
lf_status lf_algorithm_find(const char *name, const lf_algorithm **algorithm);
lf_status lf_problem_find(const char *name, const lf_problem_class **problem);

/** The same for the name in front of a specification "NAME[:k=v,...]". */
lf_status lf_spec_algorithm(const char *spec, const lf_algorithm **algorithm);
lf_status lf_spec_problem(const char *spec, const lf_problem_class **problem);

/**
 * Load PATH/name.so, which holds lf_algorithm_name or lf_problem_name (or both). Refused with one
 * line: not loadable, no such symbol, another ABI, a name that is taken, a broken table, or a file
 * that ends, crashes or holds up the child that opens it. The same file twice is loaded once.
 *
 * The file is not opened in this process: what the registry has of it from now on, as long as the
 * process lives, is a description. Names, texts, tables and sizes are as in the file, functions
 * only refuse (one that is NULL in the file is NULL).
 */
lf_status lf_plugin_load(const char *path);

/**
 * The algorithm, or problem, as it can be run in this process. What is linked in, or came from a
 * binding, is itself; a plugin's file is opened by the first call, if it still is what was
 * described. That may end the process: it is for one that may be lost.
 */
lf_status lf_algorithm_open(const lf_algorithm *described, const lf_algorithm **opened);
lf_status lf_problem_open(const lf_problem_class *described, const lf_problem_class **opened);

/** Was the algorithm, described or opened, brought by a plugin? */
bool lf_algorithm_is_plugin(const lf_algorithm *algorithm);

/** What the first use of a plugin's method came to (harness/replay/first_use.h), on a problem that
 *  a plugin brought, or on all that are linked in. From the third on its runs are not saved. */
typedef enum {
    LF_PLUGIN_UNTRIED, /**< also of what is linked in */
    LF_PLUGIN_SOUND,
    LF_PLUGIN_HIDDEN, /**< it keeps state where a checkpoint does not find it */
    LF_PLUGIN_FICKLE  /**< it does not repeat itself */
} lf_plugin_manner;
lf_plugin_manner lf_plugin_manner_of(const lf_algorithm *algorithm,
                                     const lf_problem_class *problem);
/** To be set once for a pair. Errors: LF_NO_MEMORY. */
lf_status lf_plugin_set_manner(const lf_algorithm *algorithm, const lf_problem_class *problem,
                               lf_plugin_manner manner);

/** Absolute path of plugin i of those that are loaded, for another process to load; NULL: there are
 *  no more. */
const char *lf_plugin_path(size_t i);
/** The same of the file that brought this algorithm, of a binding's language too; "" where none
 *  did, as where it was typed in; NULL: it is linked in. */
const char *lf_plugin_path_of(const lf_algorithm *algorithm);

/** LF_BAD_INPUT unless the file that brought it is still what was described; LF_OK for what is
 *  linked in. */
lf_status lf_plugin_unchanged(const lf_algorithm *described);
/** *algorithm <- the one called `name` of this file, opened in this process without a description:
 *  for a process that has nothing but the method. */
lf_status lf_plugin_algorithm(const char *path, const char *name, const lf_algorithm **algorithm);

/** Word of a view: "constrained". */
const char *lf_view_name(lf_view view);
