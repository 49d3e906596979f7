/**
 * @file markdown.c
 * @brief Pages as Markdown that is also readable as it stands: columns are padded to equal widths.
 *
 * For job summaries, forges and terminals. What HTML shows in small print below a value is a row of
 * its own here:
 *
 *   | P1, a9a   |                SSG |
 *   | --------- | -----------------: |
 *   | FV        |            5.11e-2 |
 *   | quartiles | 4.93e-2 to 5.39e-2 |
 *   | paper     |            9.26e-2 |
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "plots/svg.h"
#include "reports/page/page.h"

/* A character that would start markup here. Underscores inside a word start none, and names are
 * full of them. */
static bool markdown_special(const char *text, size_t i) {
    if (text[i] == '_')
        return i == 0 || !isalnum((unsigned char)text[i - 1]) ||
               !isalnum((unsigned char)text[i + 1]);
    return text[i] && strchr("\\|*`<>[]#", text[i]);
}

/* Escape `length` bytes onto one line, or with `code` only what ends a code span or a cell. On a
 * terminal (plain) nothing is markup, but for what ends a cell: columns are told apart by it. */
static void markdown_inline(const char *text, size_t length, bool code, bool plain, FILE *out) {
    for (size_t i = 0, n; i<length; i += n> 0 ? n : 1) {
        char c = text[i];
        n = lf_svg_character(text + i);
        if (n == 0 || c == '\n' || c == '\t')
            fputs(n == 0 ? "\xEF\xBF\xBD" : " ", out);
        else if (code && ((c == '`' && !plain) || c == '|'))
            fputs(c == '`' ? "'" : "\\|", out);
        else
            fprintf(out, "%s%.*s", !code && !plain && markdown_special(text, i) ? "\\" : "", (int)n,
                    text + i);
    }
}

void lf_markdown_escape(const char *text, FILE *out) {
    markdown_inline(text, strlen(text), false, false, out);
}

/* A whole text on one line. */
static void markdown_escape(lf_page *page, const char *text) {
    markdown_inline(text, strlen(text), false, page->brief, page->out);
}

static void markdown_pad(FILE *out, char c, size_t n) {
    while (n-- > 0)
        fputc(c, out);
}

void lf_markdown_wrap(lf_page *page, size_t indent, const char *text) {
    char *plain = NULL, *rest = NULL;
    size_t size, at = 0;
    FILE *out = open_memstream(&plain, &size);
    if (out) markdown_inline(text, strlen(text), false, true, out);
    page->lost |= !out || fclose(out) != 0;
    for (char *word = page->lost ? NULL : strtok_r(plain, " ", &rest); word;
         word = strtok_r(NULL, " ", &rest)) {
        const size_t width = lf_svg_length(word);
        const bool breaks = at > 0 && at + 1 + width > page->width;
        if (breaks) fputc('\n', page->out);
        markdown_pad(page->out, ' ', at == 0 || breaks ? indent : 1);
        fputs(word, page->out);
        at = (at == 0 || breaks ? indent : at + 1) + width;
    }
    fputc('\n', page->out);
    free(plain);
}

static void markdown_begin(lf_page *page, const char *title) {
    fputs("# ", page->out);
    markdown_escape(page, title);
    fputs("\n\n", page->out);
}

/* Nothing to close; also what unfold does. */
static void markdown_end(lf_page *page) {
    (void)page;
}

/* Anchors are the reader's affair. */
static void markdown_heading(lf_page *page, int level, const char *id, const char *text) {
    (void)id;
    for (int i = 0; i < level; i++)
        fputc('#', page->out);
    fputc(' ', page->out);
    markdown_escape(page, text);
    fputs("\n\n", page->out);
}

static void markdown_text(lf_page *page, const char *text) {
    if (page->width)
        lf_markdown_wrap(page, 0, text);
    else
        markdown_escape(page, text);
    fputs(page->width ? "\n" : "\n\n", page->out);
}

/* A quote block, which terminals and forges both set apart. */
static void markdown_note(lf_page *page, lf_note kind, const char *label, const char *text) {
    fputs(kind == LF_NOTE_WARNING ? "> **Warning. " : "> **", page->out);
    markdown_escape(page, label);
    fputs("** ", page->out);
    markdown_escape(page, text);
    fputs("\n\n", page->out);
}

/* A fence longer than any row of backticks inside. */
static void markdown_code(lf_page *page, const char *text) {
    const char *fence = strstr(text, "```") ? "``````" : "```";
    fprintf(page->out, "%s\n", fence);
    for (size_t n; *text; text += n > 0 ? n : 1) {
        n = lf_svg_character(text);
        fprintf(page->out, "%.*s", n > 0 ? (int)n : 3, n > 0 ? text : "\xEF\xBF\xBD");
    }
    fprintf(page->out, "\n%s\n\n", fence);
}

