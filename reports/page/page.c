/**
 * @file page.c
 * @brief Grids, and printf-style text for pages.
 *
 * Nothing here fails on its own: memory that runs out is remembered by grid and page, and the
 * report is given up at its end.
 */
#include "reports/page/page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

lf_grid lf_grid_make(const char *kinds, size_t n, const char *const *heads) {
    lf_grid grid = {.columns = n, .kinds = kinds};
    for (size_t i = 0; heads && i < n; i++)
        lf_grid_add(&grid, "%s", heads[i]);
    return grid;
}

lf_column lf_grid_kind(const lf_grid *grid, size_t column) {
    const size_t last = strlen(grid->kinds) - 1;
    return (lf_column)grid->kinds[column < last ? column : last];
}

/* A grid that ran out of memory keeps what it has and remembers; lf_page_take tells the page. */
void lf_grid_add(lf_grid *grid, const char *format, ...) {
    char *text = NULL;
    char **grown = realloc(grid->cell, (grid->cells + 1) * sizeof *grown);
    if (grown) grid->cell = grown;
    va_list arguments;
    va_start(arguments, format);
    int n = grown ? vasprintf(&text, format, arguments) : -1;
    va_end(arguments);
    if (n < 0)
        grid->lost = true;
    else
        grid->cell[grid->cells++] = text;
}

void lf_grid_bold(lf_grid *grid) {
    size_t *grown = realloc(grid->bold, (grid->bolds + 1) * sizeof *grown);
    grid->lost |= !grown;
    if (!grown || grid->cells == 0) return;
    grid->bold = grown;
    grown[grid->bolds++] = grid->cells - 1;
}

bool lf_grid_is_bold(const lf_grid *grid, size_t row, size_t column) {
    for (size_t i = 0; i < grid->bolds; i++)
        if (grid->bold[i] == row * grid->columns + column) return true;
    return false;
}

const char *lf_grid_at(const lf_grid *grid, size_t row, size_t column) {
    size_t at = row * grid->columns + column;
    return column < grid->columns && at < grid->cells ? grid->cell[at] : "";
}

size_t lf_grid_rows(const lf_grid *grid) {
    return (grid->cells + grid->columns - 1) / grid->columns;
}

/* Experiments on one page share problems, methods and data: what two of them say is said once. */
void lf_grid_settle(lf_grid *grid) {
    size_t rows = lf_grid_rows(grid), last = rows - 1, column = 0;
    for (size_t row = 1; row < last; row++) {
        for (column = 0; column < grid->columns; column++)
            if (strcmp(lf_grid_at(grid, row, column), lf_grid_at(grid, last, column)) != 0) break;
        if (column < grid->columns) continue;
        while (grid->cells > last * grid->columns)
            free(grid->cell[--grid->cells]);
        return;
    }
}

void lf_grid_free(lf_grid *grid) {
    for (size_t i = 0; i < grid->cells; i++)
        free(grid->cell[i]);
    free(grid->cell);
    free(grid->bold);
    *grid = (lf_grid){.columns = grid->columns, .kinds = grid->kinds, .wraps = grid->wraps};
}

const char *lf_grid_line(const char *cell, size_t line, size_t *length) {
    for (; line > 0; line--) {
        cell = strchr(cell, '\n');
        if (!cell) return NULL;
        cell++;
    }
    *length = strcspn(cell, "\n");
    return cell;
}

const char *lf_grid_words(const lf_grid *grid, size_t row, size_t column, size_t line,
                          size_t *length) {
    const lf_column kind = lf_grid_kind(grid, column);
    if (row > 0 && kind == LF_COLUMN_DRAWING) return NULL;
    if (line > 0 && (kind == LF_COLUMN_LINK || kind == LF_COLUMN_URL)) return NULL;
    return lf_grid_line(lf_grid_at(grid, row, column), line, length);
}

/* The grid can be filled again afterwards. */
void lf_page_take(lf_page *page, lf_grid *grid) {
    if (grid->lost) page->lost = true;
    page->is->grid(page, grid);
    lf_grid_free(grid);
}

/* malloc'ed text, or NULL and the page is marked. */
static char *page_format(lf_page *page, const char *format, va_list arguments) {
    char *text = NULL;
    if (vasprintf(&text, format, arguments) >= 0) return text;
    page->lost = true;
    return NULL;
}

void lf_page_text(lf_page *page, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = page_format(page, format, arguments);
    va_end(arguments);
    if (text) page->is->text(page, text);
    free(text);
}

void lf_page_quiet(lf_page *page, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = page_format(page, format, arguments);
    va_end(arguments);
    if (text) page->is->quiet(page, text);
    free(text);
}

void lf_page_note(lf_page *page, lf_note kind, const char *label, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = page_format(page, format, arguments);
    va_end(arguments);
    if (text) page->is->note(page, kind, label, text);
    free(text);
}

void lf_grid_link(lf_grid *grid, const char *text, const char *format, ...) {
    char *target = NULL, *line = strdup(text);
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&target, format, arguments) < 0) target = NULL;
    va_end(arguments);
    for (char *c = line ? strpbrk(line, "\r\n") : NULL; c; c = strpbrk(c, "\r\n"))
        *c = ' ';
    if (!line || !target) grid->lost = true;
    lf_grid_add(grid, "%s\n%s", line ? line : "", target ? target : "");
    free(target);
    free(line);
}

/* RFC 4180. Further lines of a cell stand behind semicolons; thin spaces, which set numbers in
 * groups for eyes, go. */
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
            const bool drawing = row > 0 && lf_grid_kind(grid, column) == LF_COLUMN_DRAWING;
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
