/**
 * @file plugin.h
 * @brief Inside the registry, between it and the loader of plugins: nothing else includes this.
 */
#pragma once

#include <levelfield/algorithm.h>

/** Where the registry keeps what a plugin brings. LF_BAD_ARGUMENT if the name is taken. */
lf_status lf_registry_add_algorithm(const lf_algorithm *algorithm);
lf_status lf_registry_add_problem(const lf_problem_class *problem);

/** "NAME@HASH" of the plugin that brought this algorithm or problem, HASH the first twelve digits
 * of its file's SHA-256 when it was loaded; NULL for what is linked in. */
const char *lf_plugin_code(const void *brought);

/** LF_BAD_INPUT if the file ends before the code in it does; LF_OK for all that dlopen() can judge
 *  without harm. */
lf_status lf_plugin_file_check(const char *path);

/** LF_BAD_ARGUMENT, with a line that says where, unless the table is one that parameters can be
 *  read by: fields inside the struct, aligned and apart, defaults in range, choices that exist. */
lf_status lf_param_table_check(const lf_param *table, size_t struct_bytes);

/** The same for a whole algorithm or problem called `name`; the ABI stamp is read first. */
lf_status lf_algorithm_check(const lf_algorithm *algorithm, const char *name);
lf_status lf_problem_class_check(const lf_problem_class *problem, const char *name);
