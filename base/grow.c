/**
 * @file grow.c
 * @brief One item more, for a list of any type.
 */
#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

/* The pointer is of the caller's type, not void *: only its bytes may be read and written here. */
lf_status lf_grow(void *list, size_t n, size_t size, const char *what) {
    char *first;
    memcpy(&first, list, sizeof first);
    if ((n & (n - 1)) == 0) {
        first = realloc(first, (n ? 2 * n : 1) * size);
        if (!first) return lf_fail(LF_NO_MEMORY, "no memory for %s", what);
        memcpy(list, &first, sizeof first);
    }
    memset(first + n * size, 0, size);
    return LF_OK;
}
