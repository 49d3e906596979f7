/**
 * @file columns.c
 * @brief Text tables.
 *
 * Cells are kept until the table is printed, because a column is as wide as its widest cell.
 */
#include "cli/columns.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/grow.h"

void lf_table_add(lf_table *table, const char *format, ...) {
    if (lf_grow(&table->cell, table->cells, sizeof *table->cell, "a table") != LF_OK) return;
    va_list arguments;
    va_start(arguments, format);
    char *text = NULL;
    if (vasprintf(&text, format, arguments) < 0) text = NULL;
    va_end(arguments);
    table->cell[table->cells++] = text;
}

void lf_table_row(lf_table *table, size_t n, const char *const *words) {
    for (size_t i = 0; i < n; i++)
        lf_table_add(table, "%s", words[i]);
}

/* Characters of a UTF-8 text: bytes that do not continue one. */
static int table_width(const char *text) {
    int width = 0;
    for (; text && *text; text++)
        width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

/* The widest cell of a column. */
static int table_column_width(const lf_table *table, size_t column) {
    int widest = 0;
    for (size_t i = column; i < table->cells; i += table->columns) {
        int width = table_width(table->cell[i]);
        if (width > widest) widest = width;
    }
    return widest;
}

void lf_table_print(lf_table *table, int indent, FILE *out) {
    for (size_t i = 0; i < table->cells; i++) {
        const char *text = table->cell[i] ? table->cell[i] : "";
        size_t column = i % table->columns;
        fprintf(out, "%*s%s", column ? 2 : indent, "", text);
        if (column + 1 == table->columns || i + 1 == table->cells)
            fputc('\n', out);
        else
            fprintf(out, "%*s", table_column_width(table, column) - table_width(text), "");
    }
    for (size_t i = 0; i < table->cells; i++)
        free(table->cell[i]);
    free(table->cell);
    *table = (lf_table){.columns = table->columns};
}
