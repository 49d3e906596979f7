/**
 * @file paper.c
 * @brief What a paper takes over from a report: claims, tables and figures, one experiment after
 * the other, each with what it cost and how it is made again.
 */
#include "reports/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/sha256.h"
#include "plots/plot.h"
#include "reports/parts.h"

/* hex <- over keys and traces of all runs that are stored: other results, another hash. */
static lf_status paper_hash(const lf_results *results, char hex[LF_SHA256_TEXT]) {
    lf_sha256 hash;
    lf_sha256_start(&hash);
    for (size_t i = 0; i < results->runs; i++) {
        const lf_record *record = &results->record[i];
        lf_sha256_add(&hash, record->key, strlen(record->key) + 1);
        lf_sha256_add(&hash, record->trace_sha256, strlen(record->trace_sha256) + 1);
    }
    return lf_sha256_finish(&hash, hex);
}

/* What every caption of an experiment ends in; malloc'ed. */
static lf_status paper_stamp(const lf_results *results, char **stamp) {
    char hex[LF_SHA256_TEXT];
    const lf_experiment_scale *scale = lf_part_scale(results);
    char *command = lf_part_command(results);
    *stamp = NULL;
    if (!command) return lf_fail(LF_NO_MEMORY, "no memory for captions");
    const lf_status status = paper_hash(results, hex);
    if (status == LF_OK &&
        asprintf(stamp, "Budget %s; seeds %s. Made by: %s. Results: %.16s.",
                 scale && scale->budget ? scale->budget : "of each problem",
                 scale && scale->seeds ? scale->seeds : "of each method", command, hex) < 0)
        *stamp = NULL;
    free(command);
    LF_TRY(status);
    return *stamp ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for captions");
}

static lf_status paper_sections(lf_page *page, const lf_results *results,
                                const lf_decided *decided) {
    for (lf_section_part part = LF_SECTION_FIRST; part < LF_SECTION_MAKING; part++)
        for (size_t i = 0; i < LF_SECTIONS; i++) {
            const lf_section *section = lf_section_at(i);
            if (section->show && section->part == part)
                LF_TRY(section->show(page, results, decided->of[i], 3));
        }
    lf_part_figures(page, results, 3);
    lf_part_failures(page, results, 3);
    fputs("\\clearpage\n\n", page->out);
    return LF_OK;
}

static lf_status paper_experiment(lf_page *page, const lf_results *results) {
    lf_decided decided;
    char *stamp;
    LF_TRY(paper_stamp(results, &stamp));
    page->stamp = stamp;
    page->is->heading(page, 2, NULL, lf_part_title(results));
    lf_status status = lf_decided_make(results, &decided);
    if (status == LF_OK) status = paper_sections(page, results, &decided);
    lf_decided_free(results, &decided);
    free(stamp);
    page->stamp = NULL;
    return status;
}

static lf_status paper_save(const char *folder, const char *name, const char *text, size_t n) {
    char path[LF_PATH_BYTES];
    LF_TRY(lf_path_format(path, "%s/%s", folder, name));
    return lf_file_write_own(path, text, n);
}

static lf_status paper_main(const lf_results *results, size_t n, const char *out) {
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    if (!memory) return lf_fail(LF_NO_MEMORY, "no memory for a report");
    lf_page page = {
        .is = &lf_page_latex, .out = memory, .several = n > 1, .folder = out, .save = paper_save};
    page.is->begin(&page, n == 1 ? lf_part_title(results) : "Results");
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = paper_experiment(&page, &results[i]);
    lf_part_notes(&page, results, n);
    page.is->end(&page);
    if ((fclose(memory) != 0 || page.lost) && status == LF_OK)
        status =
            lf_fail(LF_IO, "%s: its tables could not all be written, or memory ran short", out);
    if (status == LF_OK) status = paper_save(out, "main.tex", text, size);
    free(text);
    return status;
}

lf_status lf_report_latex(const lf_results *results, size_t n, const char *out, bool *drawn) {
    char folder[LF_PATH_BYTES];
    LF_TRY(lf_path_format(folder, "%s/tables", out));
    LF_TRY(lf_path_own(folder));
    LF_TRY(lf_folder_make(folder));
    lf_status plots = LF_OK;
    for (size_t i = 0; i < n && plots == LF_OK; i++)
        plots = lf_plot_write(&results[i], out);
    *drawn = plots == LF_OK;
    LF_TRY(plots); /* main.tex without its figures would not compile */
    return paper_main(results, n, out);
}
