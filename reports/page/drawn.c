/**
 * @file drawn.c
 * @brief A figure's drawing, data and words, for a page.
 */
#include "reports/page/drawn.h"

#include <stdlib.h>

#include "plots/figure_data.h"

/* Whatever comes of it is drawing's to free. */
static lf_status drawn_make(lf_page *page, const char *title, const char *name, lf_figure *figure,
                            lf_drawing *drawing) {
    char prefix[32];
    snprintf(prefix, sizeof prefix, "f%zu-", ++page->figures);
    drawing->says = lf_figure_says(figure, title);
    if (!drawing->says) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    if (!page->embeds) return LF_OK;
    LF_TRY(lf_plot_svg(title, figure, prefix, &drawing->svg));
    return lf_figure_data(figure, name, title, &page->traces, &drawing->data);
}

void lf_drawn_show(lf_page *page, const lf_results *results, const lf_drawn *is, lf_status made,
                   lf_figure *figure) {
    char path[300], *name = lf_plot_name(results, is->what, is->id);
    lf_drawing drawing = {.path = path, .caption = is->caption ? is->caption : ""};
    snprintf(path, sizeof path, "plots/%s.png", name ? name : "");
    if (!name) page->lost = true;
    if (made == LF_OK) {
        made = drawn_make(page, is->title ? is->title : is->id, name ? name : "", figure, &drawing);
        lf_figure_free(figure);
    }
    if (made == LF_OK)
        page->is->figure(page, &drawing);
    else
        lf_page_note(page, LF_NOTE_WARNING, "No figure.", "%s", lf_message());
    free(drawing.says);
    free(drawing.svg);
    free(drawing.data);
    free(name);
}
