/**
 * @file report.c
 * @brief Everything stored in a folder, as report.html, report.md and report.json.
 *
 * The order of the parts is that of a reader's questions: what is this, may I trust it, what came
 * out, how did it go, what exactly was run, where does it come from. Claims stand before the
 * tables, and an overview before several experiments.
 */
#include "reports/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/terminal.h"
#include "plots/plot.h"
#include "reports/parts.h"

/* The sections of one part; without `made_up` those that the file has to have. */
static lf_status report_sections(lf_page *page, const lf_results *results,
                                 const lf_decided *decided, lf_section_part part, int level,
                                 bool made_up) {
    for (size_t i = 0; i < LF_SECTIONS; i++) {
        const lf_section *section = lf_section_at(i);
        if (!section->show || section->part != part || (section->made_up && !made_up)) continue;
        LF_TRY(section->show(page, results, decided->of[i], level));
    }
    return LF_OK;
}

/* One experiment. What experiments of a page share comes after all of them. `numbers`: its tables
 * and ranking are not those of another one. */
static lf_status report_experiment(lf_page *page, const lf_results *results,
                                   const lf_decided *decided, bool alone, bool numbers) {
    int level = alone ? 2 : 3;
    LF_TRY(lf_part_summary(page, results, alone));
    if (alone) page->contents_at = (size_t)ftell(page->out);
    if (alone) LF_TRY(report_sections(page, results, decided, LF_SECTION_FIRST, 2, true));
    if (alone) lf_part_notes(page, results, 1);
    LF_TRY(report_sections(page, results, decided, LF_SECTION_NUMBERS, level, numbers));
    lf_part_figures(page, results, level);
    lf_part_failures(page, results, level);
    return LF_OK;
}

/* Experiments of one paper are "3secon: 3 experiments". */
static void report_begin(lf_page *page, const lf_results *results, size_t n) {
    char title[128];
    size_t length = strcspn(results->name, "/");
    bool same = results->name[length] == '/';
    for (size_t i = 1; i < n; i++)
        same &= strncmp(results->name, results[i].name, length + 1) == 0;
    snprintf(title, sizeof title, "%.*s%s%zu experiments", same ? (int)length : 0, results->name,
             same ? ": " : "", n);
    page->is->begin(page, n == 1 ? lf_part_title(results) : title);
}

/* Overview, all claims and common notes first, then one experiment after the other. */
static lf_status report_several(lf_page *page, const lf_results *results, size_t n,
                                const lf_decided *decided) {
    char id[32];
    bool tables = false;
    for (size_t i = 0; i < n; i++)
        tables |= results[i].experiment->tables_count > 0;
    lf_part_common(page, results, n);
    lf_part_overview(page, results, n, decided);
    lf_part_differences(page, results, n, 2);
    page->contents_at = (size_t)ftell(page->out);
    for (size_t i = 0; i < n; i++)
        LF_TRY(report_sections(page, &results[i], &decided[i], LF_SECTION_FIRST, 2, true));
    lf_part_notes(page, results, n);
    for (size_t i = 0; i < n; i++) {
        snprintf(id, sizeof id, "experiment-%zu", i + 1);
        page->is->heading(page, 2, id, lf_part_title(&results[i]));
        /* A figure's experiment needs no table made up for it where another one has tables. */
        bool numbers = !tables || results[i].experiment->tables_count > 0;
        LF_TRY(report_experiment(page, &results[i], &decided[i], false, numbers));
    }
    return LF_OK;
}

/* Does a section show the same of an experiment before this one? */
static bool report_shown(const lf_section *section, const lf_results *results, size_t i) {
    for (size_t k = 0; k < i && section->same; k++)
        if (section->same(&results[k], &results[i])) return true;
    return false;
}

/* How it was made: the same for all experiments, or nearly so. */
static lf_status report_making(lf_page *page, const lf_results *results, size_t n,
                               const lf_decided *decided) {
    lf_part_set set;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < LF_SECTIONS; k++) {
            const lf_section *section = lf_section_at(k);
            if (section->part != LF_SECTION_MAKING || report_shown(section, results, i)) continue;
            LF_TRY(section->show(page, &results[i], decided[i].of[k], 2));
        }
    LF_TRY(lf_part_gather(results, n, &set));
    lf_part_setting(page, &set, 2);
    lf_part_runs(page, &set, 2);
    lf_part_origin(page, &set, 2);
    lf_part_set_free(&set);
    return LF_OK;
}

/* A report of one experiment is a page about it, without an overview. */
static lf_status report_page(lf_page *page, const lf_results *results, size_t n,
                             const lf_decided *decided) {
    report_begin(page, results, n);
    if (n == 1)
        LF_TRY(report_experiment(page, results, decided, true, true));
    else
        LF_TRY(report_several(page, results, n, decided));
    LF_TRY(report_making(page, results, n, decided));
    lf_part_guide(page, 2);
    page->is->end(page);
    return page->lost ? lf_fail(LF_NO_MEMORY, "no memory for a report") : LF_OK;
}

/* Pages with so many headings have a list of them. */
enum { REPORT_LONG = 8 };

static lf_status report_lost(void) {
    return lf_fail(LF_NO_MEMORY, "no memory for a report");
}

/* The file: text, with the list of contents in its place. */
static lf_status report_write(const char *path, const lf_page *page, const char *text, size_t size,
                              const char *contents) {
    const size_t at = page->embeds && page->listed >= REPORT_LONG ? page->contents_at : 0;
    char *whole = NULL;
    size_t bytes;
    FILE *out = open_memstream(&whole, &bytes);
    if (!out) return report_lost();
    fwrite(text, 1, at, out);
    if (at > 0)
        fprintf(out,
                "<nav aria-label=\"contents\"><details><summary>Contents</summary>\n<ul>\n%s"
                "</ul></details></nav>\n",
                contents);
    fwrite(text + at, 1, size - at, out);
    const lf_status status =
        fclose(out) == 0 ? lf_file_write_own(path, whole, bytes) : report_lost();
    free(whole);
    return status;
}

