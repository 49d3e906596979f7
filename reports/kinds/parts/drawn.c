/**
 * @file drawn.c
 * @brief Figures of sections in a report.
 */
#include "reports/kinds/parts/drawn.h"

#include <stdlib.h>

void lf_drawn_show(lf_page *page, const lf_results *results, const lf_drawn *is, lf_status made,
                   struct lf_figure *figure) {
    char path[300], prefix[32], *name = lf_plot_name(results, is->what, is->id), *svg = NULL;
    snprintf(path, sizeof path, "plots/%s.png", name ? name : "");
    snprintf(prefix, sizeof prefix, "f%zu-", ++page->figures);
    if (!name) page->lost = true;
    free(name);
    if (page->embeds && made == LF_OK) made = lf_plot_take_svg(is->title, figure, prefix, &svg);
    if (page->embeds && made != LF_OK) {
        lf_page_note(page, LF_NOTE_WARNING, "No figure.", "%s", lf_message());
        return;
    }
    const lf_drawing drawing = {.axis = "", .svg = svg};
    page->is->figure(page, &drawing, svg ? 1 : 0, path, is->caption);
    free(svg);
}
