/**
 * @file allocations.h
 * @brief Allocations of a test program, those of its libraries included: counted, and one refused.
 *
 * A sanitizer has an allocator of its own, so there they are neither.
 */
#pragma once

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ALLOCATIONS_SANITIZED
#endif
#endif
#if !defined(ALLOCATIONS_SANITIZED) && !defined(__SANITIZE_ADDRESS__) &&                           \
    !defined(__SANITIZE_THREAD__)
#define ALLOCATIONS_COUNTED 1
#else
#define ALLOCATIONS_COUNTED 0
#endif

__attribute__((unused)) static size_t allocations;         /* so far */
__attribute__((unused)) static size_t allocations_refused; /* which fails, from 1; 0: none */

#if ALLOCATIONS_COUNTED
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

void *malloc(size_t size) {
    return ++allocations == allocations_refused ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return ++allocations == allocations_refused ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return ++allocations == allocations_refused ? NULL : __libc_realloc(old, size);
}
#endif
