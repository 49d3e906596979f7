/**
 * @file html.c
 * @brief Pages as one HTML file that needs nothing else; it is well-formed XML too.
 *
 * Nothing is fetched: style and script are part of the page, figures are inline SVG, and fonts are
 * the reader's own. The same text parses as HTML and as XML, so that a test can check it with any
 * XML parser: void elements are closed, attributes quoted, entities numeric or of XML's five.
 */
#include <stdlib.h>
#include <string.h>

#include "plots/svg.h"
#include "reports/page/page.h"

static const char html_style[] = {
#include "house.css.inc"
};
static const char html_toggle[] = {
#include "toggle.js.inc"
};
static const char html_series[] = {
#include "series.js.inc"
};
static const char html_scale[] = {
#include "scale.js.inc"
};
static const char html_panel[] = {
#include "panel.js.inc"
};
static const char html_live[] = {
#include "live.js.inc"
};
static const char html_print[] = {
#include "print.js.inc"
};

static void html_escape(lf_page *page, const char *text) {
    lf_svg_escape(text, page->out);
}

/* Bytes of a number such as 1.2e-3 at `text`, else 0. */
static size_t html_power(const char *text) {
    const size_t n = strspn(text, "0123456789.");
    if (n == 0 || strncmp(text + n, "e-", 2) != 0) return 0;
    const size_t exponent = strspn(text + n + 2, "0123456789");
    return exponent > 0 ? n + 2 + exponent : 0;
}

/* What is read. Browsers would go on to the next line behind the hyphen of a number. */
static void html_words(lf_page *page, const char *text) {
    for (size_t n; *text; text += n) {
        n = html_power(text);
        if (n > 0) {
            fprintf(page->out, "<span class=\"whole\">%.*s</span>", (int)n, text);
            continue;
        }
        char letter[5] = {0};
        n = lf_svg_character(text);
        n = n > 0 ? n : 1;
        memcpy(letter, text, n);
        html_escape(page, letter);
    }
}

/* <tag class="...">text</tag>; tag and class are ours, the text may be anything. */
static void html_element(lf_page *page, const char *tag, const char *class, const char *text) {
    fprintf(page->out, "<%s", tag);
    if (class) fprintf(page->out, " class=\"%s\"", class);
    fputs(">", page->out);
    html_words(page, text);
    fprintf(page->out, "</%s>\n", tag);
}

/* The head, the style in it, and the title as first heading. Void elements are closed as XML wants.
 * The policy forbids the browser every request, should a name ever slip through the escaping. */
static void html_begin(lf_page *page, const char *title) {
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
          "form-action 'none'\"/>\n<title>",
          page->out);
    html_escape(page, title);
    fprintf(page->out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n", html_style);
    html_element(page, "h1", NULL, title);
}

/* JSON has no <, > or & in it. */
static void html_data(lf_page *page, const char *name, const char *json) {
    fprintf(page->out, "<script type=\"application/json\" %s>%s</script>\n", name, json);
}

/* The script comes last, when all figures are there; in marks that only XML sees. */
static void html_end(lf_page *page) {
    char *traces = page->traces.n > 0 ? lf_traces_text(&page->traces) : NULL;
    fputs("</main>\n", page->out);
    if (traces) html_data(page, "id=\"lf-traces\"", traces);
    if (!traces && page->traces.n > 0) page->lost = true;
    free(traces);
    fprintf(page->out,
            "<script>//<![CDATA[\n\"use strict\";\n%s%s%s%s%s%s//]]></script>\n</body>\n</html>\n",
            html_toggle, html_series, html_scale, html_panel, html_live, html_print);
}

/* `id` may be NULL; it is what contents and links lead to. */
static void html_heading(lf_page *page, int level, const char *id, const char *text) {
    char own[32];
    snprintf(own, sizeof own, "part-%zu", ++page->listed);
    if (page->contents) {
        fprintf(page->contents, "<li class=\"level-%d\"><a href=\"#%s\">", level, id ? id : own);
        lf_svg_escape(text, page->contents);
        fputs("</a></li>\n", page->contents);
    }
    fprintf(page->out, "<h%d id=\"%s\">", level, id ? id : own);
    html_words(page, text);
    fprintf(page->out, "</h%d>\n", level);
}

static void html_text(lf_page *page, const char *text) {
    html_element(page, "p", NULL, text);
}

static void html_quiet(lf_page *page, const char *text) {
    html_element(page, "p", "quiet", text);
}

/* Remarks and warnings differ in colour only; the label says which it is. */
static void html_note(lf_page *page, lf_note kind, const char *label, const char *text) {
    fprintf(page->out, "<p class=\"note%s\"><strong>", kind == LF_NOTE_WARNING ? " warning" : "");
    html_escape(page, label);
    fputs("</strong> ", page->out);
    html_words(page, text);
    fputs("</p>\n", page->out);
}

/* Can be focused, so that a long line can be scrolled from the keyboard. */
static void html_code(lf_page *page, const char *text) {
    fputs("<pre tabindex=\"0\"><code>", page->out);
    html_escape(page, text);
    fputs("</code></pre>\n", page->out);
}

/* A status is one of our words: it names a class too, "not-held". */
static void html_status(lf_page *page, const char *text) {
    fputs("<span class=\"status ", page->out);
    for (const char *c = text; *c; c++)
        fputc(*c == ' ' ? '-' : *c, page->out);
    fputs("\">", page->out);
    html_escape(page, text);
    fputs("</span>", page->out);
}

