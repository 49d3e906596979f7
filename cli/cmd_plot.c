/**
 * @file cmd_plot.c
 * @brief levelfield plot and levelfield report: figures and reports of what is stored.
 */
#include "plots/plot.h"

#include <stdio.h>

#include "base/file.h"
#include "cli/command.h"
#include "reports/report.h"

/* Figures of everything stored, also of experiments from earlier commands. */
static lf_exit plot_run(const void *values, const lf_texts *operands) {
    (void)values;
    const char *dir = operands->text[0];
    const lf_status status = lf_plot_folder(dir);
    if (status == LF_OK) printf("%s/plots\n", dir); /* the result is a place */
    return lf_message_exit(status);
}

typedef struct {
    const char *latex, *out;
} report_values;

/* Into the folder itself, or that of --out; for a paper, into another. */
static lf_status plot_write_report(const report_values *v, const char *dir,
                                   const lf_results *results, size_t n) {
    bool drawn;
    if (v->latex) {
        LF_TRY(lf_report_latex(results, n, v->latex, &drawn));
        printf("%s/main.tex\n", v->latex);
        return LF_OK;
    }
    LF_TRY(lf_report_render(results, n, dir, &drawn));
    if (!drawn) lf_message_say("%s", lf_message());
    printf("%s/report.html\n%s/report.md\n%s/report.json\n", dir, dir, dir);
    return LF_OK;
}

/* The report draws its own figures; it needs no `plot` before it. */
static lf_exit report_run(const void *values, const lf_texts *operands) {
    const report_values *v = values;
    lf_results *results = NULL;
    size_t n = 0;
    const char *dir = v->out ? v->out : operands->text[0];
    if (operands->n > 1 && !v->out && !v->latex)
        return lf_message_usage("report: of several folders: say with --out where it goes");
    lf_status status = lf_report_load(operands->text, operands->n, &results, &n);
    if (status == LF_OK) status = lf_folder_make(dir);
    if (status == LF_OK) status = plot_write_report(v, dir, results, n);
    lf_results_free(results, n);
    return lf_message_exit(status);
}

static const lf_option report_options[] = {
    {"out", 'o', LF_OPTION_TEXT, offsetof(report_values, out), "OUT", NULL,
     "the folder to write the report into (default DIR, if it is one)"},
    {"latex", 0, LF_OPTION_TEXT, offsetof(report_values, latex), "OUT", NULL,
     "for a paper: write main.tex, which pdflatex compiles, every table as LaTeX and CSV, and "
     "every "
     "figure as PDF, SVG and pgfplots, into this folder"},
    {0},
};

LF_COMMAND_PLAIN(
    plot, plot, .name = "plot", .operands = "DIR", .doc = "draw the figures of an output folder",
    .about = "Draws every figure of every experiment stored in DIR with gnuplot, as SVG, PDF and "
             "PNG in DIR/plots, and prints that folder's path. Runs that diverged are drawn to "
             "where they did.",
    .example = "levelfield plot levelfield-out/demo-default", .least = 1, .most = 1);

LF_COMMAND(
    report, report, .name = "report", .operands = "DIR...",
    .doc = "write the report of an output folder",
    .about = "Writes DIR/report.html, one file that needs no network, its Markdown twin "
             "DIR/report.md, and DIR/report.json with the numbers for programs, from everything "
             "stored in DIR, and prints the three paths. Several folders make one report, which "
             "shows what came out otherwise where they have the same experiment, as of two commits "
             "or machines.",
    .example = "levelfield report levelfield-out/demo-default\n"
               "levelfield report levelfield-out/demo-default --latex paper/results\n"
               "levelfield report before after --out both",
    .least = 1, .most = 64);
