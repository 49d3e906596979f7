/**
 * @file figure.c
 * @brief Which panels and methods a figure has, and where they go.
 *
 * All sizes are in pixels of 1/96 inch and the same for every format, so that SVG, PDF and PNG show
 * one figure.
 */
#include "plots/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "harness/experiment/figure_form.h"
#include "plots/places.h"
#include "plots/svg.h"

/* Pixels of 1/96 inch. A panel alone is wider than one of several in a row. */
static const double figure_panel_width[] = {680, 460, 370, 320};
static const double figure_panel_height[] = {420, 320, 280, 250};
/* What a character of a title takes, and a second line of it, or of the name of an x axis. */
static const double figure_title_pixels = 7.6, figure_title_line = 16, figure_label_line = 20;
/* They stand over and below the frame, the middle of which is right of the panel's. */
static const double figure_title_off = 24;
/* A character of the legend: more than the fonts need. A row of a panel that has rows, and what is
 * above and below them all. */
static const double figure_key_pixels = 8, figure_row = 17, figure_beside_rows = 90;
enum { FIGURE_WIDEST = 4, FIGURE_KEY_ROW = 24, FIGURE_KEY_SAMPLE = 84 };

const char *lf_figure_label(const lf_figure *figure, size_t method) {
    const lf_experiment_method *is = &figure->experiment->methods[method];
    for (size_t m = 0; figure->label && m < figure->methods; m++)
        if (figure->method[m] == method && figure->label[m]) return figure->label[m];
    return is->label ? is->label : is->id;
}

/* Is any run of the method planned for what a panel shows? */
static bool figure_shows(const lf_results *results, const lf_places *places, size_t method) {
    const lf_experiment *experiment = results->experiment;
    for (size_t i = 0; i < places->n; i++) {
        const size_t problem = lf_panel_problem(experiment, places->panel[i].problem);
        if (problem == experiment->problems_count) continue;
        const size_t form = lf_experiment_form(experiment, problem, method);
        for (size_t run = 0; run < results->runs; run++)
            if (results->plan[run].method == method && results->plan[run].problem == form)
                return true;
    }
    return false;
}

/* Which methods are shown: those named, else those with runs on its problems. */
static lf_status figure_methods(const lf_results *results, const lf_experiment_figure *is,
                                lf_figure *figure) {
    const lf_experiment *experiment = results->experiment;
    figure->method = calloc(experiment->methods_count + is->methods_count + 1, sizeof(size_t));
    if (!figure->method) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    for (size_t i = 0; i < is->methods_count; i++) {
        size_t m = lf_panel_method(experiment, is->methods[i]);
        if (m == experiment->methods_count)
            return lf_fail(LF_BAD_ARGUMENT,
                           "figure %s shows method %s, which is not in the "
                           "experiment",
                           is->id, is->methods[i]);
        figure->method[figure->methods++] = m;
    }
    if (is->methods_count > 0) return LF_OK;
    lf_places places;
    LF_TRY(lf_places_make(results, is, &places));
    for (size_t m = 0; m < experiment->methods_count; m++)
        if (figure_shows(results, &places, m)) figure->method[figure->methods++] = m;
    lf_places_free(&places);
    return LF_OK;
}

double lf_figure_title_room(const lf_figure *figure) {
    return figure->width / (double)figure->columns - 2 * figure_title_off;
}

const char *lf_figure_second_line(const char *title, double pixels) {
    const size_t length = lf_svg_length(title), bytes = strlen(title);
    const char *best = NULL;
    size_t least = bytes;
    if (figure_title_pixels * (double)length <= pixels) return NULL;
    for (const char *c = strchr(title, ' '); c; c = strchr(c + 1, ' ')) {
        const size_t at = (size_t)(c - title),
                     off = 2 * at < bytes ? bytes - 2 * at : 2 * at - bytes;
        if (off >= least) continue;
        least = off;
        best = c + 1;
    }
    return best;
}

