/**
 * @file spill.h
 * @brief An array that grows: in memory while it is small, then in a file without a name.
 *
 * Past LF_SPILL_MEMORY bytes the array lies in the cache's folder, mapped. With each step that it
 * grows by, the pages behind are given back to the system, which has them on the disk, or soon: so
 * the process holds a step of it, however long it gets. Where there is no such folder it stays in
 * memory.
 */
#pragma once

#include <stddef.h>

#include <levelfield/status.h>

enum { LF_SPILL_MEMORY = 1 << 24, LF_SPILL_STEP = 1 << 25 };

/** Zero before, and after it was freed. */
typedef struct {
    void *at;
    size_t room_bytes;
    int file; /**< 0: in memory; else the descriptor and one */
    int lent; /**< likewise, a file that it may use instead of its own, behind LF_SPILL_PAGE bytes
               */
} lf_spill;

/** What is left free at the beginning of a file that was lent. */
enum { LF_SPILL_PAGE = 4096 };

/** Let it hold so many bytes; what is there stays, at another address perhaps. LF_IO if the disk is
 *  full. */
lf_status lf_spill_reserve(lf_spill *spill, size_t need_bytes);
void lf_spill_free(lf_spill *spill);

/** Give pages of a mapped array back that were filled or read, whole ones inside the range. */
void lf_spill_forget(void *at, size_t size_bytes);

/** Whoever goes through an array once says so of each item, which lies at [first, last) bytes: the
 *  pages behind are given back whenever a step of them is full. Without a file: nothing. */
void lf_spill_passed(const lf_spill *spill, size_t first_bytes, size_t last_bytes);
