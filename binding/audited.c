/**
 * @file audited.c
 * @brief An interpreter as the process of a method that is audited.
 */
#include "binding/binding.h"

#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "harness/audit/keeper.h"
#include "harness/audit/method_process.h"
#include "harness/process/sandbox.h"
#include "harness/registry/registry.h"

static int (*audited_open_file)(const char *file);

void lf_binding_audit(const char *const *words) {
    lf_audit_command(words);
}

static lf_status audited_open(const char *file, const char *name, const lf_algorithm **algorithm) {
    if (lf_path_ends(file, ".so")) return lf_plugin_algorithm(file, name, algorithm);
    lf_fail(LF_OK, "%s", "");
    if (!audited_open_file(file)) return lf_fail(LF_BAD_INPUT, "plugin %s: %s", file, lf_message());
    return lf_algorithm_find(name, algorithm);
}

int lf_binding_serve(const char *const *readable, int (*open)(const char *file)) {
    audited_open_file = open;
    return lf_method_serve(&(lf_method_host){.readable = readable, .open = audited_open});
}

lf_status lf_binding_confine(const char *const *readable, int keep) {
    return lf_sandbox_enter(
        &(lf_sandbox_setup){.readable = readable, .keeper = getppid(), .keep = keep});
}
