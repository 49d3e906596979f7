/**
 * @file fuzz_set.h
 * @brief A set of the catalogue, out of its files by the reader of their format.
 */
#pragma once

#include "fuzz.h"

#include "datasets/readers/parts/reader.h"

/** The table, or NULL where a file is refused; the entry's paths are those of the files. */
static inline lf_data *fuzz_set(const lf_dataset *entry) {
    const char *path[4] = {0};
    lf_builder *builder;
    lf_data *table = NULL;
    for (size_t f = 0; entry->files[f].path; f++)
        path[f] = entry->files[f].path;
    fuzz_require(lf_builder_create(entry, &builder) == LF_OK);
    fuzz_begin();
    if (fuzz_took(lf_dataset_fill(entry, path, builder))) {
        for (size_t f = 0; path[f]; f++)
            fuzz_require(lf_builder_digest(builder, path[f]) != NULL);
        fuzz_took(lf_builder_finish(builder, "fuzz", &table));
    }
    lf_builder_free(builder);
    return table;
}
