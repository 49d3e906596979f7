#include "oracle/info_copy.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Where the copy's parts go, one after the other; at = NULL: they are only measured. */
typedef struct {
    unsigned char *at;
    size_t used;
} info_room;

static void *info_put(info_room *room, const void *from, size_t bytes) {
    unsigned char *to = room->at ? room->at + room->used : NULL;
    if (to && bytes > 0) memcpy(to, from, bytes);
    room->used += (bytes + 15) / 16 * 16;
    return to;
}

static const char *info_put_text(info_room *room, const char *text) {
    return text ? info_put(room, text, strlen(text) + 1) : NULL;
}

static void info_put_components(info_room *room, lf_components *of) {
    const lf_component *from = of->component;
    lf_component *to = info_put(room, from, of->count * sizeof *from);
    for (size_t i = 0; i < of->count; i++) {
        const lf_outer *outer = info_put(room, from[i].outer, from[i].outers * sizeof *outer);
        if (to) to[i].outer = outer;
    }
    of->component = to;
}

static const lf_measure *info_put_measures(info_room *room, const lf_measure *from) {
    size_t n = 0;
    while (from && from[n].name)
        n++;
    lf_measure *to = from ? info_put(room, from, (n + 1) * sizeof *from) : NULL;
    for (size_t i = 0; i < n; i++) {
        const lf_measure measure = {.name = info_put_text(room, from[i].name),
                                    .cost = info_put_text(room, from[i].cost),
                                    .doc = info_put_text(room, from[i].doc)};
        if (to) to[i] = measure;
    }
    return to;
}

/* The whole copy; its head comes first, and is filled in last. */
static void info_put_all(info_room *room, const lf_problem_info *info) {
    lf_problem_info *head = info_put(room, info, sizeof *info), all = *info;
    for (size_t role = 0; role < LF_ROLES; role++)
        info_put_components(room, &all.role[role]);
    if (info->regulariser)
        all.regulariser = info_put(room, info->regulariser, sizeof *info->regulariser);
    all.measures = info_put_measures(room, info->measures);
    all.x0 = NULL;
    all.parts = all.features = all.memory_count = 0;
    all.part = NULL;
    all.feature = NULL;
    all.data_name = all.data_sha256 = info_put_text(room, "");
    all.views_mend = NULL;
    all.memory = NULL;
    if (head) *head = all;
}

/* copy <- new pages of this many bytes, which can still be written to. */
static lf_status info_pages(size_t bytes, lf_info_copy *copy) {
    void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *copy = (lf_info_copy){0};
    if (pages == MAP_FAILED)
        return lf_fail(LF_NO_MEMORY, "oracle: no memory for what the problem says of itself");
    *copy = (lf_info_copy){.info = pages, .bytes = bytes};
    return LF_OK;
}

lf_status lf_info_copy_make(const lf_problem_info *info, lf_info_copy *copy) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    info_room room = {0};
    info_put_all(&room, info);
    LF_TRY(info_pages((room.used + page - 1) / page * page, copy));
    room = (info_room){.at = (unsigned char *)copy->info};
    info_put_all(&room, info);
    mprotect(room.at, copy->bytes, PROT_READ);
    return LF_OK;
}

/* A pointer into the old block becomes one into the new; `pointer` is the address of any. */
static void info_move(void *pointer, uintptr_t was, const lf_info_copy *copy) {
    uintptr_t at;
    memcpy(&at, pointer, sizeof at);
    if (at == 0) return;
    at = at - was + (uintptr_t)copy->info;
    memcpy(pointer, &at, sizeof at);
}

static void info_move_all(lf_problem_info *info, uintptr_t was, const lf_info_copy *copy) {
    for (size_t role = 0; role < LF_ROLES; role++) {
        lf_components *of = &info->role[role];
        info_move(&of->component, was, copy);
        for (size_t i = 0; i < of->count; i++)
            info_move((void *)&of->component[i].outer, was, copy);
    }
    info_move(&info->regulariser, was, copy);
    info_move(&info->data_name, was, copy);
    info_move(&info->data_sha256, was, copy);
    info_move(&info->measures, was, copy);
    for (lf_measure *m = (lf_measure *)info->measures; m && m->name; m++) {
        info_move(&m->name, was, copy);
        info_move(&m->cost, was, copy);
        info_move(&m->doc, was, copy);
    }
}

lf_status lf_info_copy_take(const void *block, size_t bytes, uintptr_t was, lf_info_copy *copy) {
    LF_TRY(info_pages(bytes, copy));
    lf_problem_info *info = (lf_problem_info *)copy->info;
    memcpy(info, block, bytes);
    info_move_all(info, was, copy);
    mprotect(info, bytes, PROT_READ);
    return LF_OK;
}

void lf_info_copy_free(lf_info_copy *copy) {
    if (copy->info) munmap((void *)copy->info, copy->bytes);
    *copy = (lf_info_copy){0};
}
