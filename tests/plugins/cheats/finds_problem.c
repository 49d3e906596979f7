/* Looks for the problem behind the oracle in its own address space, and asks it itself: gradients
 * and a metric, test metrics included, for nothing. */
#include "cheat.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_stack_end; /* of the C library: where the stack began */

enum { HANDLE, MASK, INFO, STACK, HEAP, MAPS, FILE_OF_MEMORY };

/* Is it the problem? What may be read of its description is there too. */
static bool finds_problem_is(const lf_problem *at, const lf_problem_info *info) {
    const lf_problem_info *its = &at->info;
    if (its->dim != info->dim || its->n != info->n || its->domain.kind != info->domain.kind)
        return false;
    for (size_t r = 0; r < LF_ROLES; r++)
        if (its->role[r].count != info->role[r].count) return false;
    return at->is && at->state && ((uintptr_t)at->is & 7) == 0 && at->is->abi == LF_ABI;
}

/* In [from, to), at every eighth byte. */
static const lf_problem *finds_problem_in(uintptr_t from, uintptr_t to,
                                          const lf_problem_info *info) {
    for (; from + sizeof(lf_problem) <= to; from += 8)
        if (finds_problem_is((const lf_problem *)from, info)) return (const lf_problem *)from;
    return NULL;
}

/* A pointer to it, in the memory from its own state on: the oracle has one. */
static const lf_problem *finds_problem_pointed(uintptr_t from, uintptr_t to,
                                               const lf_problem_info *info) {
    const uintptr_t stack = (uintptr_t)&info,
                    top = (uintptr_t)__libc_stack_end - sizeof(lf_problem);
    for (; from + sizeof from <= to; from += sizeof from) {
        const uintptr_t at = *(const uintptr_t *)from;
        if (at % 8 != 0 || at < stack || at > top) continue;
        if (finds_problem_is((const lf_problem *)at, info)) return (const lf_problem *)at;
    }
    return NULL;
}

/* The same by way of /proc/self/mem: a copy is looked at before the place is touched. */
static const lf_problem *finds_problem_read(uintptr_t from, uintptr_t to,
                                            const lf_problem_info *info) {
    FILE *memory = fopen("/proc/self/mem", "rb");
    unsigned char *copy = malloc(to - from);
    const lf_problem *found = NULL;
    const bool whole = memory && copy && fseek(memory, (long)from, SEEK_SET) == 0 &&
                       fread(copy, to - from, 1, memory) == 1;
    for (size_t k = 0; whole && !found && k + sizeof(lf_problem) <= to - from; k += 8)
        if (finds_problem_is((const lf_problem *)(void *)(copy + k), info))
            found = (const lf_problem *)(from + k);
    if (memory) fclose(memory);
    free(copy);
    return found;
}

/* Where the heap begins, as far as the kernel tells. */
static uintptr_t finds_problem_heap(uintptr_t otherwise) {
    char line[512];
    uintptr_t from, found = otherwise;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps))
        if (strstr(line, "[heap]") && sscanf(line, "%" SCNxPTR, &from) == 1) found = from;
    if (maps) fclose(maps);
    return found;
}

/* In all that may be read and written, of up to 64 MiB a piece. */
static const lf_problem *finds_problem_mapped(const lf_problem_info *info, bool by_file) {
    char line[512], rights[8];
    uintptr_t from, to;
    const lf_problem *found = NULL;
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && !found && fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %7s", &from, &to, rights) != 3) continue;
        if (strncmp(rights, "rw", 2) != 0 || to - from > (uintptr_t)1 << 26) continue;
        found = by_file ? finds_problem_read(from, to, info) : finds_problem_in(from, to, info);
    }
    if (maps) fclose(maps);
    return found;
}

static const lf_problem *finds_problem(cheat_state *s, lf_oracle *o) {
    const lf_problem_info *info = lf_oracle_info(o);
    uintptr_t mask;
    switch (s->p.how) {
    case HANDLE:
        return *(const lf_problem *const *)(const void *)o;
    case MASK: /* `at`: how far it is behind lf_oracle_draw() in the library, for all to see */
        memcpy(&mask, (const char *)(uintptr_t)&lf_oracle_draw + (ptrdiff_t)s->p.at, sizeof mask);
        return *(const lf_problem *const *)((uintptr_t)o ^ mask);
    case INFO:
        return (const lf_problem *)((const char *)info - offsetof(lf_problem, info));
    case STACK:
        return finds_problem_in((uintptr_t)&info, (uintptr_t)__libc_stack_end, info);
    case HEAP:
        return finds_problem_pointed(finds_problem_heap((uintptr_t)s), (uintptr_t)sbrk(0), info);
    default:
        return finds_problem_mapped(info, s->p.how == FILE_OF_MEMORY);
    }
}

static lf_status finds_problem_step(cheat_state *s, lf_oracle *o) {
    const lf_problem *problem = finds_problem(s, o);
    if (problem && finds_problem_is(problem, lf_oracle_info(o))) {
        const lf_component *c = lf_oracle_component(o, s->role, 0);
        const lf_samples all = {
            .role = s->role, .n = c->samples, .per_stratum = c->stratum, .draw = LF_DRAW_FULL};
        const lf_point at = {.w = s->x};
        double value;
        lf_vec_zero(s->d, s->g);
        LF_TRY(problem->is->evaluate(problem->state, &all, s->x, s->y, NULL, s->g));
        cheat_go(s);
        cheat_gained(s, all.n, "gradients");
        if (problem->is->metrics[0].measure(problem, &at, &value) == LF_OK)
            cheat_gained(s, 1, "looks at a metric among them");
    }
    return cheat_move(s, o);
}

CHEAT_PLUGIN(finds_problem, "handle|mask|info|stack|heap|maps|file_of_memory");
