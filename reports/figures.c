/**
 * @file figures.c
 * @brief Figures in a report: drawn into the HTML, linked from the Markdown.
 *
 * The Markdown page links the PNG files that lf_plot_write left beside it.
 */
#include <stdlib.h>
#include <string.h>

#include "plots/plot.h"
#include "reports/parts.h"

/* A page with more bytes of drawings than this has its other figures over one axis only: it is to
 * stay one that opens at once. */
enum { FIGURES_LARGE = 4000000 };

/* How many of a figure's drawings the page can still take: all, or the first. */
static size_t figures_room(lf_page *page, size_t n, const lf_drawing *drawings) {
    size_t first = n > 0 ? strlen(drawings[0].svg) : 0, all = 0;
    for (size_t i = 0; i < n; i++)
        all += strlen(drawings[i].svg);
    bool fits = page->drawn + all <= FIGURES_LARGE;
    page->drawn += fits ? all : first;
    return fits || n == 0 ? n : 1;
}

/* Draw the figure over each of its axes. Returns the number of drawings; 0 says why in
 * lf_message(). */
static size_t figures_draw(lf_page *page, const lf_results *results,
                           const lf_experiment_figure *figure, const lf_plot_axes *axes,
                           lf_drawing drawings[LF_PLOT_AXES]) {
    char *svg[LF_PLOT_AXES];
    if (lf_plot_views(results, figure, axes, ++page->figures, svg) != LF_OK) return 0;
    for (size_t i = 0; i < axes->n; i++)
        drawings[i] = (lf_drawing){axes->name[i], svg[i]};
    return axes->n;
}

/* A figure that cannot be drawn costs the report a line, not its numbers. */
static void figures_show(lf_page *page, const lf_results *results,
                         const lf_experiment_figure *figure) {
    char path[300], *name = lf_plot_name(results, "", figure->id);
    const char *caption = figure->caption ? figure->caption : "";
    lf_plot_axes axes;
    lf_drawing drawings[LF_PLOT_AXES] = {0};
    size_t n = 0;
    snprintf(path, sizeof path, "plots/%s.png", name ? name : "");
    if (!name) page->lost = true;
    if (page->embeds) {
        if (lf_plot_axes_find(results, figure, &axes) == LF_OK)
            n = figures_draw(page, results, figure, &axes, drawings);
    }
    if (page->embeds && n == 0)
        lf_page_note(page, LF_NOTE_WARNING, "No figure.", "%s", lf_message());
    else
        page->is->figure(page, drawings, figures_room(page, n, drawings), path, caption);
    for (size_t i = 0; i < n; i++)
        free(drawings[i].svg);
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
