/**
 * @file columns.h
 * @brief Columns of text that line up, on standard output.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

/** A table being filled, cell by cell, row by row. */
typedef struct {
    size_t columns;
    size_t cells;
    char **cell; /**< row-major; each malloc'ed */
} lf_table;

/** Add the next cell (printf-style). A failed allocation leaves the cell out as "". */
void lf_table_add(lf_table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Add a row: these words, a cell each. */
#define LF_TABLE_ROW(table, ...)                                                                   \
    lf_table_row(table, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),                    \
                 (const char *const[]){__VA_ARGS__})
void lf_table_row(lf_table *table, size_t n, const char *const *words);

/** Print it with `indent` spaces in front and two between columns, the last column unpadded, then
 *  empty it. Widths are counted in characters, not bytes. */
void lf_table_print(lf_table *table, int indent, FILE *out);
