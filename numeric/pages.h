/**
 * @file pages.h
 * @brief Large memory in large pages, which takes room only where it is touched.
 */
#pragma once

#include <stddef.h>

/** What is smaller is no large memory: a large page of a common machine, 2 MiB. */
enum { LF_PAGES_LEAST = 1 << 21 };

/** So many bytes of 0; NULL if there is no room. Numbers that lie far apart are found sooner than
 * in small pages, and the first touch of each costs one interruption in 512. */
void *lf_pages_take(size_t bytes);
/** Give it back, with the number of bytes that were asked for; NULL is fine. */
void lf_pages_give(void *room, size_t bytes);
