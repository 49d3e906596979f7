/**
 * @file latex.c
 * @brief Pages as LaTeX: main.tex, and each table as a file of its own, in LaTeX and as CSV.
 *
 * Only what Debian's texlive-latex-recommended and texlive-pictures have is used. Every caption
 * ends in the page's stamp, so that a table taken out of its folder still says where it is from.
 */
#include <stdlib.h>
#include <string.h>

#include "plots/tex.h"
#include "reports/page/page.h"

static void latex_inline(const char *text, size_t length, bool code, FILE *out) {
    for (size_t i = 0; i < length;) {
        const char first = text[i];
        i += lf_tex_character(text + i, out);
        if (code && strchr(",/:=-._", first)) fputs("\\allowbreak{}", out);
    }
}

static void latex_all(const char *text, FILE *out) {
    latex_inline(text, strlen(text), false, out);
}

/* pgfplots for whoever would rather have figures in the paper's own type: \pgftrue. */
static void latex_begin(lf_page *page, const char *title) {
    fputs("\\documentclass[10pt]{article}\n\\usepackage[margin=2.2cm]{geometry}\n\\usepackage{"
          "amsmath,booktabs,longtable}\n"
          "\\usepackage{graphicx}\n\\usepackage{pgfplots}\n"
          "\\pgfplotsset{compat=1.18}\n\\newif\\ifpgf\\pgffalse % \\pgftrue: figures by pgfplots\n"
          "\\setlength{\\emergencystretch}{3em}\n\\title{",
          page->out);
    latex_all(title, page->out);
    fputs("}\n\\author{}\n\\date{}\n\\begin{document}\n\\maketitle\n\n", page->out);
}

/* What is folded elsewhere ends where the next thing begins. */
static void latex_nothing(lf_page *page) {
    (void)page;
}

static void latex_end(lf_page *page) {
    fputs("\\end{document}\n", page->out);
}

static void latex_heading(lf_page *page, int level, const char *id, const char *text) {
    (void)id;
    snprintf(page->heading, sizeof page->heading, "%s", text);
    fprintf(page->out, "\\%ssection*{", level <= 2 ? "" : level == 3 ? "sub" : "subsub");
    latex_all(text, page->out);
    fputs("}\n\n", page->out);
}

static void latex_text(lf_page *page, const char *text) {
    latex_all(text, page->out);
    fputs("\n\n", page->out);
}

static void latex_quiet(lf_page *page, const char *text) {
    fputs("{\\small ", page->out);
    latex_all(text, page->out);
    fputs("\\par}\n\n", page->out);
}

static void latex_note(lf_page *page, lf_note kind, const char *label, const char *text) {
    fputs(kind == LF_NOTE_WARNING ? "\\textbf{Warning. " : "\\textbf{", page->out);
    latex_all(label, page->out);
    fputs("} ", page->out);
    latex_all(text, page->out);
    fputs("\n\n", page->out);
}

/* Lines as they are; those of commands may be long. */
static void latex_code(lf_page *page, const char *text) {
    fputs("{\\small\\ttfamily\\raggedright\n", page->out);
    while (*text) {
        const size_t n = strcspn(text, "\n");
        latex_inline(text, n, true, page->out);
        fputs("\\\\\n", page->out);
        text += n + (text[n] == '\n');
    }
    fputs("\\par}\n\n", page->out);
}

/* Does any cell of the row have this line? */
static bool latex_has(const lf_grid *grid, size_t row, size_t line) {
    size_t length;
    bool any = false;
    for (size_t column = 0; column < grid->columns; column++)
        any |= lf_grid_words(grid, row, column, line, &length) != NULL;
    return any;
}

