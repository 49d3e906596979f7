/**
 * @file report.c
 * @brief Everything stored in a folder, as report.html and report.md.
 *
 * The order of the parts is that of a reader's questions: what is this, may I trust it, what came
 * out, how did it go, what exactly was run, where does it come from. Claims will stand before the
 * tables, and an overview before the experiments.
 */
#include "reports/report.h"

#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "plots/plot.h"
#include "reports/parts.h"

/* An experiment without a title goes by its name. */
static const char *report_title(const lf_results *results) {
    return results->experiment->title ? results->experiment->title : results->name;
}

/* Headings begin one level deeper where a page holds several experiments. */
static lf_status report_experiment(lf_page *page, const lf_results *results, int level) {
    lf_part_summary(page, results);
    LF_TRY(lf_part_tables(page, results, level));
    lf_part_figures(page, results, level);
    lf_part_mishaps(page, results, level);
    lf_part_setting(page, results, level);
    lf_part_runs(page, results, level);
    lf_part_origin(page, results, level);
    return LF_OK;
}

/* Contents first, then one experiment after the other. */
static lf_status report_several(lf_page *page, const lf_results *results, size_t n) {
    char id[32], title[64];
    snprintf(title, sizeof title, "%zu experiments", n);
    page->is->begin(page, title);
    for (size_t i = 0; i < n; i++) {
        snprintf(id, sizeof id, "experiment-%zu", i + 1);
        page->is->link(page, id, report_title(&results[i]));
    }
    for (size_t i = 0; i < n; i++) {
        snprintf(id, sizeof id, "experiment-%zu", i + 1);
        page->is->heading(page, 2, id, report_title(&results[i]));
        LF_TRY(report_experiment(page, &results[i], 3));
    }
    return LF_OK;
}

/* A report of one experiment is a page about it, without contents. */
static lf_status report_page(lf_page *page, const lf_results *results, size_t n) {
    lf_status status = LF_OK;
    if (n == 1) {
        page->is->begin(page, report_title(results));
        status = report_experiment(page, results, 2);
    } else {
        status = report_several(page, results, n);
    }
    if (status != LF_OK) return status;
    lf_part_guide(page, 2);
    page->is->end(page);
    return page->lost ? lf_fail(LF_NO_MEMORY, "no memory for a report") : LF_OK;
}

/* Written in memory first: the file on the disk changes in one step or not at all. */
static lf_status report_file(const lf_page_format *format, bool embeds, const lf_results *results,
                             size_t n, const char *path) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return lf_fail(LF_NO_MEMORY, "no memory for a report");
    lf_page page = {.is = format, .out = out, .embeds = embeds};
    lf_status status = report_page(&page, results, n);
    if (fclose(out) != 0 && status == LF_OK)
        status = lf_fail(LF_NO_MEMORY, "no memory for a report");
    if (status == LF_OK) status = lf_file_write(path, text, size);
    free(text);
    return status;
}

lf_status lf_report_render(const lf_results *results, size_t n, const char *dir) {
    char path[LF_PATH_BYTES];
    /* Without gnuplot there are no pictures, but there are numbers: the report says what is
     * missing. Any other failure to draw is one of the report. */
    for (size_t i = 0; i < n; i++) {
        lf_status status = lf_plot_write(&results[i], dir);
        if (status != LF_OK && status != LF_NOT_FOUND) return status;
    }
    LF_TRY(lf_path_format(path, "%s/report.html", dir));
    LF_TRY(report_file(&lf_page_html, true, results, n, path));
    LF_TRY(lf_path_format(path, "%s/report.md", dir));
    return report_file(&lf_page_markdown, false, results, n, path);
}

lf_status lf_report_write(const char *dir) {
    lf_results *results;
    size_t n;
    LF_TRY(lf_results_load(dir, &results, &n));
    lf_status status = n > 0 ? lf_report_render(results, n, dir)
                             : lf_fail(LF_NOT_FOUND, "%s: there are no experiments in it", dir);
    lf_results_free(results, n);
    return status;
}
