/**
 * @file figures.c
 * @brief Figures in a report: drawn into the HTML, linked from the Markdown.
 *
 * The Markdown page links the PNG files that lf_plot_write left beside it.
 */
#include "plots/figure.h"
#include "plots/plot.h"
#include "reports/page/drawn.h"
#include "reports/parts.h"

void lf_part_figures(lf_page *page, const lf_results *results, int level) {
    const lf_experiment_figure *figures;
    size_t n = lf_plot_figures(results, &figures);
    for (size_t i = 0; i < n; i++) {
        page->is->heading(page, level, NULL, figures[i].title ? figures[i].title : figures[i].id);
        const lf_drawn drawn = {"", figures[i].id, figures[i].title, figures[i].caption};
        lf_figure figure;
        const lf_status made = lf_figure_make(results, &figures[i], &figure);
        lf_drawn_show(page, results, &drawn, made, &figure);
    }
}