/* Written in memory first: the file on the disk changes in one step or not at all. */
static lf_status report_file(const lf_page_format *format, bool embeds, const lf_results *results,
                             size_t n, const lf_decided *decided, const char *path) {
    char *text = NULL, *contents = NULL;
    size_t size, listed;
    lf_page page = {.is = format, .embeds = embeds, .several = n > 1};
    page.out = open_memstream(&text, &size);
    page.contents = open_memstream(&contents, &listed);
    lf_status status = page.out && page.contents ? LF_OK : report_lost();
    for (size_t i = 0; i < n && embeds && status == LF_OK; i++)
        status = lf_traces_add(&page.traces, &results[i]);
    if (status == LF_OK) status = report_page(&page, results, n, decided);
    lf_traces_free(&page.traces);
    if (page.out && fclose(page.out) != 0 && status == LF_OK) status = report_lost();
    if (page.contents && fclose(page.contents) != 0 && status == LF_OK) status = report_lost();
    if (status == LF_OK) status = report_write(path, &page, text, size, contents);
    free(text);
    free(contents);
    return status;
}

/* The same for programs. */
static lf_status report_data(const lf_results *results, size_t n, const lf_decided *decided,
                             const char *path) {
    char *text;
    LF_TRY(lf_report_json(results, n, decided, &text));
    lf_status status = lf_file_write_own(path, text, strlen(text));
    free(text);
    return status;
}

/* All files. */
static lf_status report_files(const lf_results *results, size_t n, const lf_decided *decided,
                              const char *dir) {
    char path[LF_PATH_BYTES];
    LF_TRY(lf_path_format(path, "%s/report.html", dir));
    LF_TRY(report_file(&lf_page_html, true, results, n, decided, path));
    LF_TRY(lf_path_format(path, "%s/report.md", dir));
    LF_TRY(report_file(&lf_page_markdown, false, results, n, decided, path));
    LF_TRY(lf_path_format(path, "%s/report.json", dir));
    return report_data(results, n, decided, path);
}

/* Up to the first that cannot be drawn. */
static lf_status report_plots(const lf_results *results, size_t n, const char *dir) {
    for (size_t i = 0; i < n; i++)
        LF_TRY(lf_plot_write(&results[i], dir));
    return LF_OK;
}

/* Without pictures there are numbers: the report is written, and says what is missing. Only where
 * there is no gnuplot is that no failure of the report. */
static lf_status report_undrawn(lf_status plots, const char *why) {
    if (plots == LF_NOT_FOUND) return lf_fail(LF_OK, "%s", why);
    return lf_fail(plots, "%s; the report is there, without figures that could not be drawn", why);
}

/* Sections are decided once for all files. */
lf_status lf_report_render(const lf_results *results, size_t n, const char *dir, bool *drawn) {
    char why[512] = "";
    const lf_status plots = report_plots(results, n, dir);
    *drawn = plots == LF_OK;
    if (!*drawn) snprintf(why, sizeof why, "%s", lf_message());
    lf_decided *decided = calloc(n + 1, sizeof *decided);
    if (!decided) return lf_fail(LF_NO_MEMORY, "no memory for a report");
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = lf_decided_make(&results[i], &decided[i]);
    if (status == LF_OK) status = report_files(results, n, decided, dir);
    for (size_t i = 0; i < n; i++)
        lf_decided_free(&results[i], &decided[i]);
    free(decided);
    return status == LF_OK && !*drawn ? report_undrawn(plots, why) : status;
}

/* Decided as for a report, of which this is one file. */
static lf_status report_decide(const lf_results *results, size_t n, char **json) {
    lf_decided *decided = calloc(n + 1, sizeof *decided);
    if (!decided) return lf_fail(LF_NO_MEMORY, "no memory for a report");
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = lf_decided_make(&results[i], &decided[i]);
    if (status == LF_OK) status = lf_report_json(results, n, decided, json);
    for (size_t i = 0; i < n; i++)
        lf_decided_free(&results[i], &decided[i]);
    free(decided);
    return status;
}

lf_status lf_report_decide(const char *dir, char **json) {
    lf_results *results;
    size_t n;
    LF_TRY(lf_results_load(dir, &results, &n));
    const lf_status status = report_decide(results, n, json);
    lf_results_free(results, n);
    return status;
}

lf_status lf_report_tables(const lf_results *results, FILE *out) {
    lf_page page = {.is = &lf_page_markdown,
                    .out = out,
                    .brief = true,
                    .width = lf_terminal_width(fileno(out))};
    lf_decided decided;
    lf_status status = lf_decided_make(results, &decided);
    for (lf_section_part part = LF_SECTION_FIRST; part < LF_SECTION_MAKING && status == LF_OK;
         part++)
        status = report_sections(&page, results, &decided, part, 2, true);
    lf_decided_free(results, &decided);
    LF_TRY(status);
    return page.lost ? lf_fail(LF_NO_MEMORY, "no memory for a table") : LF_OK;
}

char *lf_report_escape(const char *text) {
    char *escaped = NULL;
    size_t size;
    FILE *out = open_memstream(&escaped, &size);
    if (!out) return NULL;
    lf_markdown_escape(text, out);
    if (fclose(out) == 0) return escaped;
    free(escaped);
    return NULL;
}
