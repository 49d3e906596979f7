/**
 * @file drawn.h
 * @brief A figure on a page: in the HTML, beside the Markdown.
 */
#pragma once

#include "plots/plot.h"
#include "reports/page/page.h"

typedef struct {
    const char *what, *id;       /**< of its file, as for lf_plot_name */
    const char *title, *caption; /**< NULL: its id, none */
} lf_drawn;

/** `figure` was made with this status, and is freed. One that could not be drawn costs the report a
 *  line. */
void lf_drawn_show(lf_page *page, const lf_results *results, const lf_drawn *is, lf_status made,
                   struct lf_figure *figure);
