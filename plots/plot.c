/**
 * @file plot.c
 * @brief Figures to files, and figures for experiments that name none.
 *
 * A figure is computed once and drawn three times. gnuplot writes to memory, and files appear
 * whole: a figure that fails leaves the one before it.
 */
#include "plots/plot.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/process.h"
#include "harness/experiment/section.h"
#include "plots/figure.h"
#include "plots/svg.h"

/* gnuplot may end well and yet have drawn nothing, which is a failure too. Its complaint comes as
 * the offending line, a caret under it, and 'line N: what is wrong': the last part is the one to
 * show. */
lf_status lf_gnuplot_run(const char *script, size_t script_bytes, char **output,
                         size_t *output_bytes) {
    static const char *const words[] = {"gnuplot", "--default-settings", "-", NULL};
    lf_process_result result;
    *output = NULL;
    *output_bytes = 0;
    lf_status status = lf_process_run(words, script, script_bytes, 0, &result);
    if (status == LF_NOT_FOUND)
        return lf_fail(LF_NOT_FOUND, "gnuplot is not installed, so no figures can be drawn; "
                                     "install it with: sudo apt-get install gnuplot-nox");
    LF_TRY(status);
    if (result.code != 0 || result.bytes == 0) {
        status = lf_fail(LF_IO, "gnuplot could not draw the figure: %s", result.complaint);
    } else {
        *output = result.output;
        *output_bytes = result.bytes;
        result.output = NULL;
    }
    lf_process_clear(&result);
    return status;
}

static const char *const plot_extension[LF_FIGURE_FORMATS] = {"svg", "pdf", "png"};

/* cairo writes the time into a PDF; the same data shall give the same bytes. The replacement has
 * the same length, so that the offsets of the file's table hold. */
static void plot_undate(char *bytes, size_t n) {
    static const char mark[] = "/CreationDate (D:";
    char *at = memmem(bytes, n, mark, sizeof mark - 1);
    if (!at) return;
    char *end = memchr(at, ')', n - (size_t)(at - bytes));
    for (char *c = at + sizeof mark - 1; end && c < end; c++)
        if (isdigit((unsigned char)*c)) *c = '0';
    memcpy(at + sizeof mark - 1, "20000101", 8);
}

/* *bytes <- the figure in one format, malloc'ed. */
static lf_status plot_draw(lf_figure *figure, const char *title, const char *prefix,
                           lf_figure_format format, char **bytes, size_t *n) {
    char *script, *drawn;
    size_t script_bytes;
    LF_TRY(lf_figure_script(figure, format, &script, &script_bytes));
    lf_status status = lf_gnuplot_run(script, script_bytes, &drawn, n);
    free(script);
    LF_TRY(status);
    *bytes = drawn;
    if (format == LF_FIGURE_PDF) plot_undate(drawn, *n);
    if (format != LF_FIGURE_SVG) return LF_OK;
    status = lf_svg_make(figure, title, drawn, prefix, bytes);
    if (status == LF_OK) *n = strlen(*bytes);
    free(drawn);
    return status;
}

char *lf_plot_name(const lf_results *results, const char *what, const char *id) {
    char *name;
    const char *item = lf_path_name(results->name);
    bool usual = strcmp(results->scale, "default") == 0;
    size_t length = strlen(item) - (lf_path_ends(item, ".yaml") ? strlen(".yaml") : 0);
    int n = asprintf(&name, "%.*s-%s%s%s%s%s%s", (int)length, item, what, id, usual ? "" : "-",
                     usual ? "" : results->scale, results->folder ? "-" : "",
                     results->folder ? results->folder : "");
    if (n < 0) return NULL;
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("._-", *c)) *c = '_';
    return name;
}

/* One figure in every format. Each file appears whole or not at all. */
static lf_status plot_files(lf_figure *figure, const char *title, const char *dir,
                            const char *name) {
    char path[LF_PATH_BYTES], *bytes;
    size_t n;
    for (lf_figure_format format = 0; format < LF_FIGURE_FORMATS; format++) {
        LF_TRY(lf_path_format(path, "%s/plots/%s.%s", dir, name, plot_extension[format]));
        LF_TRY(plot_draw(figure, title, NULL, format, &bytes, &n));
        lf_status status = lf_file_write_own(path, bytes, n);
        free(bytes);
        LF_TRY(status);
    }
    return LF_OK;
}

/* The same for TeX. */
static lf_status plot_tex(const lf_figure *figure, const char *dir, const char *name) {
    char path[LF_PATH_BYTES], *text = NULL;
    size_t n;
    LF_TRY(lf_path_format(path, "%s/plots/%s.tex", dir, name));
    lf_status status = lf_pgf_make(figure, &text, &n);
    if (status == LF_OK) status = lf_file_write_own(path, text, n);
    free(text);
    LF_TRY(status);
    LF_TRY(lf_path_format(path, "%s/plots/%s.csv", dir, name));
    status = lf_pgf_data(figure, &text, &n);
    if (status == LF_OK) status = lf_file_write_own(path, text, n);
    free(text);
    return status;
}

lf_status lf_plot_take(const lf_results *results, const char *what, const char *id,
                       const char *title, const char *dir, lf_figure *figure) {
    char *name = lf_plot_name(results, what, id);
    lf_status status = name ? plot_files(figure, title, dir, name)
                            : lf_fail(LF_NO_MEMORY, "no memory for a figure's name");
    if (status == LF_OK) status = plot_tex(figure, dir, name);
    free(name);
    lf_figure_free(figure);
    return status;
}

static const char *plot_title(const lf_experiment_figure *is) {
    return is->title ? is->title : is->id;
}

static lf_status plot_section(const lf_results *results, const lf_section *section,
                              const char *dir) {
    void *decided = NULL;
    lf_status status = section->decide(results, &decided);
    if (status == LF_OK) status = section->plot(results, decided, dir);
    section->release(results, decided);
    return status;
}

lf_status lf_plot_write(const lf_results *results, const char *dir) {
    const lf_experiment_figure *figures;
    size_t n = lf_plot_figures(results, &figures);
    char folder[LF_PATH_BYTES];
    LF_TRY(lf_path_format(folder, "%s/plots", dir));
    LF_TRY(lf_path_own(folder));
    LF_TRY(lf_folder_make(folder));
    for (size_t i = 0; i < n; i++) {
        lf_figure figure;
        LF_TRY(lf_figure_make(results, &figures[i], &figure));
        LF_TRY(lf_plot_take(results, "", figures[i].id, plot_title(&figures[i]), dir, &figure));
    }
    for (size_t i = 0; i < LF_SECTIONS; i++)
        if (lf_section_at(i)->plot) LF_TRY(plot_section(results, lf_section_at(i), dir));
    return LF_OK;
}

lf_status lf_plot_folder(const char *dir) {
    lf_results *results;
    size_t n;
    LF_TRY(lf_results_load(dir, &results, &n));
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++)
        status = lf_plot_write(&results[i], dir);
    lf_results_free(results, n);
    return status;
}

lf_status lf_plot_svg(const char *title, lf_figure *figure, const char *prefix, char **svg) {
    size_t n;
    *svg = NULL;
    return plot_draw(figure, title, prefix, LF_FIGURE_SVG, svg, &n);
}
