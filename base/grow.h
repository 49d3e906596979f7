/**
 * @file grow.h
 * @brief Lists of which nobody knows beforehand how long they become.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

/**
 * Make room behind the n items of a list, each of `size` bytes, for one more, which is zeroed.
 * `list` is where the pointer to the first one is: NULL while n is 0. The room doubles whenever n
 * is a power of two, so no list needs to say how much it has; but all of a list's room has to come
 * from here. LF_NO_MEMORY, "no memory for `what`": the list is as it was.
 */
lf_status lf_grow(void *list, size_t n, size_t size, const char *what);
