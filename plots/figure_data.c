/**
 * @file figure_data.c
 * @brief Panels that say where their curves come from, or bring them along.
 */
#include "plots/figure_data.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "plots/svg.h"

/* Text as JSON; what is no UTF-8 becomes U+FFFD, as in the drawing. */
static json_t *data_text(const char *text) {
    char *whole;
    size_t size;
    FILE *out = open_memstream(&whole, &size);
    if (!out) return NULL;
    for (size_t n; *text; text += n > 0 ? n : 1) {
        n = lf_svg_character(text);
        fwrite(n > 0 ? text : "\xEF\xBF\xBD", 1, n > 0 ? n : 3, out);
    }
    json_t *value = fclose(out) == 0 ? json_string(whole) : NULL;
    free(whole);
    return value;
}

static json_t *data_number(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

/* null where there is nothing to tell. */
static json_t *data_numbers(const double *value, size_t n) {
    if (!value || n == 0) return json_null();
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, data_number(value[i]));
    return array;
}

/* A curve that is a step function has no band, and no need to say so. */
static json_t *data_curve(const lf_curve *curve) {
    json_t *of =
        json_pack("{s:o, s:o, s:I, s:b, s:b}", "x", data_numbers(curve->x, curve->points), "y",
                  data_numbers(curve->median, curve->points), "on", (json_int_t)curve->on_line,
                  "fitted", curve->fitted, "joined", curve->joined);
    if (!curve->fitted) return of;
    json_object_set_new(of, "low", data_numbers(curve->lower, curve->points));
    json_object_set_new(of, "high", data_numbers(curve->upper, curve->points));
    json_object_set_new(of, "left", data_numbers(curve->left, curve->points));
    json_object_set_new(of, "right", data_numbers(curve->right, curve->points));
    if (isfinite(curve->line[0][1]) && !curve->joined)
        json_object_set_new(of, "line", data_numbers(&curve->line[0][0], 4));
    return of;
}

static json_t *data_panel(const lf_panel *panel) {
    json_t *is =
        json_pack("{s:o, s:o, s:o, s:[b,b], s:[n,n], s:o}", "title", data_text(panel->title), "x",
                  data_text(panel->x_label), "y", data_text(panel->y_label), "log", panel->x.log,
                  panel->y.log, "frame", "targets", data_numbers(panel->target, panel->targets));
    if (panel->metric) {
        json_object_set_new(is, "frame", data_numbers(panel->given, 2));
        json_object_set_new(is, "problem", json_integer((json_int_t)panel->problem));
        json_object_set_new(is, "cost", data_text(panel->cost));
        json_object_set_new(is, "metric", data_text(panel->metric));
        return is;
    }
    json_t *curves = json_array(), *marks = json_array(), *strokes = json_array();
    for (size_t c = 0; c < panel->curves; c++)
        json_array_append_new(curves, data_curve(&panel->curve[c]));
    for (size_t i = 0; i < panel->marks; i++) {
        json_t *mark = data_numbers((const double[]){panel->mark[i].x, panel->mark[i].y}, 2);
        json_array_append_new(mark, data_text(panel->mark[i].text));
        json_array_append_new(marks, mark);
    }
    for (size_t i = 0; i < panel->strokes; i++)
        json_array_append_new(strokes, data_curve(&panel->stroke[i]));
    json_object_set_new(is, "curves", curves);
    json_object_set_new(is, "marks", marks);
    json_object_set_new(is, "strokes", strokes);
    if (panel->says && *panel->says) json_object_set_new(is, "says", data_text(panel->says));
    if (!panel->y.bare) return is;
    json_object_set_new(is, "bare", json_true());
    json_object_set_new(is, "ends", data_numbers((const double[]){panel->x.low, panel->x.high}, 2));
    return is;
}

lf_status lf_figure_data(const lf_figure *figure, const char *name, const char *title,
                         const lf_traces *traces, char **text) {
    const size_t of = lf_traces_find(traces, figure->experiment);
    *text = NULL;
    if (of == SIZE_MAX) return LF_OK;
    json_t *methods = json_array(), *labels = json_array(), *panels = json_array();
    for (size_t m = 0; m < figure->methods; m++) {
        json_array_append_new(methods, json_integer((json_int_t)figure->method[m]));
        json_array_append_new(labels, data_text(lf_figure_label(figure, figure->method[m])));
    }
    for (size_t p = 0; p < figure->panels; p++)
        json_array_append_new(panels, data_panel(&figure->panel[p]));
    json_t *is = json_pack("{s:I, s:o, s:o, s:I, s:o, s:o, s:o}", "of", (json_int_t)of, "name",
                           data_text(name), "title", data_text(title), "columns",
                           (json_int_t)figure->columns, "methods", methods, "labels", labels,
                           "panels", panels);
    *text = is ? lf_traces_dump(is) : NULL;
    return *text ? LF_OK : lf_fail(LF_NO_MEMORY, "no memory for a figure's data");
}
