/**
 * @file own_data.h
 * @brief Files of a user's own data, and a cache that is as new as they are.
 */
#pragma once

#include "scratch.h"

/** cmocka setup: what is read of the files is kept in the test's own folder, too. */
static inline int own_cache(void **state) {
    return scratch_setup(state) != 0 ? -1 : setenv("XDG_CACHE_HOME", *state, 1);
}

/** Write folder/name, a text; the path, or NULL. */
static inline const char *own_text(void **state, const char *name, const char *text) {
    return scratch_write(state, name, text, strlen(text));
}
