/**
 * @file arena.h
 * @brief The harness's side of the arena: create, snapshot, restore, free.
 */
#pragma once

#include <stddef.h>

#include <levelfield/arena.h>

/** An arena for one state of state_size bytes; at most limit_bytes are handed out. NULL if memory
 *  is short. */
lf_arena *lf_arena_create(void *state, size_t state_size, size_t limit_bytes);
/** Free every block and the arena; NULL is fine. */
void lf_arena_free(lf_arena *arena);

/** Bytes of a snapshot: the state and every block. */
size_t lf_arena_snapshot_bytes(const lf_arena *arena);
/** Copy the state and every block into `bytes`. */
void lf_arena_save(const lf_arena *arena, void *bytes);
/** Put them back; the slots are pointed at this arena's own blocks. */
void lf_arena_restore(lf_arena *arena, const void *bytes);
