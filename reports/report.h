/**
 * @file report.h
 * @brief The report of an output folder: report.html (one self-contained file), report.md,
 * report.json.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "harness/results/results.h"

/** *results <- everything that is stored in the folders, one after the other; with several, titles
 *  and figures say of which. For lf_results_free() in any case; `dir` has to outlive them. */
lf_status lf_report_load(const char *const *dir, size_t dirs, lf_results **results, size_t *n);

/** Write DIR/report.html, DIR/report.md and DIR/report.json from n results, n > 0, and
 *  DIR/plots, which the Markdown links to; the HTML holds its figures. What cannot be drawn leaves
 *  the report without a figure and *drawn false: without gnuplot that is LF_OK and lf_message()
 * says what to install, else the failure. */
lf_status lf_report_render(const lf_results *results, size_t n, const char *dir, bool *drawn);

/** json <- what report.json would say of everything stored in DIR, malloc'ed; nothing is drawn. */
lf_status lf_report_decide(const char *dir, char **json);

/** Print claims, tables and exponents of the results as Markdown (what `reproduce` shows at its
 * end); on a terminal, sentences and claims are as wide as it. */
lf_status lf_report_tables(const lf_results *results, FILE *out);

/** malloc'ed: the text as report.md writes it, on one line, so that it is no markup. */
char *lf_report_escape(const char *text);

/** Write OUT/main.tex, which pdflatex compiles, OUT/tables/table-N.{tex,csv} and
 *  OUT/plots/NAME.{pdf,svg,png,tex,csv} of n results, n > 0. *drawn: as of lf_report_render(). */
lf_status lf_report_latex(const lf_results *results, size_t n, const char *out, bool *drawn);
