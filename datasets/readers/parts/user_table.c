/**
 * @file user_table.c
 * @brief What every reader of user data does with a table: names, rows, the end.
 */
#include "datasets/readers/parts/user_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

lf_status lf_user_table_feature(lf_user_table *table, const char *format, ...) {
    va_list arguments;
    const size_t n = table->features;
    LF_TRY(lf_grow(&table->feature, n, sizeof *table->feature, "the names of the features"));
    va_start(arguments, format);
    const int bytes = vasprintf(&table->feature[n], format, arguments);
    va_end(arguments);
    if (bytes < 0) return lf_fail(LF_NO_MEMORY, "no memory for a name");
    table->features++;
    return LF_OK;
}

void lf_user_table_free(lf_user_table *table) {
    for (size_t j = 0; table->feature && j < table->features; j++)
        free(table->feature[j]);
    free(table->feature);
    free(table->value);
    lf_user_column_free(&table->label);
    lf_user_column_free(&table->split);
    for (size_t g = 0; g < LF_USER_GROUPS; g++)
        lf_user_column_free(&table->group[g]);
    *table = (lf_user_table){0};
}

void lf_user_table_settle(lf_user_table *table, lf_builder *builder) {
    table->entry.features = table->features;
    if (!table->sparse) lf_builder_set_dense(builder);
}

void lf_user_table_file(lf_user_table *table, size_t f, lf_builder *builder) {
    if (f == 0 || f != table->of->training) return;
    table->train_rows = table->rows;
    lf_builder_end_training(builder);
}

lf_status lf_user_table_row(lf_user_table *table, lf_builder *builder) {
    table->rows++;
    return lf_builder_row(builder, 0);
}

lf_status lf_user_table_differs(const lf_user_table *table, size_t f, size_t features,
                                char *const *feature) {
    const char *path = table->of->file[f], *first = table->of->file[0];
    const size_t least = features < table->features ? features : table->features;
    size_t j = 0;
    while (feature && j < least && strcmp(feature[j], table->feature[j]) == 0)
        j++;
    if (feature && j < least)
        return lf_fail(LF_BAD_INPUT,
                       "%s: its columns are not those of %s: feature %zu is \"%s\", and \"%s\" "
                       "there",
                       path, first, j + 1, feature[j], table->feature[j]);
    const bool fewer = features < table->features;
    const char *name = !feature ? "" : fewer ? table->feature[j] : feature[j];
    return lf_fail(LF_BAD_INPUT,
                   "%s: its columns are not those of %s: it has %zu features and not %zu%s%s%s",
                   path, first, features, table->features,
                   !feature ? ""
                   : fewer  ? "; the first that is missing is \""
                            : "; the first one more is \"",
                   name, feature ? "\"" : "");
}