/* malloc'ed line of a cell as it will stand in the table. */
static char *markdown_line(const lf_page *page, const lf_grid *grid, size_t row, size_t column,
                           size_t line) {
    size_t length, size;
    char *text = NULL;
    const char *from = lf_grid_words(grid, row, column, line, &length);
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    bool code = from && length > 0 && row > 0 && lf_grid_kind(grid, column) == LF_COLUMN_CODE &&
                !page->brief;
    if (code) fputc('`', out);
    if (from) markdown_inline(from, length, code || page->brief, page->brief, out);
    if (code) fputc('`', out);
    return fclose(out) == 0 ? text : NULL;
}

/* Lines of the tallest cell of a row. */
static size_t markdown_lines(const lf_grid *grid, size_t row) {
    size_t most = 1, length;
    for (size_t column = 0; column < grid->columns; column++)
        while (lf_grid_words(grid, row, column, most, &length))
            most++;
    return most;
}

/* Characters of the widest line of a column; three at least, for the rule below the head. */
static size_t markdown_widest(const lf_page *page, const lf_grid *grid, size_t column) {
    size_t widest = 3;
    for (size_t row = 0; row < lf_grid_rows(grid); row++)
        for (size_t line = 0; line < markdown_lines(grid, row); line++) {
            char *text = markdown_line(page, grid, row, column, line);
            size_t width = text ? lf_svg_length(text) : 0;
            if (width > widest) widest = width;
            free(text);
        }
    return widest;
}

/* One line of one cell, padded to the column's width. */
static void markdown_cell(lf_page *page, const lf_grid *grid, size_t row, size_t column,
                          size_t line, size_t width) {
    char *text = markdown_line(page, grid, row, column, line);
    size_t pad = text ? width - lf_svg_length(text) : width;
    bool right = lf_grid_kind(grid, column) == LF_COLUMN_NUMBER;
    fputs("| ", page->out);
    markdown_pad(page->out, ' ', right ? pad : 0);
    fputs(text ? text : "", page->out);
    markdown_pad(page->out, ' ', right ? 1 : pad + 1);
    if (!text) page->lost = true;
    free(text);
}

/* The rule below the head, which also says how columns are aligned. */
static void markdown_rule(lf_page *page, const lf_grid *grid, const size_t *width) {
    for (size_t column = 0; column < grid->columns; column++) {
        bool right = lf_grid_kind(grid, column) == LF_COLUMN_NUMBER;
        fputs("| ", page->out);
        markdown_pad(page->out, '-', width[column] - right);
        fputs(right ? ": " : " ", page->out);
    }
    fputs("|\n", page->out);
}

/* Further lines of a cell become rows of their own; a head has one line, so its others follow the
 * rule. */
static void markdown_grid(lf_page *page, const lf_grid *grid) {
    size_t *width = calloc(grid->columns, sizeof *width);
    if (!width) {
        page->lost = true;
        return;
    }
    for (size_t column = 0; column < grid->columns; column++)
        width[column] = markdown_widest(page, grid, column);
    for (size_t row = 0; row < lf_grid_rows(grid); row++) {
        for (size_t line = 0; line < markdown_lines(grid, row); line++) {
            for (size_t column = 0; column < grid->columns; column++)
                markdown_cell(page, grid, row, column, line, width[column]);
            fputs("|\n", page->out);
            if (row == 0 && line == 0) markdown_rule(page, grid, width);
        }
    }
    fputs("\n", page->out);
    free(width);
}

static void markdown_list(lf_page *page, bool begins) {
    if (!begins) fputs("\n", page->out);
}

static void markdown_item(lf_page *page, const char *label, const char *text) {
    fputs(*label ? "- **" : "- ", page->out);
    markdown_escape(page, label);
    fputs(*label ? "** " : "", page->out);
    markdown_escape(page, text);
    fputs("\n", page->out);
}

/* The picture lies beside the report, in plots/. */
static void markdown_figure(lf_page *page, const lf_drawing *drawing) {
    fprintf(page->out, "![");
    markdown_escape(page, drawing->says);
    fprintf(page->out, "](%s)\n\n", drawing->path);
    if (*drawing->caption) markdown_text(page, drawing->caption);
}

/* Nothing folds here: the summary becomes a line in bold. */
static void markdown_fold(lf_page *page, const char *summary) {
    fputs("**", page->out);
    markdown_escape(page, summary);
    fputs("**\n\n", page->out);
}

const lf_page_format lf_page_markdown = {
    .begin = markdown_begin,
    .end = markdown_end,
    .heading = markdown_heading,
    .text = markdown_text,
    .quiet = markdown_text,
    .note = markdown_note,
    .code = markdown_code,
    .grid = markdown_grid,
    .list = markdown_list,
    .item = markdown_item,
    .figure = markdown_figure,
    .fold = markdown_fold,
    .unfold = markdown_end,
};
