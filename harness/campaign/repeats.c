#include "harness/campaign/repeats.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *key;
    size_t place;
} repeats_entry;

/* Equal keys stay in their order, so that the first of them is the one that counts. */
static int repeats_order(const void *a, const void *b) {
    const repeats_entry *left = a, *right = b;
    const int order = strcmp(left->key, right->key);
    return order != 0 ? order : (left->place > right->place) - (left->place < right->place);
}

lf_status lf_plan_repeats(size_t n, const lf_planned_run *const *plan, bool *repeats) {
    repeats_entry *entry = calloc(n + 1, sizeof *entry);
    if (!entry) return lf_fail(LF_NO_MEMORY, "no memory for %zu runs", n);
    for (size_t i = 0; i < n; i++)
        entry[i] = (repeats_entry){plan[i]->key, i};
    qsort(entry, n, sizeof *entry, repeats_order);
    for (size_t i = 0; i < n; i++)
        repeats[entry[i].place] = i > 0 && strcmp(entry[i - 1].key, entry[i].key) == 0;
    free(entry);
    return LF_OK;
}
