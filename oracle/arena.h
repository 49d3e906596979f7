/**
 * @file arena.h
 * @brief The harness's side of the arena: create, snapshot, restore, free.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include <levelfield/arena.h>

/** Behind every block lie so many bytes that nobody may write to. A sanitizer does without: it sees
 *  each overrun where it happens, if nothing lies behind a block. */
#ifdef __SANITIZE_ADDRESS__
enum { LF_ARENA_FENCE = 0 };
#else
enum { LF_ARENA_FENCE = 64 };
#endif

/** An arena for one state of state_size bytes; at most limit_bytes are handed out. NULL if memory
 *  is short. */
lf_arena *lf_arena_create(void *state, size_t state_size, size_t limit_bytes);
/** From now on points of length d are vectors of a family (numeric/family.h), which the calls of
 *  this thread look at; LF_NO_MEMORY. */
lf_status lf_arena_sparse(lf_arena *arena, size_t d);
bool lf_arena_is_sparse(const lf_arena *arena);
/** x, d zeroes of the caller's own, is one of those vectors, too. */
lf_status lf_arena_join(lf_arena *arena, double *x);
/** Free every block and the arena; NULL is fine. */
void lf_arena_free(lf_arena *arena);

/** The state, too, has LF_ARENA_FENCE bytes behind it that are no one's; watch these as well. */
void lf_arena_fence_state(lf_arena *arena);
/** LF_BAD_ARGUMENT, with what lies before it, if a fence was written over. */
lf_status lf_arena_check(const lf_arena *arena);

/** Bytes of a snapshot: the state, every block and what a family knows of its vectors. */
size_t lf_arena_snapshot_bytes(const lf_arena *arena);
/** Show all of that to `visit`, one after the other as in a snapshot, until it fails:
 *  a snapshot then goes to a file without a second copy in memory. */
lf_status lf_arena_visit(const lf_arena *arena,
                         lf_status (*visit)(void *context, const void *bytes, size_t size),
                         void *context);
/** Put a snapshot back. Words of the state that init set to `here` and, where the snapshot is from,
 *  to `there` (each what init made of the state) are addresses, as slots are: they become those of
 *  `here`, in the order that the method has brought its slots into.
 *  @return the byte of one that has moved since its init; the state's size: none has. */
size_t lf_arena_restore(lf_arena *arena, const void *bytes, const void *here, const void *there);
