/**
 * @file plugin_open.c
 * @brief A plugin's code taken into this process, and checked.
 *
 * From here on its constructors have run: these checks catch mistakes, not malice. What malice can
 * do is bounded by doing this only in processes that may be lost.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/float_env.h"
#include "harness/registry/plugin.h"

/* The address of PREFIXname in the object, or NULL. Data only, so no function pointer is cast. */
static const void *open_symbol(void *handle, const char *prefix, const char *name) {
    char symbol[128];
    snprintf(symbol, sizeof symbol, "%s%s", prefix, name);
    return dlsym(handle, symbol);
}

/* The linker's own words, without the path that they mostly begin with. */
static lf_status open_refused(const char *path, const char *words) {
    const size_t n = strlen(path);
    if (strncmp(words, path, n) == 0 && strncmp(words + n, ": ", 2) == 0) words += n + 2;
    return lf_fail(LF_BAD_INPUT, "%s", words);
}

static lf_status open_check(void *handle, const char *name, lf_plugin_parts *parts) {
    parts->algorithm = open_symbol(handle, "lf_algorithm_", name);
    parts->problem = open_symbol(handle, "lf_problem_", name);
    if (!parts->algorithm && !parts->problem)
        return lf_fail(LF_NOT_FOUND, "it defines neither lf_algorithm_%s nor lf_problem_%s", name,
                       name);
    if (parts->algorithm) LF_TRY(lf_algorithm_check(parts->algorithm, name));
    return parts->problem ? lf_problem_class_check(parts->problem, name) : LF_OK;
}

/* RTLD_NOW: a missing symbol is an error here and not a crash in mid-run. RTLD_LOCAL: two plugins
 * may use the same names inside. A path without a slash would be searched for in the system's
 * folders. */
lf_status lf_plugin_open(const char *path, const char *name, lf_plugin_parts *parts) {
    char here[LF_PATH_BYTES];
    *parts = (lf_plugin_parts){0};
    LF_TRY(lf_path_format(here, "%s%s", strchr(path, '/') ? "" : "./", path));
    void *handle = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return open_refused(here, dlerror());
    lf_status status = LF_OK;
    if (!lf_float_env_is_default()) /* by a constructor, of its own or of what it needs */
        status = lf_float_env_left("it", "when it was loaded");
    if (status == LF_OK) status = open_check(handle, name, parts);
    if (status != LF_OK) dlclose(handle);
    return status;
}
