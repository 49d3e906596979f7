/**
 * @file arena.h
 * @brief The memory of one run: taken in init, given back by the harness, never freed by a plugin.
 *
 * The arena remembers the slot that each block was stored in. Slots lie inside the state struct, so
 * a checkpoint is the bytes of the state and of the blocks, and restoring re-points the slots. A
 * step may exchange what two slots point at.
 */
#pragma once

#include <stddef.h>

#include <levelfield/public.h>
#include <levelfield/status.h>

LF_PUBLIC_BEGIN

typedef struct lf_arena lf_arena;

/** Store n zeroed doubles, 64-byte aligned, in *slot, which lies inside the state. LF_NO_MEMORY if
 *  the arena's limit is reached. n = 0 gives a valid empty vector. */
LF_CHECKED lf_status lf_arena_vector(lf_arena *arena, size_t n, double **slot);

/** The same for one of the iterate's length d, which the method reads and writes by calls of
 *  vector.h and the oracle alone: in a run with sparse vectors a call costs what it touches, and
 *  what lies at *slot means nothing to anybody else. Only for a method that is lf_algorithm.sparse.
 */
LF_CHECKED lf_status lf_arena_point(lf_arena *arena, size_t d, double **slot);

/** With these parameters the method looks at entries itself: all its vectors are dense from now on,
 *  those that it has taken as well. */
void lf_arena_dense(lf_arena *arena);

/** The same for `count` zeroed items of `size` bytes that hold no pointers. `slot` is the address
 * of a pointer inside the state. */
LF_CHECKED lf_status lf_arena_array(lf_arena *arena, size_t count, size_t size, void *slot);

/** Several vectors of n doubles, or points, in one line:
 *  LF_TRY(LF_VECTORS(arena, s->d, &s->w, &s->G)); */
#define LF_VECTORS(arena, n, ...)                                                                  \
    lf_arena_each(lf_arena_vector, (arena), (n), (double **[]){__VA_ARGS__, NULL})
#define LF_POINTS(arena, d, ...)                                                                   \
    lf_arena_each(lf_arena_point, (arena), (d), (double **[]){__VA_ARGS__, NULL})
LF_CHECKED static inline lf_status lf_arena_each(lf_status (*take)(lf_arena *, size_t, double **),
                                                 lf_arena *arena, size_t n, double ***slots) {
    for (; *slots; slots++)
        LF_TRY(take(arena, n, *slots));
    return LF_OK;
}

LF_PUBLIC_END
