/**
 * @file load.c
 * @brief What --plugin names, before anything is looked up by name.
 */
#include <string.h>

#include "base/file.h"
#include "cli/carry_out.h"
#include "harness/registry/registry.h"

lf_exit lf_session_load(const lf_texts *plugins) {
    for (size_t i = 0; i < plugins->n; i++) {
        if (lf_plugin_load(plugins->text[i]) == LF_OK) continue;
        lf_message_say("%s", lf_message());
        return LF_EXIT_INPUT;
    }
    return LF_EXIT_DONE;
}

/* Is this the specification of what the plugin at `path` would bring? */
static bool load_is_of(const char *spec, const char *path) {
    const char *file = lf_path_name(path);
    const size_t n = strcspn(spec, ":");
    return strncmp(spec, file, n) == 0 && strcmp(file + n, ".so") == 0;
}

/* Even if something else here has its name. Were there any? */
static bool load_leave_out(lf_texts *specs, const char *path) {
    const size_t n = specs->n;
    specs->n = 0;
    for (size_t i = 0; i < n; i++)
        if (!load_is_of(specs->text[i], path)) specs->text[specs->n++] = specs->text[i];
    return specs->n < n;
}

lf_exit lf_session_load_some(const lf_texts *plugins, lf_texts *problems, lf_texts *algorithms,
                             size_t *refused) {
    *refused = 0;
    for (size_t i = 0; i < plugins->n; i++) {
        if (lf_plugin_load(plugins->text[i]) == LF_OK) continue;
        lf_message_say("%s", lf_message());
        const bool poses = load_leave_out(problems, plugins->text[i]);
        if (!load_leave_out(algorithms, plugins->text[i]) && !poses) return LF_EXIT_INPUT;
        ++*refused;
    }
    return !*refused || (problems->n && algorithms->n) ? LF_EXIT_DONE : LF_EXIT_INPUT;
}
