/**
 * @file says.c
 * @brief What a figure shows, for those who do not see it: who ends where in each panel.
 */
#include <math.h>
#include <stdlib.h>

#include "plots/figure.h"

/* Panels beyond these are counted. */
enum { SAYS_PANELS = 6 };

/* The methods that end lowest and highest, of fits and trade-offs those with the lowest and highest
 * point; false: there are none. */
static bool says_ends(const lf_panel *panel, size_t *low, size_t *high, double end[2]) {
    *low = *high = 0;
    end[0] = INFINITY, end[1] = -INFINITY;
    for (size_t c = 0; c < panel->curves; c++) {
        const lf_curve *curve = &panel->curve[c];
        for (size_t i = curve->fitted || curve->points == 0 ? 0 : curve->points - 1;
             i < curve->points; i++) {
            const double y = curve->median[i];
            if (y < end[0]) end[0] = y, *low = c;
            if (y > end[1]) end[1] = y, *high = c;
        }
    }
    return end[0] <= end[1];
}

static void says_panel(const lf_figure *figure, const lf_panel *panel, FILE *out) {
    size_t low, high;
    double end[2];
    fprintf(out, " %s: ", panel->title);
    if (panel->says && *panel->says) {
        fprintf(out, "%s.", panel->says);
        return;
    }
    if (!says_ends(panel, &low, &high, end)) {
        fputs("no data.", out);
        return;
    }
    const char *lowest = lf_figure_label(figure, figure->method[low]);
    const char *verb = panel->curve[low].fitted ? "has a point" : "ends";
    if (end[0] == end[1])
        fprintf(out, "%s %s at %.3g, and none elsewhere.", lowest, verb, end[0]);
    else
        fprintf(out, "%s %s lowest, at %.3g; %s highest, at %.3g.", lowest, verb, end[0],
                lf_figure_label(figure, figure->method[high]), end[1]);
}

char *lf_figure_says(const lf_figure *figure, const char *title) {
    char *text;
    size_t size, shown = figure->panels < SAYS_PANELS ? figure->panels : SAYS_PANELS;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    fprintf(out, "%s, %zu method%s.", title, figure->methods, figure->methods == 1 ? "" : "s");
    for (size_t p = 0; p < shown; p++)
        says_panel(figure, &figure->panel[p], out);
    if (shown < figure->panels) fprintf(out, " And %zu panels more.", figure->panels - shown);
    return fclose(out) == 0 ? text : NULL;
}
