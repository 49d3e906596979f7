/**
 * @file registry.c
 * @brief The tables of algorithms and problems: the build's lists, then what plugins add.
 *
 * generated/algorithms.inc and problems.inc hold one X(name) per source file, sorted; each is
 * expanded twice, into declarations and into a table.
 */
#include "harness/registry/registry.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/suggest.h"
#include "harness/registry/plugin.h"

#define X(name) extern const lf_algorithm lf_algorithm_##name;
#include "algorithms.inc"
#undef X
#define X(name) extern const lf_problem_class lf_problem_##name;
#include "problems.inc"
#undef X

/* NULL at the end: a list may be empty, an array in C may not. */
static const lf_algorithm *const registry_algorithms[] = {
#define X(name) &lf_algorithm_##name,
#include "algorithms.inc"
#undef X
    NULL};
static const lf_problem_class *const registry_problems[] = {
#define X(name) &lf_problem_##name,
#include "problems.inc"
#undef X
    NULL};

enum {
    REGISTRY_ALGORITHMS = sizeof registry_algorithms / sizeof registry_algorithms[0] - 1,
    REGISTRY_PROBLEMS = sizeof registry_problems / sizeof registry_problems[0] - 1
};

/* The linked-in ones and those of plugins in one array; NULL until a plugin comes. Never freed:
 * what it points at lives as long as the process, too. */
static const lf_algorithm **registry_more_algorithms;
static const lf_problem_class **registry_more_problems;
static size_t registry_algorithm_count = REGISTRY_ALGORITHMS;
static size_t registry_problem_count = REGISTRY_PROBLEMS;

size_t lf_algorithm_list(const lf_algorithm *const **list) {
    *list = registry_more_algorithms ? registry_more_algorithms : registry_algorithms;
    return registry_algorithm_count;
}

size_t lf_problem_list(const lf_problem_class *const **list) {
    *list = registry_more_problems ? registry_more_problems : registry_problems;
    return registry_problem_count;
}

static const char *registry_algorithm_name(const void *list, size_t i) {
    return ((const lf_algorithm *const *)list)[i]->name;
}

static const char *registry_problem_name(const void *list, size_t i) {
    return ((const lf_problem_class *const *)list)[i]->name;
}

static void registry_unknown(const char *kind, const char *name, const char *nearest) {
    if (nearest)
        lf_fail(LF_NOT_FOUND,
                "there is no %s '%s'; did you mean '%s'? `levelfield list %ss` names all", kind,
                name, nearest, kind);
    else
        lf_fail(LF_NOT_FOUND, "there is no %s '%s'; `levelfield list %ss` names all", kind, name,
                kind);
}

/* Position of a name among n; SIZE_MAX, and why, if there is none. As it is written comes before
 * any case of letters. */
static size_t registry_place(const char *kind, const void *list, size_t n,
                             const char *(*name_of)(const void *list, size_t i), const char *name) {
    for (size_t i = 0; i < n; i++)
        if (strcmp(name_of(list, i), name) == 0) return i;
    for (size_t i = 0; i < n; i++)
        if (strcasecmp(name_of(list, i), name) == 0) return i;
    registry_unknown(kind, name, lf_suggest(name, n, name_of, list));
    return SIZE_MAX;
}

lf_status lf_algorithm_find(const char *name, const lf_algorithm **algorithm) {
    const lf_algorithm *const *list;
    const size_t n = lf_algorithm_list(&list);
    const size_t i = registry_place("algorithm", list, n, registry_algorithm_name, name);
    if (i == SIZE_MAX) return LF_NOT_FOUND;
    *algorithm = list[i];
    return LF_OK;
}

lf_status lf_problem_find(const char *name, const lf_problem_class **problem) {
    const lf_problem_class *const *list;
    const size_t n = lf_problem_list(&list);
    const size_t i = registry_place("problem", list, n, registry_problem_name, name);
    if (i == SIZE_MAX) return LF_NOT_FOUND;
    *problem = list[i];
    return LF_OK;
}

bool lf_registry_links(const lf_algorithm *algorithm) {
    for (size_t i = 0; i < REGISTRY_ALGORITHMS; i++)
        if (registry_algorithms[i] == algorithm) return true;
    return false;
}

/* A copy of a list of n pointers with room for one more; NULL if memory is short. */
static void *registry_longer(const void *list, size_t n) {
    void *longer = calloc(n + 1, sizeof(void *));
    if (longer && n > 0) memcpy(longer, list, n * sizeof(void *));
    return longer;
}

lf_status lf_registry_add_algorithm(const lf_algorithm *algorithm) {
    const lf_algorithm *const *list;
    const lf_algorithm *taken = NULL;
    size_t n = lf_algorithm_list(&list);
    if (lf_algorithm_find(algorithm->name, &taken) == LF_OK &&
        strcmp(algorithm->name, taken->name) == 0)
        return lf_fail(LF_BAD_ARGUMENT, "the name '%s' is taken by another algorithm (%s)",
                       algorithm->name, taken->source);
    const lf_algorithm **longer = registry_longer(list, n);
    if (longer == NULL) return lf_fail(LF_NO_MEMORY, "no memory for the list of algorithms");
    longer[n] = algorithm;
    free(registry_more_algorithms);
    registry_more_algorithms = longer;
    registry_algorithm_count = n + 1;
    return LF_OK;
}

lf_status lf_registry_add_problem(const lf_problem_class *problem) {
    const lf_problem_class *const *list;
    const lf_problem_class *taken = NULL;
    size_t n = lf_problem_list(&list);
    if (lf_problem_find(problem->name, &taken) == LF_OK && strcmp(problem->name, taken->name) == 0)
        return lf_fail(LF_BAD_ARGUMENT, "the name '%s' is taken by another problem (%s)",
                       problem->name, taken->source);
    const lf_problem_class **longer = registry_longer(list, n);
    if (longer == NULL) return lf_fail(LF_NO_MEMORY, "no memory for the list of problems");
    longer[n] = problem;
    free(registry_more_problems);
    registry_more_problems = longer;
    registry_problem_count = n + 1;
    return LF_OK;
}

const char *lf_view_name(lf_view view) {
#define REGISTRY_VIEW_WORD(code, word) [code] = word,
    static const char *const words[LF_VIEWS] = {LF_VIEW_LIST(REGISTRY_VIEW_WORD)};
#undef REGISTRY_VIEW_WORD
    return (unsigned)view < LF_VIEWS ? words[view] : "unknown";
}