static void latex_row(const lf_grid *grid, size_t row, size_t line, FILE *out) {
    for (size_t column = 0; column < grid->columns; column++) {
        size_t n = 0;
        const char *text = lf_grid_words(grid, row, column, line, &n);
        const bool code = lf_grid_kind(grid, column) == LF_COLUMN_CODE && row > 0;
        fputs(column ? " & " : "", out);
        if (!text || n == 0) continue;
        fputs(line > 0                             ? "{\\scriptsize "
              : lf_grid_is_bold(grid, row, column) ? "\\textbf{"
              : code                               ? "\\texttt{"
                                                   : "{",
              out);
        latex_inline(text, n, code, out);
        fputc('}', out);
    }
    fputs(" \\\\\n", out);
}

/* Lines of a table that still fit on a page, characters of a line; of a column at least and most.
 */
enum { LATEX_LONG = 36, LATEX_LINE = 95, LATEX_LEAST = 12, LATEX_MOST = 80 };
static const double latex_texts = 0.8; /* of the line, for columns of sentences together */
/* Characters from which on a text is a sentence in a table of numbers, and its part of the line: as
 * wide as it is, it would have the table shrunk until nobody can read it. */
enum { LATEX_SENTENCE = 40 };
static const double latex_sentence = 0.42;

/* Characters of a column's longest line, as far as they count. */
static size_t latex_longest(const lf_grid *grid, size_t column) {
    size_t longest = LATEX_LEAST, n;
    for (size_t row = 0; row < lf_grid_rows(grid); row++)
        for (size_t line = 0; lf_grid_words(grid, row, column, line, &n); line++)
            longest = n > longest ? n : longest;
    return longest < LATEX_MOST ? longest : LATEX_MOST;
}

/* Columns of sentences share the line by what they have to say; others (0) are as wide as they are.
 */
static double latex_share(const lf_grid *grid, size_t column) {
    size_t all = 0;
    if (lf_grid_kind(grid, column) != LF_COLUMN_TEXT) return 0;
    if (!grid->wraps) return latex_longest(grid, column) > LATEX_SENTENCE ? latex_sentence : 0;
    for (size_t c = 0; c < grid->columns; c++)
        all += lf_grid_kind(grid, c) == LF_COLUMN_TEXT ? latex_longest(grid, c) : 0;
    return latex_texts * (double)latex_longest(grid, column) / (double)all;
}

static void latex_columns(const lf_grid *grid, FILE *out) {
    for (size_t column = 0; column < grid->columns; column++) {
        const double share = latex_share(grid, column);
        if (share > 0)
            fprintf(out, "p{%.3f\\linewidth}", share);
        else
            fputc(lf_grid_kind(grid, column) == LF_COLUMN_NUMBER ? 'r' : 'l', out);
    }
}

/* A table that is longer than a page goes on on the next. */
static void latex_tabular(const lf_grid *grid, bool is_long, FILE *out) {
    fprintf(out, "\\begin{%s}{@{}", is_long ? "longtable" : "tabular");
    latex_columns(grid, out);
    fputs("@{}}\n\\toprule\n", out);
    for (size_t row = 0; row < lf_grid_rows(grid); row++) {
        for (size_t line = 0; latex_has(grid, row, line); line++)
            latex_row(grid, row, line, out);
        if (row == 0) fputs("\\midrule\n", out);
    }
    fprintf(out, "\\bottomrule\n\\end{%s}\n", is_long ? "longtable" : "tabular");
}

/* tables/table-N.ENDING <- the grid. */
static void latex_save(lf_page *page, const lf_grid *grid, const char *ending, bool is_long) {
    char name[64], *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    snprintf(name, sizeof name, "tables/table-%zu.%s", page->tables, ending);
    if (out && strcmp(ending, "csv") == 0) lf_grid_csv(grid, out);
    if (out && strcmp(ending, "tex") == 0) latex_tabular(grid, is_long, out);
    if (!out || fclose(out) != 0 || page->save(page->folder, name, text, size) != LF_OK)
        page->lost = true;
    free(text);
}

