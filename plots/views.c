/**
 * @file views.c
 * @brief One figure over several horizontal axes, drawn by one gnuplot: to start it takes longer
 * than to draw.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "plots/gnuplot.h"
#include "plots/plot.h"
#include "plots/svg.h"

/* A figure with every panel over one cost. */
typedef struct {
    lf_experiment_figure over; /**< cost and panels are its own; their texts are the original's */
    lf_figure figure;
    bool made;
} views_one;

static lf_status views_make(const lf_results *results, const lf_experiment_figure *figure,
                            const char *x, views_one *view) {
    view->over = *figure;
    view->over.panels = calloc(figure->panels_count + 1, sizeof *figure->panels);
    if (!view->over.panels) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    if (x) view->over.cost = (char *)(uintptr_t)x; /* only read */
    for (size_t i = 0; i < figure->panels_count; i++) {
        view->over.panels[i] = figure->panels[i];
        if (x) view->over.panels[i].x = view->over.cost;
    }
    LF_TRY(lf_figure_make(results, &view->over, &view->figure));
    view->made = true;
    return LF_OK;
}

static void views_free(views_one *view) {
    if (view->made) lf_figure_free(&view->figure);
    free(view->over.panels);
}

/* The scripts of all views, each beginning anew. */
static lf_status views_script(views_one *views, size_t n, char **script, size_t *size) {
    FILE *out = open_memstream(script, size);
    if (!out) return lf_fail(LF_NO_MEMORY, "no memory for a figure's script");
    lf_status status = LF_OK;
    for (size_t i = 0; i < n && status == LF_OK; i++) {
        char *one;
        size_t bytes;
        status = lf_figure_script(&views[i].figure, LF_FIGURE_SVG, &one, &bytes);
        if (status != LF_OK) break;
        fputs("reset\n", out);
        fwrite(one, 1, bytes, out);
        free(one);
    }
    if (fclose(out) != 0 && status == LF_OK)
        status = lf_fail(LF_NO_MEMORY, "no memory for a figure's script");
    if (status != LF_OK) free(*script);
    return status;
}

/* gnuplot writes one document after the other; each is made ours. */
static lf_status views_take(views_one *views, size_t n, char *drawn, size_t number, char **svg) {
    static const char head[] = "<?xml";
    char prefix[48], *at = drawn;
    for (size_t i = 0; i < n; i++) {
        at = at ? strstr(at, head) : NULL;
        if (!at) return lf_fail(LF_IO, "gnuplot drew %zu figures where %zu were asked for", i, n);
        char *next = strstr(at + 1, head);
        if (next) next[0] = '\0';
        const lf_experiment_figure *is = &views[i].over;
        snprintf(prefix, sizeof prefix, "f%zu-%zu-", number, i);
        LF_TRY(lf_svg_make(&views[i].figure, is->title ? is->title : is->id, at, prefix, &svg[i]));
        if (next) next[0] = '<';
        at = next;
    }
    return LF_OK;
}

lf_status lf_plot_views(const lf_results *results, const lf_experiment_figure *figure,
                        const lf_plot_axes *axes, size_t number, char *svg[LF_PLOT_AXES]) {
    views_one views[LF_PLOT_AXES] = {0};
    char *script, *drawn;
    size_t size;
    lf_status status = LF_OK;
    memset(svg, 0, LF_PLOT_AXES * sizeof *svg);
    for (size_t i = 0; i < axes->n && status == LF_OK; i++)
        status = views_make(results, figure, i > 0 ? axes->name[i] : NULL, &views[i]);
    if (status == LF_OK) status = views_script(views, axes->n, &script, &size);
    if (status == LF_OK) {
        status = lf_gnuplot_run(script, size, &drawn, &size);
        free(script);
    }
    if (status == LF_OK) {
        status = views_take(views, axes->n, drawn, number, svg);
        free(drawn);
    }
    for (size_t i = 0; i < axes->n; i++)
        views_free(&views[i]);
    for (size_t i = 0; i < axes->n && status != LF_OK; i++) {
        free(svg[i]);
        svg[i] = NULL;
    }
    return status;
}
