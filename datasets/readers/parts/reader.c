/**
 * @file reader.c
 * @brief The list of formats: every file of datasets/readers, found by the build.
 */
#include "datasets/readers/parts/reader.h"

#include <stdio.h>
#include <string.h>

#define X(name) extern const lf_reader lf_reader_##name;
#include "readers.inc"
#undef X

/* Sorted by name, as the build writes the list. */
static const lf_reader *const reader_entries[] = {
#define X(name) &lf_reader_##name,
#include "readers.inc"
#undef X
};

size_t lf_reader_list(const lf_reader *const **readers) {
    *readers = reader_entries;
    return sizeof reader_entries / sizeof *reader_entries;
}

const lf_reader *lf_reader_find(const char *format) {
    const lf_reader *const *reader;
    const size_t n = lf_reader_list(&reader);
    for (size_t k = 0; k < n; k++)
        if (strcmp(reader[k]->format, format) == 0) return reader[k];
    return NULL;
}

const char *lf_reader_words(bool named, char text[LF_READER_WORDS]) {
    const lf_reader *const *reader;
    size_t used = 0, last = 0;
    text[0] = '\0';
    for (size_t k = 0, n = lf_reader_list(&reader); k < n; k++) {
        if (!reader[k]->take || (named && !reader[k]->rows)) continue;
        if (used + strlen(reader[k]->format) + sizeof " or " > LF_READER_WORDS) break;
        last = used;
        used += (size_t)sprintf(text + used, "%s%s", used ? ", " : "", reader[k]->format);
    }
    if (last == 0) return text;
    memmove(text + last + 4, text + last + 2, used - last - 1); /* ", " becomes " or " */
    memcpy(text + last, " or ", 4);
    return text;
}

/* The entry's files by their reader, those of the training part first. */
static lf_status reader_read(const lf_dataset *entry, const char *const *paths,
                             lf_builder *builder) {
    const lf_reader *reader = lf_reader_find(entry->format);
    const lf_categories *list = entry->attribute;
    if (!reader || !reader->read)
        return lf_fail(LF_UNSUPPORTED, "%s: no set is read in the format '%s'", entry->name,
                       entry->format);
    if (entry->shape[0])
        LF_TRY(lf_builder_set_pixels(builder, entry->shape[0], entry->shape[1], entry->shape[2]));
    for (; list && list->name; list++)
        LF_TRY(lf_builder_attribute(builder, list->name, list->categories, list->category));
    for (size_t f = 0; entry->files[f].path; f += reader->files) {
        if (f > 0 && f == entry->train_files) lf_builder_end_training(builder);
        LF_TRY(reader->read(entry, paths + f, builder));
    }
    return LF_OK;
}

lf_status lf_dataset_fill(const lf_dataset *entry, const char *const *paths, lf_builder *builder) {
    if (entry->format) LF_TRY(reader_read(entry, paths, builder));
    return entry->parse ? entry->parse(paths, builder) : LF_OK;
}
