#include "oracle/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/family.h"
#include "numeric/pages.h"

/* A block and the slot that points at it, as an offset into the state: the state may be restored
 * at another address. */
typedef struct {
    size_t slot;
    size_t bytes;
    void *data;
} arena_block;

struct lf_arena {
    unsigned char *state;
    size_t state_size, limit, used;
    size_t blocks, capacity;
    arena_block *block;
    lf_family *family; /* NULL: all vectors are dense */
    bool state_fenced;
};

/* A fence is of these bytes. As doubles they are about -1e289, so that a method that reads them is
 * noticed as well. */
enum { ARENA_FENCE_BYTE = 0xfb };
static const uint64_t arena_fence_word = 0x0101010101010101 * (uint64_t)ARENA_FENCE_BYTE;

static bool arena_fence_stands(const void *block, size_t bytes) {
    const unsigned char *fence = (const unsigned char *)block + bytes;
    uint64_t changed = 0, word;
    for (int i = 0; i < LF_ARENA_FENCE; i += (int)sizeof word) {
        memcpy(&word, fence + i, sizeof word);
        changed |= word ^ arena_fence_word;
    }
    return changed == 0;
}

lf_arena *lf_arena_create(void *state, size_t state_size, size_t limit_bytes) {
    lf_arena *arena = calloc(1, sizeof *arena);
    if (!arena) return NULL;
    arena->state = state;
    arena->state_size = state_size;
    arena->limit = limit_bytes;
    return arena;
}

static void arena_part(lf_arena *arena) {
    if (lf_family_here == arena->family) lf_family_here = NULL;
    lf_family_free(arena->family);
    arena->family = NULL;
}

lf_status lf_arena_sparse(lf_arena *arena, size_t d) {
    LF_TRY(lf_family_create(d, &arena->family));
    lf_family_here = arena->family;
    return LF_OK;
}

void lf_arena_dense(lf_arena *arena) {
    if (!arena->family) return;
    lf_family_dissolve(arena->family);
    arena_part(arena);
}

/* A sanitizer knows nothing of pages. */
static bool arena_is_large(size_t bytes) {
    return LF_ARENA_FENCE > 0 && bytes >= LF_PAGES_LEAST;
}

/* Memory of 0 for a block and its fence. Of a vector of which few entries are ever touched, large
 * pages are taken only there. */
static void *arena_block_take(size_t bytes) {
    void *data;
    const size_t whole = bytes + LF_ARENA_FENCE;
    if (arena_is_large(bytes)) return lf_pages_take(whole);
    return posix_memalign(&data, 64, whole) == 0 ? memset(data, 0, whole) : NULL;
}

void lf_arena_free(lf_arena *arena) {
    if (!arena) return;
    arena_part(arena);
    for (size_t i = 0; i < arena->blocks; i++) {
        arena_block *block = &arena->block[i];
        if (arena_is_large(block->bytes))
            lf_pages_give(block->data, block->bytes + LF_ARENA_FENCE);
        else
            free(block->data);
    }
    free(arena->block);
    free(arena);
}

static lf_status arena_grow(lf_arena *arena) {
    if (arena->blocks < arena->capacity) return LF_OK;
    const size_t capacity = arena->capacity ? 2 * arena->capacity : 16;
    arena_block *block = realloc(arena->block, capacity * sizeof *block);
    if (!block) return lf_fail(LF_NO_MEMORY, "arena: no memory for %zu blocks", capacity);
    arena->block = block;
    arena->capacity = capacity;
    return LF_OK;
}

/* Each block is an allocation of its own and has its length to the byte, so that a sanitizer sees
 * every overrun. */
static lf_status arena_take(lf_arena *arena, size_t bytes, void *slot) {
    const uintptr_t from = (uintptr_t)arena->state, at = (uintptr_t)slot;
    if (at < from || at + sizeof(void *) > from + arena->state_size)
        return lf_fail(LF_BAD_ARGUMENT,
                       "arena: the slot lies outside the state of %zu bytes; point "
                       "at a field of the state struct",
                       arena->state_size);
    if (bytes > arena->limit - arena->used)
        return lf_fail(LF_NO_MEMORY, "arena: %zu bytes asked for, %zu of %zu left", bytes,
                       arena->limit - arena->used, arena->limit);
    LF_TRY(arena_grow(arena));
    void *data = arena_block_take(bytes);
    if (!data) return lf_fail(LF_NO_MEMORY, "arena: no memory for %zu bytes", bytes);
    memset((unsigned char *)data + bytes, ARENA_FENCE_BYTE, LF_ARENA_FENCE);
    arena->block[arena->blocks++] = (arena_block){at - from, bytes, data};
    arena->used += bytes;
    memcpy(slot, &data, sizeof data);
    return LF_OK;
}

