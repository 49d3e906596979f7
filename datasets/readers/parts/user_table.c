/**
 * @file user_table.c
 * @brief What every reader of user data does with a table: names, rows, the end.
 */
#include "datasets/readers/parts/user_table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

lf_status lf_user_table_feature(lf_user_table *table, const char *format, ...) {
    va_list arguments;
    const size_t n = table->features;
    /* Room for 1, 2, 4, ... names: it is used up where n is a power of two. */
    if ((n & (n - 1)) == 0) {
        char **grown = realloc(table->feature, (n ? 2 * n : 1) * sizeof *grown);
        if (!grown) return lf_fail(LF_NO_MEMORY, "no memory for the names of the features");
        table->feature = grown;
    }
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

bool lf_user_table_has(const lf_user_table *table, bool test, size_t i) {
    return (table->split.rows > 0 && table->test[table->split.code[i]]) == test;
}

lf_status lf_user_table_row(const lf_user_table *table, size_t i, lf_builder *builder) {
    for (unsigned g = 0; g < table->of->keys->groups_count; g++)
        LF_TRY(lf_builder_code(builder, g, lf_builder_rows(builder), table->group[g].code[i]));
    return lf_builder_row(builder, table->value[table->label.code[i]]);
}

lf_status lf_user_table_changed(const lf_user_table *table) {
    return lf_fail(LF_BAD_INPUT, "%s: changed while it was read", table->of->file[0]);
}