char *lf_figure_short(const char *text, size_t most) {
    size_t n = 0, at = 0;
    if (lf_svg_length(text) <= most) return strdup(text);
    for (; n < most; at++)
        n += ((unsigned char)text[at] & 0xC0) != 0x80;
    char *cut;
    return asprintf(&cut, "%.*s\xE2\x80\xA6", (int)at - 1, text) < 0 ? NULL : cut;
}

/* Where things go: panels in a grid of equal cells, above them a strip for the legend with as many
 * entries in a row as the longest name allows. */
void lf_figure_layout(lf_figure *figure, size_t columns) {
    size_t n = figure->panels > 0 ? figure->panels : 1;
    figure->columns = columns > 0 ? columns : n == 4 ? 2 : n < 3 ? n : 3;
    if (figure->columns > n) figure->columns = n;
    figure->rows = (n + figure->columns - 1) / figure->columns;
    size_t size = figure->columns < FIGURE_WIDEST ? figure->columns - 1 : FIGURE_WIDEST - 1;
    figure->width = figure_panel_width[size] * (double)figure->columns;
    size_t longest = 1;
    for (size_t m = 0; m < figure->methods; m++) {
        size_t length = lf_svg_length(lf_figure_label(figure, figure->method[m]));
        if (length > longest) longest = length;
    }
    const double entry = FIGURE_KEY_SAMPLE + figure_key_pixels * (double)longest;
    figure->legend_name = (size_t)((figure->width - FIGURE_KEY_SAMPLE) / figure_key_pixels);
    figure->legend_columns = (size_t)fmax(1, floor(figure->width / entry));
    if (figure->legend_columns > figure->methods) figure->legend_columns = figure->methods;
    size_t across = figure->legend_columns > 0 ? figure->legend_columns : 1;
    figure->legend_height = 10 + FIGURE_KEY_ROW * (double)((figure->methods + across - 1) / across);
    figure->title_height = figure->label_height = 0;
    double height = figure_panel_height[size];
    for (size_t p = 0; p < figure->panels; p++) {
        const lf_panel *panel = &figure->panel[p];
        if (lf_figure_second_line(panel->title, lf_figure_title_room(figure)))
            figure->title_height = figure_title_line;
        if (lf_figure_second_line(panel->x_label, lf_figure_title_room(figure)))
            figure->label_height = figure_label_line;
        if (panel->y.bare)
            height = fmax(height, figure_beside_rows + figure_row * (panel->y.high - panel->y.low));
    }
    figure->height = figure->legend_height +
                     (figure->title_height + height + figure->label_height) * (double)figure->rows;
}

lf_status lf_figure_add(lf_figure *figure, lf_panel **panel) {
    LF_TRY(lf_grow(&figure->panel, figure->panels, sizeof *figure->panel, "a figure's panel"));
    lf_curve *curve = calloc(figure->methods + 1, sizeof *curve);
    if (!curve) return lf_fail(LF_NO_MEMORY, "no memory for a figure's panel");
    *panel = &figure->panel[figure->panels++];
    **panel = (lf_panel){.curves = figure->methods, .curve = curve};
    return LF_OK;
}

lf_status lf_figure_begin(const lf_experiment *experiment, size_t n, lf_figure *figure,
                          lf_panel **panel) {
    *figure = (lf_figure){.experiment = experiment,
                          .methods = n,
                          .method = calloc(n + 1, sizeof *figure->method),
                          .label = calloc(n + 1, sizeof *figure->label)};
    if (!figure->method || !figure->label) return lf_fail(LF_NO_MEMORY, "no memory for a figure");
    return lf_figure_add(figure, panel);
}

lf_status lf_figure_end(lf_status status, const char *what, const char *id, lf_figure *figure) {
    if (status == LF_OK) {
        lf_figure_layout(figure, 1);
        return LF_OK;
    }
    lf_figure_free(figure);
    return lf_fail_within(status, "%s '%s': ", what, id);
}

