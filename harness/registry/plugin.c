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
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/sha256.h"
#include "harness/registry/registry.h"

enum { PLUGIN_NAME_BYTES = 64, PLUGIN_HASH_DIGITS = 12 };
/* No code is as long as this: what is, is another file by mistake. */
static const size_t plugin_bytes = (size_t)1 << 30;

/* What is loaded. dlopen gives the same file the same handle. */
typedef struct {
    void *handle;
    char *path;                    /* absolute */
    const lf_algorithm *algorithm; /* NULL: it brings none */
    const lf_problem_class *problem;
    char code[PLUGIN_NAME_BYTES + 1 + PLUGIN_HASH_DIGITS + 1];
    lf_plugin_manner manner;
} plugin_entry;
static plugin_entry *plugin_list;
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
static lf_status plugin_add(plugin_entry *entry, const char *name) {
    const lf_algorithm *algorithm = plugin_symbol(entry->handle, "lf_algorithm_", name);
    const lf_problem_class *problem = plugin_symbol(entry->handle, "lf_problem_", name);
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
    entry->algorithm = algorithm;
    entry->problem = problem;
    return LF_OK;
}

/* Before anything is added, so that what was added can be kept. */
static lf_status plugin_make_room(void) {
    plugin_entry *longer = realloc(plugin_list, (plugin_count + 1) * sizeof *longer);
    if (longer == NULL) return lf_fail(LF_NO_MEMORY, "no memory for the list of plugins");
    plugin_list = longer;
    return LF_OK;
}

/* The file as it is now, just after it was opened; the entry's path is malloc'ed. */
static lf_status plugin_identify(const char *path, const char *name, plugin_entry *entry) {
    char *bytes, hex[LF_SHA256_TEXT];
    size_t size;
    LF_TRY(lf_file_read(path, plugin_bytes, &bytes, &size));
    const lf_status status = lf_sha256_of(bytes, size, hex);
    free(bytes);
    LF_TRY(status);
    snprintf(entry->code, sizeof entry->code, "%s@%.*s", name, (int)PLUGIN_HASH_DIGITS, hex);
    entry->path = realpath(path, NULL);
    return entry->path ? LF_OK : lf_fail(LF_BAD_INPUT, "%s: %s", path, strerror(errno));
}

const char *lf_plugin_code(const void *brought) {
    for (size_t i = 0; i < plugin_count; i++)
        if (brought == plugin_list[i].algorithm || brought == plugin_list[i].problem)
            return plugin_list[i].code;
    return NULL;
}

bool lf_algorithm_is_plugin(const lf_algorithm *algorithm) {
    return lf_plugin_code(algorithm) != NULL;
}

lf_plugin_manner lf_plugin_manner_of(const lf_algorithm *algorithm) {
    for (size_t i = 0; i < plugin_count; i++)
        if (algorithm == plugin_list[i].algorithm) return plugin_list[i].manner;
    return LF_PLUGIN_UNTRIED;
}

void lf_plugin_set_manner(const lf_algorithm *algorithm, lf_plugin_manner manner) {
    for (size_t i = 0; i < plugin_count; i++)
        if (algorithm == plugin_list[i].algorithm) plugin_list[i].manner = manner;
}

const char *lf_plugin_path(size_t i) {
    return i < plugin_count ? plugin_list[i].path : NULL;
}

static bool plugin_loaded(const void *handle) {
    for (size_t i = 0; i < plugin_count; i++)
        if (plugin_list[i].handle == handle) return true;
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
        plugin_entry entry = {.handle = handle};
        status = plugin_make_room();
        if (status == LF_OK) status = plugin_identify(path, name, &entry);
        if (status == LF_OK) status = plugin_add(&entry, name);
        if (status != LF_OK) free(entry.path);
        if (status == LF_OK) {
            plugin_list[plugin_count++] = entry;
            return LF_OK; /* and the handle stays open */
        }
        lf_fail_within(status, "plugin %s: ", path);
    }
    dlclose(handle);
    return status;
}
