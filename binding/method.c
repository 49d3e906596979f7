/**
 * @file method.c
 * @brief Methods of another language as algorithms of the registry.
 *
 * The interface hands points back by value, which foreign-function libraries cannot: so a state
 * here holds the two points, which the method sets, and the functions that return them are C.
 */
#include "binding/binding.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/c_locale.h"
#include "base/grow.h"
#include "harness/registry/plugin.h"
#include "harness/registry/registry.h"
#include "harness/run/idle.h"

/* Vectors that one run of a method may take: the arena wants a slot inside the state for each. */
enum { METHOD_SLOTS = 256 };

typedef struct {
    lf_point iterate, average;
    size_t used;
    double *slot[METHOD_SLOTS];
} method_state;

/* Those registered so far; they live as long as the registry, which is never taken down. */
static lf_algorithm **method_list;
static size_t method_count;

static lf_point method_iterate(const void *state) {
    return ((const method_state *)state)->iterate;
}

static lf_point method_average(const void *state) {
    return ((const method_state *)state)->average;
}

void lf_binding_iterate(void *state, const double *w, const double *y) {
    ((method_state *)state)->iterate = (lf_point){w, y};
}

void lf_binding_average(void *state, const double *w, const double *y) {
    ((method_state *)state)->average = (lf_point){w, y};
}

lf_status lf_binding_vector(void *state, lf_arena *arena, size_t n, double **vector) {
    method_state *s = state;
    if (s->used == METHOD_SLOTS)
        return lf_fail(LF_NO_MEMORY,
                       "a method may take %d vectors of the arena: take longer ones and cut them",
                       METHOD_SLOTS);
    LF_TRY(lf_arena_vector(arena, n, &s->slot[s->used]));
    *vector = s->slot[s->used++];
    return LF_OK;
}

static lf_status method_view(const char *word, lf_view *view) {
    for (unsigned v = 0; v < LF_VIEWS; v++) {
        *view = (lf_view)v;
        if (strcmp(word, lf_view_name(*view)) == 0) return LF_OK;
    }
    return lf_fail(LF_BAD_ARGUMENT,
                   "view '%s': expected plain, composition, constrained, group_minimax, saddle or "
                   "bilevel",
                   word);
}

static lf_status method_check(const lf_binding_method *method, const lf_algorithm *algorithm) {
    for (const char *c = method->name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_')
            return lf_fail(LF_BAD_ARGUMENT, "'%s' is no name for a method: letters, digits and _",
                           method->name);
    return lf_algorithm_check(algorithm, method->name);
}

/* The one of that name that came from a binding, or NULL. */
static lf_algorithm *method_find(const char *name) {
    for (size_t i = 0; i < method_count; i++)
        if (strcmp(method_list[i]->name, name) == 0) return method_list[i];
    return NULL;
}

static lf_status method_keep(const lf_algorithm *algorithm) {
    LF_TRY(lf_grow(&method_list, method_count, sizeof *method_list, "the list of methods"));
    lf_algorithm *own = malloc(sizeof *own);
    if (!own) return lf_fail(LF_NO_MEMORY, "no memory for a method");
    *own = *algorithm;
    const lf_status status = lf_registry_add_algorithm(own);
    if (status == LF_OK)
        method_list[method_count++] = own;
    else
        free(own);
    return status;
}

static lf_status method_add(const lf_binding_method *method) {
    lf_algorithm algorithm = {
        .abi = LF_ABI,
        .name = method->name,
        .doc = method->doc,
        .source = method->source,
        .params = method->params,
        .params_size = method->params_size,
        .state_size = sizeof(method_state),
        .init = method->init,
        .step = method->step,
        .iterate = method_iterate,
        .average = method->averages ? method_average : NULL,
        .unsaved = true, /* attributes are the interpreter's */
    };
    LF_TRY(lf_run_idle()); /* a run under way points at what would be replaced */
    LF_TRY(method_view(method->view, &algorithm.view));
    LF_TRY(method_check(method, &algorithm));
    if (!method_find(method->name)) LF_TRY(method_keep(&algorithm));
    lf_algorithm *own = method_find(method->name);
    *own = algorithm;
    return method->file ? lf_foreign_add(own, method->file) : LF_OK;
}

lf_status lf_binding_add(const lf_binding_method *method) {
    const locale_t before = lf_c_locale_enter();
    const lf_status status = method_add(method);
    lf_c_locale_leave(before);
    return status;
}
