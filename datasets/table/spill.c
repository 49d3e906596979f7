/**
 * @file spill.c
 * @brief Arrays on the heap, and in mapped files.
 */
#include "datasets/table/spill.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file.h"

void lf_spill_forget(void *at, size_t size_bytes) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t first = ((uintptr_t)at + page - 1) / page * page;
    const uintptr_t end = ((uintptr_t)at + size_bytes) / page * page;
    if (first < end) madvise((char *)at + (first - (uintptr_t)at), end - first, MADV_DONTNEED);
}

static lf_status spill_grow_heap(lf_spill *s, size_t need_bytes) {
    const size_t wanted = need_bytes + need_bytes / 2 + 256;
    void *grown = wanted < need_bytes ? NULL : realloc(s->at, wanted);
    if (!grown) return lf_fail(LF_NO_MEMORY, "no memory for %zu bytes", need_bytes);
    s->at = grown;
    s->room_bytes = wanted;
    return LF_OK;
}

/* folder <- where the file lies, made if it is not there. */
static lf_status spill_folder(char folder[LF_PATH_BYTES]) {
    char cache[LF_PATH_BYTES];
    LF_TRY(lf_cache_folder(cache));
    LF_TRY(lf_path_format(folder, "%s/parsed", cache));
    return lf_folder_make(folder);
}

static lf_status spill_grow_file(lf_spill *s, const char *folder, int fd, size_t need_bytes) {
    const size_t wanted = (need_bytes / LF_SPILL_STEP + 1) * LF_SPILL_STEP;
    if (wanted < need_bytes) return lf_fail(LF_NO_MEMORY, "no memory for %zu bytes", need_bytes);
    const size_t first = s->lent ? LF_SPILL_PAGE : 0;
    LF_TRY(lf_file_room(fd, folder, first + wanted));
    if (s->file) lf_spill_forget(s->at, s->room_bytes);
    void *grown = s->file
                      ? mremap(s->at, s->room_bytes, wanted, MREMAP_MAYMOVE)
                      : mmap(NULL, wanted, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)first);
    if (grown == MAP_FAILED) return lf_fail(LF_NO_MEMORY, "no address space for %zu bytes", wanted);
    /* All pages of the step at once cost less than one after the other; if not, they come so. */
    const size_t before = s->file ? s->room_bytes : 0;
    madvise((char *)grown + before, wanted - before, MADV_POPULATE_WRITE);
    if (!s->file) {
        if (s->room_bytes > 0) memcpy(grown, s->at, s->room_bytes);
        free(s->at);
    }
    *s = (lf_spill){grown, wanted, fd + 1, s->lent};
    return LF_OK;
}

lf_status lf_spill_reserve(lf_spill *spill, size_t need_bytes) {
    char folder[LF_PATH_BYTES];
    int fd = (spill->lent ? spill->lent : spill->file) - 1;
    if (need_bytes <= spill->room_bytes) return LF_OK;
    if (!spill->file && need_bytes <= LF_SPILL_MEMORY) return spill_grow_heap(spill, need_bytes);
    if (spill_folder(folder) != LF_OK || (fd < 0 && lf_file_unnamed(folder, &fd) != LF_OK))
        return spill->file ? lf_fail(LF_IO, "%s", lf_message())
                           : spill_grow_heap(spill, need_bytes);
    const lf_status status = spill_grow_file(spill, folder, fd, need_bytes);
    if (status != LF_OK && !spill->file && !spill->lent) close(fd);
    return status;
}

void lf_spill_passed(const lf_spill *spill, size_t first_bytes, size_t last_bytes) {
    if (spill->file && first_bytes / LF_SPILL_STEP != last_bytes / LF_SPILL_STEP)
        lf_spill_forget(spill->at, last_bytes);
}

void lf_spill_free(lf_spill *spill) {
    if (spill->file) {
        munmap(spill->at, spill->room_bytes);
        if (!spill->lent) close(spill->file - 1);
    } else {
        free(spill->at);
    }
    *spill = (lf_spill){0};
}
