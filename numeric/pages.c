#include "numeric/pages.h"

#include <sys/mman.h>

void *lf_pages_take(size_t bytes) {
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return NULL;
    madvise(room, bytes, MADV_HUGEPAGE); /* a kernel without them goes on */
    return room;
}

void lf_pages_give(void *room, size_t bytes) {
    if (room) munmap(room, bytes);
}
