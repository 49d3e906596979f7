/**
 * @file plugin.h
 * @brief Inside the registry, between it and the loader of plugins: nothing else includes this.
 */
#pragma once

#include <stdbool.h>

#include <levelfield/algorithm.h>

#include "base/sha256.h"

/** What a plugin brings; NULL: none. */
typedef struct {
    const lf_algorithm *algorithm;
    const lf_problem_class *problem;
    void *handle;          /**< the linker's, of one that is opened */
    const char *libraries; /**< of one that is described: what lf_plugin_libraries says */
} lf_plugin_parts;

/** Where the registry keeps what a plugin brings. LF_BAD_ARGUMENT if the name is taken. */
lf_status lf_registry_add_algorithm(const lf_algorithm *algorithm);
/** true if it is neither a plugin's nor a binding's. */
bool lf_registry_links(const lf_algorithm *algorithm);
/** The file in another language that a binding's method is in; the path lives as long as the
 *  process. Registered again, the newest file is meant. */
lf_status lf_foreign_add(const lf_algorithm *algorithm, const char *path);
/** "" where there is none. */
const char *lf_foreign_path(const lf_algorithm *algorithm);
/** *same <- the file, if there is one, is what it was. */
lf_status lf_foreign_same(const lf_algorithm *algorithm, bool *same);
lf_status lf_registry_add_problem(const lf_problem_class *problem);

/** "NAME@HASH" of the plugin that brought this algorithm or problem, HASH the first twelve digits
 * of its file's SHA-256 when it was loaded, or of a hash of that and of the libraries that it
 * brings; NULL for what is linked in. */
const char *lf_plugin_code(const void *brought);

/* The three that follow say what is wrong with the file, without its path. */

/** LF_BAD_INPUT unless it is a file that can be read and holds all of the code in it. */
lf_status lf_plugin_file_check(const char *path);

/**
 * dlopen PATH/name.so in this process, which may be its end, and check what it holds. It stays open
 * as long as the process lives, unless it is refused.
 */
lf_status lf_plugin_open(const char *path, const char *name, lf_plugin_parts *parts);

/** The same in a child, within a time limit: *bytes (n, malloc'ed) <- the description that comes
 *  back. The reason why there is none may be that the child was lost. */
lf_status lf_plugin_probe(const char *path, const char *name, char **bytes, size_t *n);

/**
 * sha256 <- a hash of the libraries that an opened plugin is linked to, and of those that they are:
 * of the contents of all files that are neither in the system's folders nor Levelfield's. "" if
 * there is none, or no handle.
 */
lf_status lf_plugin_libraries(void *handle, char sha256[LF_SHA256_TEXT]);

/** *bytes <- the parts without their functions, malloc'ed: names, texts, tables, sizes, libraries.
 */
lf_status lf_plugin_describe(const lf_plugin_parts *parts, char **bytes, size_t *n);

/** The reverse, from a sender that is not trusted: LF_BAD_INPUT if it makes no sense, or what the
 *  checks below say. The parts point into `bytes`; their functions only refuse. */
lf_status lf_plugin_described(char *bytes, size_t n, const char *name, lf_plugin_parts *parts);
void lf_plugin_drop(lf_plugin_parts *described);

/** More parameters than this is a table without its end; more metrics, too. */
enum { LF_PLUGIN_ROWS = 256 };

/** LF_BAD_ARGUMENT, with a line that says where, unless the table is one that parameters can be
 *  read by: fields inside the struct, aligned and apart, defaults in range, choices that exist. */
lf_status lf_param_table_check(const lf_param *table, size_t struct_bytes);

/** The same for a whole algorithm or problem called `name`; the ABI stamp is read first. */
lf_status lf_algorithm_check(const lf_algorithm *algorithm, const char *name);
lf_status lf_problem_class_check(const lf_problem_class *problem, const char *name);