static void latex_caption(lf_page *page, const char *text) {
    latex_all(page->heading, page->out);
    fputs(*text ? ". " : ".", page->out);
    latex_all(text, page->out);
    fputs(" {\\footnotesize ", page->out);
    latex_inline(page->stamp ? page->stamp : "", strlen(page->stamp ? page->stamp : ""), true,
                 page->out);
    fputc('}', page->out);
}

/* What a line of a row takes, when its sentences are broken. */
static size_t latex_tall(const lf_grid *grid, size_t row, size_t line) {
    size_t tallest = 1, n;
    for (size_t column = 0; column < grid->columns; column++) {
        const double room = LATEX_LINE * latex_share(grid, column);
        if (room <= 0 || !lf_grid_words(grid, row, column, line, &n)) continue;
        const size_t tall = 1 + (size_t)((double)n / room);
        tallest = tall > tallest ? tall : tallest;
    }
    return tallest;
}

static size_t latex_lines(const lf_grid *grid) {
    size_t lines = 0;
    for (size_t row = 0; row < lf_grid_rows(grid); row++)
        for (size_t line = 0; latex_has(grid, row, line); line++)
            lines += latex_tall(grid, row, line);
    return lines;
}

static void latex_grid(lf_page *page, const lf_grid *grid) {
    const bool is_long = latex_lines(grid) > LATEX_LONG;
    page->tables++;
    latex_save(page, grid, "tex", is_long);
    latex_save(page, grid, "csv", is_long);
    if (is_long)
        fputs("\\noindent{\\small ", page->out);
    else
        fputs("\\begin{table}[htbp]\n\\centering\\small\n\\caption{", page->out);
    latex_caption(page, grid->caption ? grid->caption
                        : grid->bolds
                            ? "Bold: the best, and what a paired test over the seeds does "
                              "not tell from it at 5 %, after Holm."
                            : "");
    fputs("}\n", page->out);
    if (is_long)
        fprintf(page->out, "{\\scriptsize\\input{tables/table-%zu}}\n\n", page->tables);
    else if (grid->wraps)
        fprintf(page->out, "\\input{tables/table-%zu}\n\\end{table}\n\n", page->tables);
    else
        fprintf(page->out,
                "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%%\n"
                "\\input{tables/table-%zu}}\n\\end{table}\n\n",
                page->tables);
}

static void latex_list(lf_page *page, bool begins) {
    fputs(begins ? "\\begin{itemize}\n" : "\\end{itemize}\n\n", page->out);
}

static void latex_item(lf_page *page, const char *label, const char *text) {
    fputs("\\item ", page->out);
    if (*label) {
        fputs("\\textbf{", page->out);
        latex_all(label, page->out);
        fputs("} ", page->out);
    }
    latex_all(text, page->out);
    fputc('\n', page->out);
}

/* The path names the PNG; beside it are the PDF and the pgfplots file. */
static void latex_figure(lf_page *page, const lf_drawing *drawing) {
    const char *path = drawing->path;
    const int length = (int)strlen(path) - 4;
    fprintf(page->out,
            "\\begin{figure}[htbp]\n\\centering\n\\ifpgf\\input{%.*s.tex}\\else"
            "\\includegraphics[width=\\linewidth,height=0.8\\textheight,keepaspectratio]{%.*s.pdf}"
            "\\fi\n\\caption{",
            length, path, length, path);
    latex_caption(page, drawing->caption);
    fputs("}\n\\end{figure}\n\n", page->out);
}

static void latex_fold(lf_page *page, const char *summary) {
    fputs("\\paragraph{", page->out);
    latex_all(summary, page->out);
    fputs("}\n\n", page->out);
}

const lf_page_format lf_page_latex = {
    .begin = latex_begin,
    .end = latex_end,
    .heading = latex_heading,
    .text = latex_text,
    .quiet = latex_quiet,
    .note = latex_note,
    .code = latex_code,
    .grid = latex_grid,
    .list = latex_list,
    .item = latex_item,
    .figure = latex_figure,
    .fold = latex_fold,
    .unfold = latex_nothing,
};
