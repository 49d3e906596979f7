/**
 * @file figures.c
 * @brief Figures in a report: drawn into the HTML, linked from the Markdown.
 *
 * The Markdown page links the PNG files that lf_plot_write left beside it.
 */
#include <stdlib.h>

#include "plots/plot.h"
#include "reports/parts.h"

/* A figure that cannot be drawn costs the report a line, not its numbers. */
static void figures_show(lf_page *page, const lf_results *results,
                         const lf_experiment_figure *figure) {
    char prefix[32], path[300], *svg = NULL, *name = lf_plot_name(results, figure);
    snprintf(prefix, sizeof prefix, "f%zu-", ++page->figures);
    snprintf(path, sizeof path, "plots/%s.png", name ? name : "");
    if (!name) page->lost = true;
    if (page->embeds && lf_plot_svg(results, figure, prefix, &svg) != LF_OK)
        lf_page_note(page, LF_NOTE_WARNING, "No figure.", "%s", lf_message());
    else
        page->is->figure(page, svg ? svg : "", path, figure->caption ? figure->caption : "");
    free(svg);
    free(name);
}

void lf_part_figures(lf_page *page, const lf_results *results, int level) {
    const lf_experiment_figure *figures;
    size_t n = lf_plot_figures(results, &figures);
    for (size_t i = 0; i < n; i++) {
        page->is->heading(page, level, NULL, figures[i].title ? figures[i].title : figures[i].id);
        figures_show(page, results, &figures[i]);
    }
}
