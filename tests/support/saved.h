/* The content of an arena as lf_arena_restore() takes it: what a checkpoint has of it. */
#pragma once

#include <string.h>

#include "oracle/arena.h"

static inline lf_status saved_add(void *to, const void *bytes, size_t size) {
    unsigned char **at = to;
    memcpy(*at, bytes, size);
    *at += size;
    return LF_OK;
}

/* bytes (lf_arena_snapshot_bytes) <- all of it. */
static inline void saved_arena(const lf_arena *arena, void *bytes) {
    unsigned char *at = bytes;
    lf_arena_visit(arena, saved_add, &at);
}