lf_status lf_figure_make(const lf_results *results, const lf_experiment_figure *is,
                         lf_figure *figure) {
    *figure = (lf_figure){.experiment = results->experiment};
    lf_status status = figure_methods(results, is, figure);
    if (status == LF_OK) status = lf_figure_form_of(is)->make(results, is, figure);
    if (status != LF_OK) {
        lf_figure_free(figure);
        return lf_fail_within(status, "figure %s: ", is->id);
    }
    lf_figure_layout(figure, is->columns);
    return LF_OK;
}

void lf_figure_free(lf_figure *figure) {
    for (size_t i = 0; i < figure->panels; i++)
        lf_panel_free(&figure->panel[i]);
    free(figure->panel);
    free(figure->method);
    free(figure->label);
    free(figure->element);
    *figure = (lf_figure){0};
}

/* Panels beyond these are counted. */
enum { SAYS_PANELS = 6 };

/* Have most runs not got to their end? Their curve stops where the median is no number, at a last
 * value that is no end. */
static bool says_unfinished(const lf_curve *curve) {
    size_t cut = 0;
    for (size_t r = 0; r < curve->runs; r++)
        cut += curve->run[r].cut;
    return !curve->fitted && curve->points > 0 && 2 * cut >= curve->runs;
}

/* The methods that end lowest and highest, of fits and trade-offs those with the lowest and highest
 * point; how many have any. */
static size_t says_ends(const lf_panel *panel, size_t *low, size_t *high, double end[2]) {
    size_t ends = 0;
    *low = *high = 0;
    end[0] = INFINITY, end[1] = -INFINITY;
    for (size_t c = 0; c < panel->curves; c++) {
        const lf_curve *curve = &panel->curve[c];
        if (says_unfinished(curve)) continue;
        ends += curve->points > 0;
        for (size_t i = curve->fitted || curve->points == 0 ? 0 : curve->points - 1;
             i < curve->points; i++) {
            const double y = curve->median[i];
            if (y < end[0]) end[0] = y, *low = c;
            if (y > end[1]) end[1] = y, *high = c;
        }
    }
    return ends;
}

/* " Most runs did not finish: A, B."; returns how many methods these are. */
static size_t says_rest(const lf_figure *figure, const lf_panel *panel, FILE *out) {
    size_t rest = 0;
    for (size_t c = 0; c < panel->curves; c++)
        if (says_unfinished(&panel->curve[c]))
            fprintf(out, "%s%s", rest++ ? ", " : " Most runs did not finish: ",
                    lf_figure_label(figure, figure->method[c]));
    if (rest > 0) fputs(".", out);
    return rest;
}

static void says_order(const lf_figure *figure, const lf_panel *panel, FILE *out) {
    size_t low, high;
    double end[2];
    const size_t ends = says_ends(panel, &low, &high, end);
    const char *lowest = lf_figure_label(figure, figure->method[low]);
    const char *verb = panel->curve[low].fitted ? "has a point" : "ends";
    if (ends == 0)
        fputs("none ends.", out);
    else if (end[0] == end[1])
        fprintf(out, "%s %s at %.3g.", ends == 1 ? lowest : "each", verb, end[0]);
    else
        fprintf(out, "%s %s lowest, at %.3g; %s highest, at %.3g.", lowest, verb, end[0],
                lf_figure_label(figure, figure->method[high]), end[1]);
    const size_t known = ends + says_rest(figure, panel, out);
    if (known < panel->curves)
        fprintf(out, " No value: %zu of %zu methods.", panel->curves - known, panel->curves);
}

static void says_panel(const lf_figure *figure, const lf_panel *panel, FILE *out) {
    bool any = false;
    for (size_t c = 0; c < panel->curves; c++)
        any |= panel->curve[c].points > 0;
    fprintf(out, " %s: ", panel->title);
    if (panel->says && *panel->says)
        fprintf(out, "%s.", panel->says);
    else if (any)
        says_order(figure, panel, out);
    else
        fputs("no data.", out);
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