/* One line of a cell. Numbers by themselves do not wrap, and addresses are no text. */
static void html_line(lf_page *page, lf_column column, const char *line, size_t length) {
    char *text = strndup(line, length);
    if (!text) {
        page->lost = true;
        return;
    }
    bool code = column == LF_COLUMN_CODE && length > 0;
    if (code) fputs("<code>", page->out);
    if (column == LF_COLUMN_STATUS && length > 0)
        html_status(page, text);
    else if (column == LF_COLUMN_TEXT || code)
        html_words(page, text);
    else
        html_escape(page, text);
    if (code) fputs("</code>", page->out);
    free(text);
}

/* A cell that leads to a heading of the page, or out of it; nowhere without an address. */
static void html_link(lf_page *page, lf_column kind, const char *cell) {
    size_t text, length = 0;
    const char *first = lf_grid_line(cell, 0, &text), *second = lf_grid_line(cell, 1, &length);
    const bool leads = kind == LF_COLUMN_LINK || length > 0;
    if (leads) fputs(kind == LF_COLUMN_LINK ? "<a href=\"#" : "<a href=\"", page->out);
    if (leads && second) html_line(page, kind, second, length);
    if (leads) fputs("\">", page->out);
    html_line(page, LF_COLUMN_TEXT, first, text);
    if (leads) fputs("</a>", page->out);
}

/* Is this line of the row's cells what a paper printed? Its first cell says so. */
static bool html_paper(const lf_grid *grid, size_t row, size_t line) {
    size_t length;
    const char *name = lf_grid_line(lf_grid_at(grid, row, 0), line, &length);
    return row > 0 && name && length == 5 && strncmp(name, "paper", 5) == 0;
}

/* One cell with its lines. Heads name their scope, for those who listen to tables. */
static void html_cell(lf_page *page, const lf_grid *grid, size_t row, size_t column) {
    lf_column kind = lf_grid_kind(grid, column);
    if (row == 0 && kind != LF_COLUMN_NUMBER) kind = LF_COLUMN_TEXT;
    const char *tag = row == 0 || column == 0 ? "th" : "td";
    const char *cell = lf_grid_at(grid, row, column), *line;
    size_t length;
    fprintf(page->out, "<%s%s%s>", tag,
            row == 0      ? " scope=\"col\""
            : column == 0 ? " scope=\"row\""
                          : "",
            kind == LF_COLUMN_NUMBER ? " class=\"number\"" : "");
    const bool link = kind == LF_COLUMN_LINK || kind == LF_COLUMN_URL;
    if (link) html_link(page, kind, cell);
    if (kind == LF_COLUMN_DRAWING) fputs(cell, page->out);
    for (size_t i = link ? 2 : 0;
         kind != LF_COLUMN_DRAWING && (line = lf_grid_line(cell, i, &length)); i++) {
        if (i > 0)
            fputs(html_paper(grid, row, i) ? "<small class=\"paper\">" : "<small>", page->out);
        html_line(page, row == 0 ? LF_COLUMN_TEXT : kind, line, length);
        if (i > 0) fputs(length > 0 ? "</small>" : "&#160;</small>", page->out);
    }
    fprintf(page->out, "</%s>", tag);
}

/* Wide tables scroll in a box of their own, so that the page never does. */
static void html_grid(lf_page *page, const lf_grid *grid) {
    fprintf(page->out, "<div class=\"scroll\" tabindex=\"0\"><table%s>\n",
            grid->wraps ? " class=\"wraps\"" : "");
    for (size_t row = 0; row < lf_grid_rows(grid); row++) {
        fputs(row == 0 ? "<thead><tr>" : row == 1 ? "<tbody>\n<tr>" : "<tr>", page->out);
        for (size_t column = 0; column < grid->columns; column++)
            html_cell(page, grid, row, column);
        fputs(row == 0 ? "</tr></thead>\n" : "</tr>\n", page->out);
    }
    fputs(lf_grid_rows(grid) > 1 ? "</tbody></table></div>\n" : "</table></div>\n", page->out);
}

/* What has many parts and none of them urgent: one block. */
static void html_list(lf_page *page, bool begins) {
    fputs(begins ? "<ul class=\"items\">\n" : "</ul>\n", page->out);
}

static void html_item(lf_page *page, const char *label, const char *text) {
    fputs("<li>", page->out);
    if (*label) {
        fputs("<strong>", page->out);
        html_escape(page, label);
        fputs("</strong> ", page->out);
    }
    html_words(page, text);
    fputs("</li>\n", page->out);
}

/* The drawing is markup already. live.js puts what it draws from the data in its place. */
static void html_figure(lf_page *page, const lf_drawing *drawing) {
    fputs("<figure>\n", page->out);
    fprintf(page->out, "<div class=\"scroll still\" tabindex=\"0\">\n%s</div>\n", drawing->svg);
    if (*drawing->caption) html_element(page, "figcaption", NULL, drawing->caption);
    if (drawing->data) html_data(page, "class=\"data\"", drawing->data);
    fputs("</figure>\n", page->out);
}

/* Long tables are there, but folded; print.js unfolds them on paper. */
static void html_fold(lf_page *page, const char *summary) {
    fputs("<details>\n", page->out);
    html_element(page, "summary", NULL, summary);
}

static void html_unfold(lf_page *page) {
    fputs("</details>\n", page->out);
}

const lf_page_format lf_page_html = {
    .begin = html_begin,
    .end = html_end,
    .heading = html_heading,
    .text = html_text,
    .quiet = html_quiet,
    .note = html_note,
    .code = html_code,
    .grid = html_grid,
    .list = html_list,
    .item = html_item,
    .figure = html_figure,
    .fold = html_fold,
    .unfold = html_unfold,
};
