/**
 * @file cmd_plot.c
 * @brief levelfield plot and levelfield report: figures and reports of what is stored.
 */
#include "plots/plot.h"

#include <stdio.h>

#include "cli/command.h"
#include "reports/paper.h"
#include "reports/report.h"

/* Figures of everything stored, also of experiments from earlier commands. */
static lf_exit plot_run(const void *values, const lf_texts *operands) {
    (void)values;
    const char *dir = operands->text[0];
    lf_results *results = NULL;
    size_t n = 0;
    lf_status status = lf_results_load(dir, &results, &n);
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = lf_plot_write(&results[i], dir);
    lf_results_free(results, n);
    if (status != LF_OK) return lf_message_exit(status);
    printf("%s/plots\n", dir); /* the result is a place */
    return LF_EXIT_DONE;
}

typedef struct {
    const char *latex;
} report_values;

/* For a paper: another folder, which is the result. */
static lf_exit plot_latex(const char *dir, const char *out) {
    lf_results *results = NULL;
    size_t n = 0;
    bool drawn;
    lf_status status = lf_results_load(dir, &results, &n);
    if (status == LF_OK)
        status = n > 0 ? lf_report_latex(results, n, out, &drawn)
                       : lf_fail(LF_NOT_FOUND, "%s: there are no experiments in it", dir);
    lf_results_free(results, n);
    if (status != LF_OK) return lf_message_exit(status);
    printf("%s/main.tex\n", out);
    return LF_EXIT_DONE;
}

/* The report draws its own figures; it needs no `plot` before it. */
static lf_exit plot_report(const void *values, const lf_texts *operands) {
    const report_values *v = values;
    bool drawn;
    if (v->latex) return plot_latex(operands->text[0], v->latex);
    lf_status status = lf_report_write(operands->text[0], &drawn);
    if (status != LF_OK) return lf_message_exit(status);
    if (!drawn) lf_message_say("%s", lf_message());
    const char *dir = operands->text[0];
    printf("%s/report.html\n%s/report.md\n%s/report.json\n", dir, dir, dir);
    return LF_EXIT_DONE;
}

/* What is drawn is said by the experiment, not by the command line. */
static const lf_option plot_options[] = {{0}};
static const lf_option report_options[] = {
    {"latex", 0, LF_OPTION_TEXT, offsetof(report_values, latex), "OUT", NULL,
     "for a paper: write main.tex, which pdflatex compiles, every table as LaTeX and CSV, and "
     "every "
     "figure as PDF, SVG and pgfplots, into this folder"},
    {0},
};

const lf_command lf_command_plot = {
    .name = "plot",
    .operands = "DIR",
    .doc = "draw the figures of an output folder",
    .about = "Draws every figure of every experiment stored in DIR with gnuplot, as SVG, PDF and "
             "PNG in DIR/plots, and prints that folder's path. Runs that diverged are drawn to "
             "where they did.",
    .example = "levelfield plot levelfield-out/demo-default",
    .options = plot_options,
    .least = 1,
    .most = 1,
    .run = plot_run,
};

const lf_command lf_command_report = {
    .name = "report",
    .operands = "DIR",
    .doc = "write the report of an output folder",
    .about = "Writes DIR/report.html, one file that needs no network, its Markdown twin "
             "DIR/report.md, and DIR/report.json with the numbers for programs, from everything "
             "stored in DIR, and prints the three paths.",
    .example = "levelfield report levelfield-out/demo-default\n"
               "levelfield report levelfield-out/demo-default --latex paper/results",
    .options = report_options,
    .least = 1,
    .most = 1,
    .values_size = sizeof(report_values),
    .run = plot_report,
};
