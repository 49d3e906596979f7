/**
 * @file interpreter.c
 * @brief The library and its pool inside an interpreter's process.
 */
#include "binding/binding.h"

#include <stdlib.h>

#include "base/blas.h"
#include "base/c_locale.h"
#include "harness/process/child.h"
#include "harness/registry/registry.h"
#include "harness/run/idle.h"

static lf_binding_interpreter interpreter_given;
static int interpreter_held;

/* The thread that forks may have let the interpreter's lock go: commands take long, and other
 * threads work meanwhile. What the language does around a fork wants it. */
static void interpreter_before(void) {
    if (interpreter_given.hold) interpreter_held = interpreter_given.hold();
    if (interpreter_given.before) interpreter_given.before();
}

static void interpreter_parent(void) {
    if (interpreter_given.parent) interpreter_given.parent();
    if (interpreter_given.release) interpreter_given.release(interpreter_held);
}

static void interpreter_child(void) {
    if (interpreter_given.child) interpreter_given.child();
}

void lf_binding_interpret(const lf_binding_interpreter *interpreter) {
    interpreter_given = *interpreter;
    lf_fork_hook(&(lf_fork_hooks){interpreter_before, interpreter_parent, interpreter_child});
}

const size_t *lf_binding_layout(void) {
    static const size_t layout[] = {LF_ABI, sizeof(lf_batch), sizeof(lf_param),
                                    sizeof(lf_binding_method), 0};
    return layout;
}

lf_status lf_binding_fail(lf_status status, const char *text) {
    return lf_fail(status, "%s", text);
}

void lf_binding_free(char *text) {
    free(text);
}

lf_status lf_binding_load(const char *path) {
    LF_TRY(lf_run_idle());
    const locale_t before = lf_c_locale_enter();
    const lf_status status = lf_plugin_load(path);
    lf_c_locale_leave(before);
    return status;
}

const char *lf_binding_blas(void) {
    return lf_blas_core();
}

const char *lf_binding_blas_better(void) {
    return lf_blas_better();
}
