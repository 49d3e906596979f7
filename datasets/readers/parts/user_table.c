/**
 * @file user_table.c
 * @brief What every reader of user data does with a table: names, rows, the end.
 */
#include "datasets/readers/parts/user_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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

lf_status lf_user_table_row(lf_user_table *table, lf_builder *builder) {
    table->rows++;
    return lf_builder_row(builder, 0);
}

lf_status lf_user_table_differs(const lf_user_table *table, size_t f) {
    return lf_fail(LF_BAD_INPUT, "%s: its columns are not those of %s", table->of->file[f],
                   table->of->file[0]);
}
