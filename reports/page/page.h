/**
 * @file page.h
 * @brief A report is said once and written as HTML, as Markdown, or as LaTeX.
 *
 * What a report says is a row of calls on a page; html.c, markdown.c and latex.c know how it looks.
 * All text given to a page is plain and is escaped by it.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "plots/traces.h"

/** How a column of a grid is set; each kind is a letter, so that a text says all of a grid's. */
typedef enum {
    LF_COLUMN_TEXT = 't',
    LF_COLUMN_NUMBER = 'n', /**< to the right, digits of equal width */
    LF_COLUMN_CODE = 'c',   /**< as it would be typed */
    LF_COLUMN_STATUS = 's', /**< the word of a run's status or a claim's outcome, marked by it */
    LF_COLUMN_LINK = 'l',   /**< first line the text, second the id of the heading it leads to */
    LF_COLUMN_URL = 'u',    /**< first line the text, second the address it leads to, or empty */
    LF_COLUMN_DRAWING = 'd' /**< SVG, which is markup already */
} lf_column;

/**
 * A table in the making: the first row is its head. A cell may have several lines; the first is
 * what the cell says, the others stand beside it, smaller.
 */
typedef struct {
    size_t columns;
    const char *kinds; /**< letters of lf_column, the last one for all further columns; not owned */
    size_t cells;
    char **cell;
    size_t bolds;
    size_t *bold;        /**< cells, by number, that a test found best: set in bold in a paper */
    const char *caption; /**< in a paper, behind the heading; not owned; NULL */
    bool wraps;          /**< sentences in it: as wide as the page, not wider */
    bool lost;           /**< memory ran out */
} lf_grid;

/** A grid's heads, and before them their number, as lf_grid_make wants them. */
#define LF_HEADS(...) sizeof LF_HEADS_AS(__VA_ARGS__) / sizeof(char *), LF_HEADS_AS(__VA_ARGS__)
#define LF_HEADS_AS(...) ((const char *const[]){__VA_ARGS__})
/** A grid of n columns of these kinds, with its heads; NULL: the caller adds them as cells. */
lf_grid lf_grid_make(const char *kinds, size_t n, const char *const *heads);
/** Of a column. */
lf_column lf_grid_kind(const lf_grid *grid, size_t column);
/** Append one cell, printf-style. */
void lf_grid_add(lf_grid *grid, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** A cell of LF_COLUMN_LINK or LF_COLUMN_URL, printf-style what it leads to. The text is anybody's:
 *  a line break in it, which would make the rest of it the address, becomes a blank. */
void lf_grid_link(lf_grid *grid, const char *text, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/** The cell that was added last is one of the best. */
void lf_grid_bold(lf_grid *grid);
bool lf_grid_is_bold(const lf_grid *grid, size_t row, size_t column);
/** Drop the last row if an earlier one says the same. */
void lf_grid_settle(lf_grid *grid);
/** "" if there is no such cell. */
const char *lf_grid_at(const lf_grid *grid, size_t row, size_t column);
size_t lf_grid_rows(const lf_grid *grid);
void lf_grid_free(lf_grid *grid);

/** The grid as CSV. */
void lf_grid_csv(const lf_grid *grid, FILE *out);

/** Line `line` of a cell's text: *length <- its bytes; NULL if there are fewer lines. */
const char *lf_grid_line(const char *cell, size_t line, size_t *length);

/** The same of a cell where it is read as text, NULL if there is none: of a link only its own first
 *  line, as every reader makes anchors in its own way, and nothing of a drawing. */
const char *lf_grid_words(const lf_grid *grid, size_t row, size_t column, size_t line,
                          size_t *length);

typedef enum { LF_NOTE_REMARK, LF_NOTE_WARNING } lf_note;

/** A figure. */
typedef struct {
    const char *path;    /**< of its picture, beside the page */
    const char *caption; /**< "" if there is none */
    char *says;          /**< what it shows, in words */
    char *svg;           /**< NULL where the page embeds nothing */
    char *data;          /**< JSON that live.js draws it from; NULL: it cannot */
} lf_drawing;

typedef struct lf_page lf_page;

/** A way to write. */
typedef struct {
    void (*begin)(lf_page *page, const char *title);
    void (*end)(lf_page *page);
    void (*heading)(lf_page *page, int level, const char *id, const char *text);
    void (*text)(lf_page *page, const char *text);
    void (*quiet)(lf_page *page, const char *text);
    void (*note)(lf_page *page, lf_note kind, const char *label, const char *text);
    void (*code)(lf_page *page, const char *text);
    void (*grid)(lf_page *page, const lf_grid *grid);
    /** Items of a list stand between list(page, true) and list(page, false). */
    void (*list)(lf_page *page, bool begins);
    void (*item)(lf_page *page, const char *label, const char *text);
    void (*figure)(lf_page *page, const lf_drawing *drawing);
    void (*fold)(lf_page *page, const char *summary);
    void (*unfold)(lf_page *page);
} lf_page_format;

struct lf_page {
    const lf_page_format *is;
    FILE *out;
    bool lost;          /**< memory ran out while something was made for the page */
    bool embeds;        /**< figures are part of the page: make their SVG */
    size_t figures;     /**< written so far; numbers their ids */
    lf_traces traces;   /**< embeds: what figures are drawn from anew */
    FILE *contents;     /**< where HTML lists its headings, as items; NULL: nowhere */
    size_t listed;      /**< headings in it */
    size_t contents_at; /**< where in the page the list stands */
    bool several;       /**< about several experiments: headings say of which */
    bool brief;         /**< for a terminal: what would be folded is left out */
    size_t width;       /**< of the terminal, which sentences are broken for; 0: of any */
    const char *folder; /**< LaTeX: where tables become files, by `save` */
    lf_status (*save)(const char *folder, const char *name, const char *text, size_t n);
    const char *stamp; /**< LaTeX: what captions end in: budget, seeds, command, hash */
    char heading[160]; /**< LaTeX: the last one, which names what follows */
    size_t tables;     /**< LaTeX: written so far; numbers their files */
};

/** The text as Markdown, on one line, with what would start markup escaped. */
void lf_markdown_escape(const char *text, FILE *out);

/** The text for a terminal: in lines of the page's width, unless a word is longer, all indented. */
void lf_markdown_wrap(lf_page *page, size_t indent, const char *text);

extern const lf_page_format lf_page_html, lf_page_markdown, lf_page_latex;

/** Write the grid, note whether it lost cells, and free it. */
void lf_page_take(lf_page *page, lf_grid *grid);

/** The calls with a printf-style text. */
void lf_page_text(lf_page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lf_page_quiet(lf_page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lf_page_note(lf_page *page, lf_note kind, const char *label, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
