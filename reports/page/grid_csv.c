/**
 * @file grid_csv.c
 * @brief A grid for spreadsheets.
 *
 * RFC 4180. Further lines of a cell stand behind semicolons; thin spaces, which set numbers in
 * groups for eyes, go.
 */
#include <string.h>

#include "reports/page/page.h"

static void grid_csv_text(const char *text, size_t length, FILE *out) {
    for (size_t i = 0; i < length; i++) {
        if (strncmp(text + i, "\u2009", 3) == 0 || strncmp(text + i, "\u202f", 3) == 0)
            i += 2;
        else
            fprintf(out, text[i] == '"' ? "\"\"" : "%c", text[i]);
    }
}

void lf_grid_csv(const lf_grid *grid, FILE *out) {
    for (size_t row = 0; row < lf_grid_rows(grid); row++) {
        for (size_t column = 0; column < grid->columns; column++) {
            const bool drawing = row > 0 && grid->column[column] == LF_COLUMN_DRAWING;
            const char *cell = drawing ? "" : lf_grid_at(grid, row, column), *text;
            size_t length;
            fputs(column ? ",\"" : "\"", out);
            for (size_t line = 0; (text = lf_grid_line(cell, line, &length)); line++) {
                fputs(line ? "; " : "", out);
                grid_csv_text(text, length, out);
            }
            fputc('"', out);
        }
        fputs("\r\n", out);
    }
}