lf_status lf_arena_array(lf_arena *arena, size_t count, size_t size, void *slot) {
    if (size > 0 && count > SIZE_MAX / 2 / size)
        return lf_fail(LF_NO_MEMORY, "arena: %zu items of %zu bytes asked for", count, size);
    return arena_take(arena, count * size, slot);
}

lf_status lf_arena_vector(lf_arena *arena, size_t n, double **slot) {
    return lf_arena_array(arena, n, sizeof(double), slot);
}

bool lf_arena_is_sparse(const lf_arena *arena) {
    return arena->family != NULL;
}

lf_status lf_arena_join(lf_arena *arena, double *x) {
    return lf_family_admit(arena->family, x);
}

lf_status lf_arena_point(lf_arena *arena, size_t d, double **slot) {
    LF_TRY(lf_arena_vector(arena, d, slot));
    return arena->family ? lf_family_admit(arena->family, *slot) : LF_OK;
}

void lf_arena_fence_state(lf_arena *arena) {
    memset(arena->state + arena->state_size, ARENA_FENCE_BYTE, LF_ARENA_FENCE);
    arena->state_fenced = true;
}

lf_status lf_arena_check(const lf_arena *arena) {
    if (arena->state_fenced && !arena_fence_stands(arena->state, arena->state_size))
        return lf_fail(LF_BAD_ARGUMENT, "behind its state of %zu bytes", arena->state_size);
    for (size_t i = 0; i < arena->blocks; i++)
        if (!arena_fence_stands(arena->block[i].data, arena->block[i].bytes))
            return lf_fail(LF_BAD_ARGUMENT, "behind block %zu that it took in init, of %zu bytes",
                           i + 1, arena->block[i].bytes);
    return LF_OK;
}

size_t lf_arena_snapshot_bytes(const lf_arena *arena) {
    const size_t family = arena->family ? lf_family_bytes(arena->family) : 0;
    return arena->state_size + arena->used + family;
}

lf_status lf_arena_visit(const lf_arena *arena,
                         lf_status (*visit)(void *context, const void *bytes, size_t size),
                         void *context) {
    LF_TRY(visit(context, arena->state, arena->state_size));
    for (size_t i = 0; i < arena->blocks; i++)
        LF_TRY(visit(context, arena->block[i].data, arena->block[i].bytes));
    return arena->family ? lf_family_visit(arena->family, visit, context) : LF_OK;
}

/* The word at a place of a state. */
static uintptr_t arena_word(const void *state, size_t at) {
    uintptr_t word;
    memcpy(&word, (const unsigned char *)state + at, sizeof word);
    return word;
}

/* Is there a slot at this place of a state? */
static bool arena_has_slot(const lf_arena *arena, size_t at) {
    for (size_t i = 0; i < arena->blocks; i++)
        if (arena->block[i].slot == at) return true;
    return false;
}

/* What `word` of a state is here: a slot may have been given the vector of another one, as where
 * the last iterate and the next are exchanged. 0: it is the address of none. */
static uintptr_t arena_exchanged(const lf_arena *arena, uintptr_t word, const void *here,
                                 const void *there) {
    for (size_t i = 0; i < arena->blocks; i++)
        if (arena_word(there, arena->block[i].slot) == word)
            return arena_word(here, arena->block[i].slot);
    return 0;
}

/* The state's addresses from there become those from here. */
static size_t arena_rebase(lf_arena *arena, const void *here, const void *there) {
    for (size_t at = 0; at + sizeof(uintptr_t) <= arena->state_size; at += sizeof(uintptr_t)) {
        const uintptr_t was = arena_word(there, at), word = arena_word(arena->state, at);
        uintptr_t own = arena_word(here, at);
        if (own == was && !arena_has_slot(arena, at)) continue;
        if (word != was && !(own = arena_exchanged(arena, word, here, there))) return at;
        memcpy(arena->state + at, &own, sizeof own);
    }
    return arena->state_size;
}

size_t lf_arena_restore(lf_arena *arena, const void *bytes, const void *here, const void *there) {
    const unsigned char *from = bytes;
    memcpy(arena->state, from, arena->state_size);
    from += arena->state_size;
    for (size_t i = 0; i < arena->blocks; i++) {
        memcpy(arena->block[i].data, from, arena->block[i].bytes);
        from += arena->block[i].bytes;
    }
    if (arena->family) lf_family_restore(arena->family, from);
    return arena_rebase(arena, here, there);
}
