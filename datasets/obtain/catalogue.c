/**
 * @file catalogue.c
 * @brief The catalogue: every file of datasets/sets, found by the build.
 */
#include <string.h>

#include "datasets/table/dataset.h"

#define X(name) extern const lf_dataset lf_dataset_##name;
#include "datasets.inc"
#undef X

/* Sorted by name, as the build writes the list. */
static const lf_dataset *const registry_entries[] = {
#define X(name) &lf_dataset_##name,
#include "datasets.inc"
#undef X
};

size_t lf_dataset_list(const lf_dataset *const **entries) {
    *entries = registry_entries;
    return sizeof registry_entries / sizeof *registry_entries;
}

const lf_dataset *lf_dataset_find(const char *name) {
    const lf_dataset *const *entry;
    size_t n = lf_dataset_list(&entry);
    for (size_t i = 0; i < n; i++) {
        const size_t size = strlen(entry[i]->name);
        if (strncmp(entry[i]->name, name, size) != 0) continue;
        if (name[size] == '\0' || (entry[i]->sized && name[size] == ':')) return entry[i];
    }
    return NULL;
}

lf_status lf_dataset_resize(const lf_dataset *entry, const char *name, lf_dataset_size *size,
                            lf_dataset *made) {
    const char *colon = strchr(name, ':');
    *made = *entry;
    return entry->sized && colon ? entry->sized(colon + 1, size, made) : LF_OK;
}
