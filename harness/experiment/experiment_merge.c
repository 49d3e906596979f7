/**
 * @file experiment_merge.c
 * @brief A base file's lists before an experiment's own.
 *
 * The schema's table says where every text, mapping and list lies, so a new key is merged without a
 * line here.
 */
#include <stdlib.h>
#include <string.h>

#include "harness/experiment/experiment_parts.h"

/* Fields are reached by offset, and copied as bytes: their types differ. */
static void *merge_pointer(const lf_experiment *experiment, uint32_t offset) {
    void *pointer;
    memcpy(&pointer, (const char *)experiment + offset, sizeof pointer);
    return pointer;
}

static void merge_set_pointer(lf_experiment *experiment, uint32_t offset, void *pointer) {
    memcpy((char *)experiment + offset, &pointer, sizeof pointer);
}

static unsigned merge_count(const lf_experiment *experiment, uint32_t offset) {
    unsigned count;
    memcpy(&count, (const char *)experiment + offset, sizeof count);
    return count;
}

static void merge_set_count(lf_experiment *experiment, uint32_t offset, unsigned count) {
    memcpy((char *)experiment + offset, &count, sizeof count);
}

/* A text or a mapping: the base's where there is none of the experiment's own. */
static void merge_one(lf_experiment *base, lf_experiment *own, const cyaml_schema_field_t *field) {
    if (merge_pointer(own, field->data_offset)) return;
    merge_set_pointer(own, field->data_offset, merge_pointer(base, field->data_offset));
    merge_set_pointer(base, field->data_offset, NULL);
}

static lf_status merge_list(lf_experiment *base, lf_experiment *own,
                            const cyaml_schema_field_t *field) {
    const cyaml_schema_value_t *entry = field->value.sequence.entry;
    size_t size = entry->flags & CYAML_FLAG_POINTER ? sizeof(void *) : entry->data_size;
    size_t before = merge_count(base, field->count_offset);
    size_t after = merge_count(own, field->count_offset);
    if (before == 0) return LF_OK;
    /* Grown with realloc, as libcyaml does, so that libcyaml can free the result. */
    char *list = realloc(merge_pointer(base, field->data_offset), (before + after) * size);
    if (!list) return lf_fail(LF_NO_MEMORY, "no memory to merge %s", field->key);
    if (after > 0)
        memcpy(list + before * size, merge_pointer(own, field->data_offset), after * size);
    free(merge_pointer(own, field->data_offset));
    merge_set_pointer(own, field->data_offset, list);
    merge_set_count(own, field->count_offset, (unsigned)(before + after));
    merge_set_pointer(base, field->data_offset, NULL);
    merge_set_count(base, field->count_offset, 0);
    return LF_OK;
}

lf_status lf_experiment_merge(lf_experiment *base, lf_experiment *experiment) {
    const cyaml_schema_field_t *field = lf_experiment_schema()->mapping.fields;
    for (; field->key; field++) {
        if (field->value.type == CYAML_STRING || field->value.type == CYAML_MAPPING)
            merge_one(base, experiment, field);
        if (field->value.type == CYAML_SEQUENCE) LF_TRY(merge_list(base, experiment, field));
    }
    return LF_OK;
}
