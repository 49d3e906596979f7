/**
 * @file encode.c
 * @brief One-hot encoding against listed categories.
 */
#include "datasets/readers/parts/encode.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"

lf_status lf_encode_code(const lf_csv *csv, const lf_csv_field *field, const lf_categories *list,
                         size_t *code) {
    for (size_t c = 0; c < list->categories; c++) {
        if (strcmp(field->text, list->category[c]) != 0) continue;
        *code = c;
        return LF_OK;
    }
    const char *near = lf_suggest_among(field->text, list->categories, list->category);
    char expected[256];
    if (near)
        snprintf(expected, sizeof expected, "a known category; the nearest is \"%s\"", near);
    else
        snprintf(expected, sizeof expected, "one of %zu known categories such as \"%s\"",
                 list->categories, list->category[0]);
    return lf_csv_refuse(csv, field, expected);
}

lf_status lf_encode_block(const lf_csv *csv, const lf_csv_field *field, const lf_categories *list,
                          uint32_t first, lf_builder *builder) {
    size_t code = 0;
    if (field->missing) return LF_OK;
    LF_TRY(lf_encode_code(csv, field, list, &code));
    return lf_builder_entry(builder, first + (uint32_t)code, 1);
}

lf_status lf_encode_names(const lf_categories *list, lf_builder *builder, uint32_t *next) {
    if (list->categories == 0) return lf_builder_name(builder, (*next)++, "%s", list->name);
    for (size_t c = 0; c < list->categories; c++)
        LF_TRY(lf_builder_name(builder, (*next)++, "%s=%s", list->name, list->category[c]));
    return LF_OK;
}
