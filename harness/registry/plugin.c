/**
 * @file plugin.c
 * @brief Shared objects from outside the tree: opened, checked, added to the registry.
 *
 * A plugin is code in our process, so these checks catch mistakes, not malice: what malice can do
 * is bounded by running in a child process (pool.h).
 */
#include "harness/registry/plugin.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/registry/registry.h"

enum { PLUGIN_NAME_BYTES = 64 };

/* Handles of what is loaded. dlopen gives the same file the same handle. */
static void **plugin_handles;
static size_t plugin_count;

/* name <- "mine" of "dir/mine.so"; false if that cannot be part of a symbol's name. */
static bool plugin_name(const char *path, char name[PLUGIN_NAME_BYTES]) {
    const char *slash = strrchr(path, '/');
    const char *file = slash ? slash + 1 : path;
    size_t length = strlen(file);
    if (length < 4 || strcmp(file + length - 3, ".so") != 0) return false;
    length -= 3;
    if (length >= PLUGIN_NAME_BYTES) return false;
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)file[i]) && file[i] != '_') return false;
    memcpy(name, file, length);
    name[length] = '\0';
    return true;
}

/* The address of PREFIXname in the object, or NULL. Data only, so no function pointer is cast. */
static const void *plugin_symbol(void *handle, const char *prefix, const char *name) {
    char symbol[PLUGIN_NAME_BYTES + 32];
    snprintf(symbol, sizeof symbol, "%s%s", prefix, name);
    return dlsym(handle, symbol);
}

/* A plugin comes whole or not at all: everything is checked, the problem's name too, before the
 * first thing is added. */
static lf_status plugin_add(void *handle, const char *name) {
    const lf_algorithm *algorithm = plugin_symbol(handle, "lf_algorithm_", name);
    const lf_problem_class *problem = plugin_symbol(handle, "lf_problem_", name);
    if (algorithm == NULL && problem == NULL)
        return lf_fail(LF_NOT_FOUND, "it defines neither lf_algorithm_%s nor lf_problem_%s", name,
                       name);
    if (algorithm) LF_TRY(lf_algorithm_check(algorithm, name));
    if (problem) LF_TRY(lf_problem_class_check(problem, name));
    const lf_problem_class *taken;
    if (algorithm && problem && lf_problem_find(name, &taken) == LF_OK)
        return lf_fail(LF_BAD_ARGUMENT, "the name '%s' is taken by another problem (%s)", name,
                       taken->source);
    if (algorithm) LF_TRY(lf_registry_add_algorithm(algorithm));
    if (problem) LF_TRY(lf_registry_add_problem(problem));
    return LF_OK;
}

static lf_status plugin_keep(void *handle) {
    void **longer = realloc(plugin_handles, (plugin_count + 1) * sizeof *longer);
    if (longer == NULL) return lf_fail(LF_NO_MEMORY, "no memory for the list of plugins");
    plugin_handles = longer;
    plugin_handles[plugin_count] = handle;
    return LF_OK;
}

static bool plugin_loaded(const void *handle) {
    for (size_t i = 0; i < plugin_count; i++)
        if (plugin_handles[i] == handle) return true;
    return false;
}

/* RTLD_NOW: a missing symbol is an error here and not a crash in mid-run. RTLD_LOCAL: two plugins
 * may use the same names inside. A path without a slash would be searched for in the system's
 * folders. */
static void *plugin_open(const char *path) {
    char here[PLUGIN_NAME_BYTES + 8];
    if (strchr(path, '/')) return dlopen(path, RTLD_NOW | RTLD_LOCAL);
    snprintf(here, sizeof here, "./%s", path);
    return dlopen(here, RTLD_NOW | RTLD_LOCAL);
}

/* The linker's own words, which mostly begin with the path as it was opened. */
static lf_status plugin_unopened(const char *path, const char *words) {
    const char *after = strstr(words, path);
    if (after && strncmp(after + strlen(path), ": ", 2) == 0) words = after + strlen(path) + 2;
    return lf_fail(LF_BAD_INPUT, "plugin %s: %s", path, words);
}

lf_status lf_plugin_load(const char *path) {
    char name[PLUGIN_NAME_BYTES];
    if (!plugin_name(path, name))
        return lf_fail(LF_BAD_ARGUMENT,
                       "plugin %s: the file must be called NAME.so, NAME of letters, digits and _",
                       path);
    LF_TRY(lf_plugin_file_check(path));
    void *handle = plugin_open(path);
    if (handle == NULL) return plugin_unopened(path, dlerror());
    lf_status status = LF_OK;
    if (!plugin_loaded(handle)) {
        status = plugin_keep(handle);
        if (status == LF_OK) status = plugin_add(handle, name);
        if (status == LF_OK) {
            plugin_count++;
            return LF_OK; /* and the handle stays open */
        }
        lf_fail_within(status, "plugin %s: ", path);
    }
    dlclose(handle);
    return status;
}
